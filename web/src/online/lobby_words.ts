// Why the lobby did not do what the person wanted, in words.
import { say } from '../words.ts';
import type { Lobby } from './lobby_connection.ts';
import { suspendedWords } from './suspended.ts';

const errors: Record<string, string> = {
  gone: 'page-lobby-gone',
  many: 'page-lobby-many',
  fast: 'page-lobby-fast',
  busy: 'page-lobby-busy',
  running: 'page-lobby-running',
  account: 'page-rated-account',
  rated: 'page-rated-hint',
  pair: 'page-rated-pair',
  version: 'away-quit-version',
};
const botErrors: Record<string, string> = {
  bot: 'page-lobby-gone',
  busy: 'page-bots-busy',
  many: 'page-bots-many',
  game: 'page-bots-game',
  clock: 'page-bots-clock',
};
const botVerbs = ['challenge', 'rematch']; // people have no limit of rematches that a bot has

export function errorWords({ error, suspended }: Lobby): string {
  if (suspended) return suspendedWords(suspended);
  if (!error) return '';
  const words = (botVerbs.includes(error.verb) && botErrors[error.code]) || errors[error.code];
  return words ? say(words) : error.text;
}
