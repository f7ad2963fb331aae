// Twins: two games that sound the same to one seat, the ear, though the other seat does different things in them. The ear does the same in
// both; a try is kept only if the ear hears the same bytes of it.
import type { Game, Nebel, SeatNumber, Umpire } from '../../wasm/nebel.ts';

export interface Doing {
  seat: SeatNumber;
  attempt: string;
}

export interface Twins {
  game: string;
  ear: SeatNumber;
  runs: [Doing[], Doing[]];
  differences: number; // doings of the other that are not the same in both
}

const PROBES = 40;
const TURNS_MAX = 30;

/** A small generator of numbers from 0 to below a limit. */
export function randomFrom(seed: number): (limit: number) => number {
  let state = seed >>> 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** What the ear hears of a try, and whether it was played, without playing it. */
function probe(game: Game, umpire: Umpire, ear: SeatNumber, doing: Doing): { sound: string; isPlayed: boolean } {
  const copy = umpire.copy();
  const heard = copy.try(doing.seat, doing.attempt);
  const isPlayed = copy.isOver || copy.toMove !== doing.seat;
  copy.close();
  return { sound: game.line(heard[ear], ear), isPlayed };
}

export function makeTwins(nebel: Nebel, name: string, ear: SeatNumber, seed: number): Twins {
  const random = randomFrom(seed);
  const game = nebel.game(name);
  const umpires = [game.umpire().umpire, game.umpire().umpire] as const;
  const runs: [Doing[], Doing[]] = [[], []];
  const pick = (umpire: Umpire): Doing => {
    const tries = umpire.tries();
    return { seat: umpire.toMove, attempt: tries[random(tries.length)]! };
  };
  const play = (run: 0 | 1, doing: Doing): void => {
    umpires[run].try(doing.seat, doing.attempt);
    runs[run].push(doing);
  };

  /** The ear tries something of which it hears the same in both. */
  const letEar = (): boolean => {
    for (let i = 0; i < PROBES; i++) {
      const doing = pick(umpires[0]);
      const [first, second] = umpires.map((umpire) => probe(game, umpire, ear, doing)) as [ReturnType<typeof probe>, ReturnType<typeof probe>];
      if (first.sound !== second.sound) continue;
      play(0, doing);
      play(1, doing);
      return true;
    }
    return false;
  };
  /** The other is refused, unheard, in one of them. */
  const refuse = (run: 0 | 1): void => {
    for (let i = 0; i < PROBES; i++) {
      const doing = pick(umpires[run]);
      const { sound, isPlayed } = probe(game, umpires[run], ear, doing);
      if (sound || isPlayed) continue;
      play(run, doing);
      return;
    }
  };
  /** The other moves in both, differently if it can, after up to three refusals. */
  const letOther = (): boolean => {
    for (const run of [0, 1] as const) for (let times = random(4); times > 0; times--) refuse(run);
    for (let i = 0; i < PROBES; i++) {
      const [first, second] = [pick(umpires[0]), pick(umpires[1])];
      const [heard, also] = [probe(game, umpires[0], ear, first), probe(game, umpires[1], ear, second)];
      if (!heard.isPlayed || !also.isPlayed || heard.sound !== also.sound) continue;
      play(0, first);
      play(1, second);
      return true;
    }
    return false;
  };

  for (let turn = 0; turn < TURNS_MAX && !umpires[0].isOver; turn++) if (!(umpires[0].toMove === ear ? letEar() : letOther())) break;
  umpires.forEach((umpire) => umpire.close());
  game.close();
  const others = runs.map((run) => run.filter(({ seat }) => seat !== ear).map(({ attempt }) => attempt)) as [string[], string[]];
  const differences = others[0].filter((attempt, i) => attempt !== others[1][i]).length + Math.abs(others[0].length - others[1].length);
  return { game: name, ear, runs, differences };
}
