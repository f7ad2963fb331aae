// A table with a person and an opponent: it takes the person's lines, lets the opponent choose, and tells the person's side what its seat
// may know. It knows no worker, player or clock: they are handed in, so that tests play the same games.
import type { Heard, LineGame, Nebel, SeatNumber } from '../../wasm/nebel.ts';
import type { GamePlan, News } from './messages.ts';

/** Who sits in the other seat: hears what that seat hears, and chooses a try or a word. */
export interface Opponent {
  hear(heard: Heard): void;
  choose(): string;
}

export interface TablePlan {
  nebel: Nebel;
  plan: GamePlan;
  opponent: Promise<Opponent>;
  now: () => number; // milliseconds
  post: (news: News) => void;
}

export class Table {
  private readonly game: LineGame;
  private readonly told: [number, number] = [0, 0]; // how much of what each seat heard was handed on
  private alarm: ReturnType<typeof setTimeout> | undefined; // of the clock that runs
  private isClosed = false;

  constructor(private readonly setup: TablePlan) {
    const { nebel, plan, now } = setup;
    const { game, seat, baseMs, incrementMs } = plan;
    this.game = nebel.lineGame({ game, seat, opponent: nebel.levelWords(game, plan.level), baseMs, incrementMs, nowMs: now() });
  }

  async open(): Promise<void> {
    this.tell(this.game.line(this.setup.now()), true);
    await this.playOn();
  }

  /** A line of the person's; `isSaid` if its answer is for the log. */
  async take(line: string, isSaid: boolean): Promise<void> {
    const said = this.game.line(this.setup.now(), line);
    this.tell(isSaid ? said : '', true);
    await this.playOn();
  }

  speak(language: string | undefined): void {
    this.setup.nebel.speak(language);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.alarm);
    this.game.close();
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

  /** Tells the person's side what is new. A try of the other that its seat does not hear says nothing, and no message is sent. */
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

  /** The opponent chooses until it is the person's turn. */
  private async playOn(): Promise<void> {
    this.setAlarm();
    const opponent = await this.setup.opponent;
    while (!this.isClosed && this.game.awaitsPlayer) {
      this.takeHeard(this.other).forEach((heard) => opponent.hear(heard));
      this.tell(this.game.choose(this.setup.now(), opponent.choose()), false);
    }
    if (!this.isClosed) this.setAlarm();
  }
}
