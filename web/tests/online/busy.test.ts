// A seat at a server at which many others play.
import { test } from 'vitest';
import { GAME_MS } from '../site.ts';
import { order, withStand } from './stand.ts';
import { timeTries } from './time.ts';

withStand();

test('beside 500 games: from the send of a try to its call on the screen; the times are printed', async () => {
  const { white } = await order<{ white: string }>('game 0 0 kriegspiel');
  await order('crowd 500');
  console.log(await timeTries(white, 200));
}, 2 * GAME_MS);
