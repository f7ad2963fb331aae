// The worker that holds the table: the umpire, both seats' hearings, and the player in the other seat.
import playersUrl from '../../../build/wasm/web/wasm/players.wasm?url';
import { type LineGame, Nebel, type SeatNumber } from '../../wasm/nebel.ts';
import { type Player, Players } from '../../wasm/players.ts';
import type { FromTable, GamePlan, ToTable } from './messages.ts';

interface Playing {
  plan: GamePlan;
  nebel: Nebel;
  table: LineGame;
  told: [number, number]; // how much of what each seat heard was handed on
  opponent: Promise<{ player: Player; nodes: number }>;
  alarm?: number; // the timer of the clock that runs
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

/** What the person's seat has not been told yet. A try of the other that it does not hear says nothing, and no message is sent. */
function tell(game: Playing, said: string, isAsked: boolean): void {
  const { table, plan } = game;
  const heard = table.heard(plan.seat, game.told[plan.seat]);
  game.told[plan.seat] += heard.length;
  if (!said && !heard.length && !isAsked) return;
  const clocksMs: [number, number] | undefined = plan.baseMs ? [table.clockMs(0, now()), table.clockMs(1, now())] : undefined;
  post({ kind: 'news', said, heard, marks: table.marks, queue: table.queue, taken: table.taken, clocksMs, journal: table.journal });
}

/** Looks again when the time of the seat to move is over. */
function setAlarm(game: Playing): void {
  clearTimeout(game.alarm);
  if (!game.plan.baseMs || game.table.isOver) return;
  const leftMs = Math.min(...([0, 1] as const).map((seat) => game.table.clockMs(seat, now())));
  game.alarm = self.setTimeout(() => {
    tell(game, game.table.tick(now()), false);
    setAlarm(game);
  }, leftMs + 1);
}

/** The player chooses until it is the person's turn. */
async function playOn(game: Playing): Promise<void> {
  setAlarm(game);
  const { player, nodes } = await game.opponent;
  const other = (1 - game.plan.seat) as SeatNumber;
  while (game === playing && game.table.awaitsPlayer) {
    const heard = game.table.heard(other, game.told[other]);
    heard.forEach(({ line, own }) => player.hear(line, own));
    game.told[other] += heard.length;
    tell(game, game.table.choose(now(), player.choose(nodes).choice), false);
  }
  setAlarm(game);
}

async function open({ module, plan, seed, language }: Extract<ToTable, { kind: 'open' }>): Promise<void> {
  const nebel = await Nebel.load(module);
  nebel.speak(language);
  const level = nebel.level(plan.game, plan.level);
  if (!level) throw new Error(`there is no level ${plan.level}`);
  const { game, seat, baseMs, incrementMs } = plan;
  const table = nebel.lineGame({ game, seat, opponent: nebel.levelWords(game, plan.level), baseMs, incrementMs, nowMs: now() });
  const other = (1 - seat) as SeatNumber;
  const opponent = loadPlayers().then((all) => ({ player: all.sit(game, level.player, other, seed), nodes: level.nodes }));
  playing = { plan, nebel, table, told: [0, 0], opponent };
  tell(playing, table.line(now()), true);
  await playOn(playing);
}

async function take(game: Playing, line: string, isSaid: boolean): Promise<void> {
  const said = game.table.line(now(), line);
  tell(game, isSaid ? said : '', true);
  await playOn(game);
}

async function answer(message: ToTable): Promise<void> {
  if (message.kind === 'open') await open(message);
  else if (!playing) return;
  else if (message.kind === 'speak') playing.nebel.speak(message.language);
  else await take(playing, message.line, message.kind === 'line');
}

self.onmessage = ({ data }: MessageEvent<ToTable>): void => {
  answer(data).catch((error: unknown) => post({ kind: 'failed', reason: String(error) }));
};
