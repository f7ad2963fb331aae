// The worker that holds the table: the umpire, both seats' hearings, and the player in the other seat.
import playersUrl from '../../../build/wasm/web/wasm/players.wasm?url';
import { Nebel, type SeatNumber } from '../../wasm/nebel.ts';
import { Players } from '../../wasm/players.ts';
import type { FromTable, GamePlan, ToTable } from './messages.ts';
import { type Opponent, Table } from './table.ts';

let table: Table | undefined;

const now = (): number => Math.floor(performance.now());
const waitUntil = async (atMs: number): Promise<void> => {
  while (now() < atMs) await new Promise((resolve) => setTimeout(resolve, atMs - now()));
};
const post = (message: FromTable): void => self.postMessage(message);

/** A level of the program. Players are a large module, so they are fetched when a game begins. */
async function seatLevel(nebel: Nebel, { game, seat, level }: GamePlan, seed: number): Promise<Opponent> {
  const found = nebel.level(game, level);
  if (!found) throw new Error(`there is no level ${level}`);
  const players = await Players.load(await fetch(playersUrl).then((answer) => answer.arrayBuffer()));
  const player = players.sit(game, found.player, (1 - seat) as SeatNumber, seed);
  return { hear: ({ line, own }) => player.hear(line, own), choose: (share) => player.choose(Math.ceil(found.nodes * share)).choice };
}

async function answer(message: ToTable): Promise<void> {
  if (message.kind === 'open') {
    const nebel = await Nebel.load(message.module);
    nebel.speak(message.language);
    table = new Table({ nebel, plan: message.plan, opponent: seatLevel(nebel, message.plan, message.seed), now, waitUntil, post });
    await table.open();
  } else if (message.kind === 'speak') {
    table?.speak(message.language);
  } else if ('line' in message) {
    await table?.take(message.line, message.kind === 'line');
  }
}

self.onmessage = ({ data }: MessageEvent<ToTable>): void => {
  answer(data).catch((error: unknown) => post({ kind: 'failed', reason: String(error) }));
};
