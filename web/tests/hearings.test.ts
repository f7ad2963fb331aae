// Random games of the native library, played again in the module: every hearing must be the same bytes. HEARINGS_GAMES is how many.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import type { Game, Hearing, Umpire } from '../wasm/nebel.ts';
import type { SeatNumber } from '../wasm/nebel.ts';
import { loadNebel, native } from './modules.ts';

const games = process.env['HEARINGS_GAMES'] ?? '720'; // ten times round all rulesets, boards and games of Go
const seed = process.env['HEARINGS_SEED'] ?? '1';

const hex = (hearing: Hearing): string => Buffer.from(hearing).toString('hex');

test('games sound the same from the module and from the native library', async () => {
  const nebel = await loadNebel();
  const program = spawn(native('tests/hearings'), [games, seed], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => program.on('close', resolve));
  const counts = { games: 0, tries: 0, different: 0 };
  let playing: { game: Game; umpire: Umpire; name: string } | undefined;
  let heard: [Hearing, Hearing] | undefined;
  for await (const line of createInterface({ input: program.stdout })) {
    const [first = '', second = '', white = '', black = ''] = line.split(' ');
    if (first === 'game') {
      playing?.umpire.close();
      playing?.game.close();
      const game = nebel.game(second);
      const opened = game.umpire();
      playing = { game, umpire: opened.umpire, name: second };
      heard = opened.heard;
      counts.games++;
      continue;
    }
    const expected = first === 'open' ? [second, white] : [white, black];
    if (first !== 'open') {
      heard = playing!.umpire.try(Number(first) as SeatNumber, second);
      counts.tries++;
    }
    if (hex(heard![0]) !== expected[0] || hex(heard![1]) !== expected[1]) counts.different++;
  }
  expect(await ended).toBe(0);
  console.log(`hearings: ${counts.games} games, ${counts.tries} tries, ${counts.different} differences`);
  expect(counts.games).toBe(Number(games));
  expect(counts.tries).toBeGreaterThan(50 * counts.games);
  expect(counts.different).toBe(0);
}, 3_600_000);
