// A table with a person and an opponent: it takes the person's lines, lets the opponent choose, and tells the person's side what its seat
// may know. It knows no worker, player or clock: they are handed in, so that tests play the same games.
import type { Heard, LineGame, Nebel, SeatNumber } from '../../wasm/nebel.ts';
import type { GamePlan, News } from './messages.ts';

/** Who sits in the other seat: hears what that seat hears, and chooses a try or a word. */
export interface Opponent {
  hear(heard: Heard): void;
  choose(share: number): string; // with this part of its usual work
}

export interface TablePlan {
  nebel: Nebel;
  plan: GamePlan;
  opponent: Promise<Opponent>;
  now: () => number; // milliseconds
  waitUntil: (atMs: number) => Promise<void>;
  post: (news: News) => void;
}

/**
 * A turn of the opponent lasts a multiple of this, and what it took to choose the first try says which: its length does not tell how often the
 * opponent was refused. On its n-th try it spends the n²-th part of its usual work, so that all tries together take less than twice the first.
 */
const BEAT_MS = 500;

export class Table {
  private readonly game: LineGame;
  private readonly told: [number, number] = [0, 0]; // how much of what each seat heard was handed on
  private alarm: ReturnType<typeof setTimeout> | undefined; // of the clock that runs
  private isClosed = false;
  private work: Promise<void> = Promise.resolve(); // what the person waits for: one thing after the other

  constructor(private readonly setup: TablePlan) {
    const { nebel, plan, now } = setup;
    const { game, seat, baseMs, incrementMs } = plan;
    this.game = nebel.lineGame({ game, seat, opponent: nebel.levelWords(game, plan.level), baseMs, incrementMs, nowMs: now() });
  }

  open(): Promise<void> {
    return this.afterwards(async () => {
      this.tell(this.game.line(this.setup.now()), true);
      await this.playOn();
    });
  }

  /** A line of the person's; `isSaid` if its answer is for the log. It waits until the person has heard of the opponent's turn. */
  take(line: string, isSaid: boolean): Promise<void> {
    return this.afterwards(async () => {
      const said = this.game.line(this.setup.now(), line);
      this.tell(isSaid ? said : '', true);
      await this.playOn();
    });
  }

  speak(language: string | undefined): void {
    this.setup.nebel.speak(language);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.alarm);
    this.game.close();
  }

  private afterwards(doing: () => Promise<void>): Promise<void> {
    return (this.work = this.work.then(() => (this.isClosed ? undefined : doing())));
  }

  private get other(): SeatNumber {
    return (1 - this.setup.plan.seat) as SeatNumber;
  }

  /** What a seat has heard and was not told yet. */
  private takeHeard(seat: SeatNumber): Heard[] {
    const heard = this.game.heard(seat, this.told[seat]);
    this.told[seat] += heard.length;
    return heard;
  }

  /** Tells the person's side what is new; if nothing is, and the person did not ask, no message is sent. */
  private tell(said: string, isAsked: boolean): void {
    const { plan, now, post } = this.setup;
    const { game } = this;
    const heard = this.takeHeard(plan.seat);
    if (!said && !heard.length && !isAsked) return;
    const clocksMs: [number, number] | undefined = plan.baseMs ? [game.clockMs(0, now()), game.clockMs(1, now())] : undefined;
    post({ kind: 'news', said, heard, marks: game.marks, queue: game.queue, taken: game.taken, clocksMs, journal: game.journal });
  }

  /** Looks again when the time of the seat to move is over. */
  private setAlarm(): void {
    const { plan, now } = this.setup;
    clearTimeout(this.alarm);
    if (!plan.baseMs || this.isClosed || this.game.isOver) return;
    const leftMs = Math.min(...([0, 1] as const).map((seat) => this.game.clockMs(seat, now())));
    this.alarm = setTimeout(() => {
      this.tell(this.game.tick(now()), false);
      this.setAlarm();
    }, leftMs + 1);
  }

  /** The opponent chooses until it is the person's turn. Its turn ends, and the person hears of it, at a beat. */
  private async playOn(): Promise<void> {
    this.setAlarm();
    const { now, waitUntil } = this.setup;
    const beganMs = now();
    const opponent = await this.setup.opponent;
    while (!this.isClosed && this.game.awaitsPlayer) {
      const [said, endMs] = this.letChoose(opponent, beganMs);
      await waitUntil(endMs);
      if (!this.isClosed) this.tell(said, false);
    }
    if (!this.isClosed) this.setAlarm();
  }

  /** One turn of the opponent: what line mode says of it, and the beat at which it ends. */
  private letChoose(opponent: Opponent, beganMs: number): [string, number] {
    const { now } = this.setup;
    const askedMs = now();
    const beatAfter = (atMs: number): number => beganMs + BEAT_MS * Math.ceil((atMs - beganMs + 1) / BEAT_MS);
    let said = '';
    let endMs = beganMs;
    let tries = 0;
    do {
      this.takeHeard(this.other).forEach((heard) => opponent.hear(heard));
      tries++;
      const choice = opponent.choose(1 / tries ** 2);
      endMs = Math.max(endMs, beatAfter(tries === 1 ? 2 * now() - askedMs : now()));
      said += this.game.choose(endMs, choice);
    } while (this.game.awaitsPlayer);
    return [said, endMs];
  }
}
