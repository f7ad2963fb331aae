// The worker that holds the table: the umpire, both seats' hearings, and the player in the other seat.
import playersUrl from '../../build/wasm/web/wasm/players.wasm?url';
import { type LineGame, Nebel, type SeatNumber } from '../wasm/nebel.ts';
import { type Player, Players } from '../wasm/players.ts';
import type { FromTable, ToTable } from './messages.ts';

interface Playing {
  table: LineGame;
  seat: SeatNumber; // of the person
  told: [number, number]; // how much of what each seat heard was handed on
  opponent: Promise<{ player: Player; nodes: number }>;
}

let playing: Playing | undefined;

const post = (message: FromTable): void => self.postMessage(message);
const now = (): number => Math.floor(performance.now());

/** Players are a large module, so they are fetched when the first game begins. */
let players: Promise<Players> | undefined;
const loadPlayers = (): Promise<Players> =>
  (players ??= fetch(playersUrl)
    .then((answer) => answer.arrayBuffer())
    .then((bytes) => Players.load(bytes)));

function tell(game: Playing, said: string): void {
  const heard = game.table.heard(game.seat, game.told[game.seat]);
  game.told[game.seat] += heard.length;
  if (said || heard.length) post({ kind: 'news', said, heard });
}

/** The player chooses until it is the person's turn. */
async function playOn(game: Playing): Promise<void> {
  const { player, nodes } = await game.opponent;
  const other = (1 - game.seat) as SeatNumber;
  while (game === playing && game.table.awaitsPlayer) {
    const heard = game.table.heard(other, game.told[other]);
    heard.forEach(({ line, own }) => player.hear(line, own));
    game.told[other] += heard.length;
    tell(game, game.table.choose(now(), player.choose(nodes).choice));
  }
}

async function open(wish: Extract<ToTable, { kind: 'open' }>): Promise<void> {
  const nebel = await Nebel.load(wish.module);
  const level = nebel.level(wish.game, wish.level);
  if (!level) throw new Error(`there is no level ${wish.level}`);
  const table = nebel.lineGame({ game: wish.game, seat: wish.seat, opponent: level.player, nowMs: now() });
  const other = (1 - wish.seat) as SeatNumber;
  const opponent = loadPlayers().then((all) => ({ player: all.sit(wish.game, level.player, other, wish.seed), nodes: level.nodes }));
  playing = { table, seat: wish.seat, told: [0, 0], opponent };
  tell(playing, table.line(now()));
  await playOn(playing);
}

async function take(line: string): Promise<void> {
  if (!playing) return;
  tell(playing, playing.table.line(now(), line));
  await playOn(playing);
}

self.onmessage = ({ data }: MessageEvent<ToTable>): void => {
  const work = data.kind === 'open' ? open(data) : take(data.line);
  work.catch((error: unknown) => post({ kind: 'failed', reason: String(error) }));
};
