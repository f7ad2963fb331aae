// Whole games at a server under every ruleset, on small boards and the usual one, and in 9x9 Go: by mouse, by touch and by keyboard.
import { expect, test } from 'vitest';
import { GAME_MS } from '../site.ts';
import type { HandName } from './hands.ts';
import { playOut } from './play.ts';
import { withStand } from './stand.ts';

withStand();

test.each<[string, [HandName, HandName]]>([
  ['kriegspiel(rules=icc,board=silverman4x4)', ['mouse', 'touch']],
  ['kriegspiel(rules=berkeley,board=gardner5x5)', ['touch', 'keyboard']],
  ['kriegspiel(rules=berkeley-any,board=5x4)', ['keyboard', 'mouse']],
  ['kriegspiel(rules=cincinnati,board=6x6)', ['mouse', 'keyboard']],
  ['kriegspiel(rules=english,board=4x6)', ['touch', 'mouse']],
  ['kriegspiel(rules=rand,board=4x5)', ['keyboard', 'touch']],
  ['kriegspiel(rules=parker2005,board=reduced4x4)', ['mouse', 'keyboard']],
  ['kriegspiel(rules=foret2019,board=5x6)', ['touch', 'mouse']],
  ['kriegspiel', ['mouse', 'touch']],
  ['phantom-go(size=9)', ['touch', 'keyboard']],
  ['phantom-go(size=5)', ['keyboard', 'mouse']],
])('%s, White by %s', async (game, names) => {
  const end = await playOut(game, names, game.length);
  console.log(`${game}: ${end}`);
  expect(end).toMatch(/winner (white|black|none)/);
}, 4 * GAME_MS);
