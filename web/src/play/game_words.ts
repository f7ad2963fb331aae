// Games and clocks in words, as the lobby and the archive list them.
import type { Nebel } from '../../wasm/nebel.ts';
import { say } from '../words.ts';
import { clocks } from './setup.tsx';

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** A clock as the server writes it. */
export const clockText = ({ baseMs, incrementMs }: { baseMs: number; incrementMs: number }): string => (baseMs ? `${baseMs}+${incrementMs}` : 'none');

/** The same in words. */
export function clockWords(clock: string): string {
  const known = clocks.find((row) => clockText(row) === clock);
  if (known) return known.baseMs ? say(known.name) : say('line-no-clock').replace(/\.$/, '');
  const [base = 0, increment = 0] = clock.split('+').map(Number);
  return `${base / MINUTE_MS}+${increment / SECOND_MS}`;
}

/** "Kriegspiel, icc, 8x8"; a game with more options by its string. */
export function gameWords(nebel: Nebel, game: string): string {
  const [, rules, board] = /^kriegspiel\(rules=([^,]*),board=([^,]*)\)$/.exec(game) ?? [];
  const [, size] = /^phantom-go\(size=(\d+)(?:,komi=[\d.]+)?\)$/.exec(game) ?? [];
  if (size) return `Phantom Go, ${size}x${size}`;
  const ruleset = nebel.rulesets().find(({ name }) => name === rules);
  return ruleset ? [say('start-kriegspiel'), ruleset.words, board].join(', ') : game;
}
