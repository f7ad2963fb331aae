// A person at a table: where it is, and what the person's seat knows of the game.
import type { Nebel, Seat, Shape } from '../../wasm/nebel.ts';
import { type BoardView, squareOf, viewOf } from '../boards/view.ts';
import { language } from '../words.ts';
import type { FromTable, GamePlan, News, SeatPlan, ToTable } from './messages.ts';

const NOTHING: News = { kind: 'news', said: '', heard: [], marks: [], queue: [], taken: '', clocksMs: undefined, journal: '' };

/** Where the table is: a worker, a server, or a test. */
export interface TablePort {
  postMessage(message: ToTable): void;
  onmessage: ((event: MessageEvent<FromTable>) => void) | null;
  terminate(): void;
}

export class Sitting {
  readonly lines: string[] = [];
  readonly shape: Shape;
  readonly seat: Seat;
  news: News = NOTHING; // the last
  newsAtMs = 0; // when it came
  private spoken = language().code;

  constructor(
    private readonly nebel: Nebel,
    module: WebAssembly.Module,
    readonly plan: SeatPlan | GamePlan,
    onNews: (news: News) => void,
    private readonly table: TablePort = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' }),
  ) {
    const game = nebel.game(plan.game);
    this.shape = game.shape;
    this.seat = game.seat(plan.seat);
    this.table.onmessage = ({ data }: MessageEvent<FromTable>) => {
      this.take(data);
      onNews(this.news);
    };
    if ('level' in plan) this.send({ kind: 'open', module, plan, seed: crypto.getRandomValues(new Uint32Array(1))[0]!, language: language().file });
    else this.send({ kind: 'sit' });
  }

  /** A line of line mode: a try, or a word. */
  say(line: string): void {
    this.send({ kind: 'line', line });
  }

  /** Line mode asks whether the person is sure, and so has the page. */
  resign(): void {
    this.note('resign');
    this.say('y');
  }

  /** Notes a man, "nd5", or with a square alone the next kind; "all" removes every mark. */
  mark(square: string, man?: string, kinds: string[] = []): void {
    const old = this.news.marks.find((mark) => squareOf(this.shape, mark) === square);
    const kind = old === undefined ? undefined : old.slice(0, old.length - square.length);
    const next = kind === undefined ? kinds[0] : kinds[kinds.indexOf(kind) + 1];
    const wanted = man ?? (next === undefined ? old : next + square);
    this.note(wanted === old ? `unmark ${square}` : `mark ${wanted}`);
  }

  /** Notes men that were noted before. */
  markAgain(men: string[]): void {
    men.forEach((man) => this.note(`mark ${man}`));
  }

  unmarkAll(): void {
    this.note('unmark all');
  }

  /** Marks the other's men where every game begins. */
  markOpening(): void {
    const other = (1 - this.plan.seat) as 0 | 1;
    const game = this.nebel.game(this.plan.game);
    const { umpire, heard } = game.umpire();
    const seat = game.seat(other);
    seat.hear(game.line(heard[other], other));
    this.markAgain(seat.men(other));
    [seat, umpire, game].forEach((handle) => handle.close());
  }

  /** The worker speaks the person's language. */
  speak(): void {
    if (this.spoken === language().code) return;
    this.spoken = language().code;
    this.send({ kind: 'speak', language: language().file });
  }

  get isOwnTurn(): boolean {
    return this.seat.toMove === this.plan.seat;
  }

  view(): BoardView {
    return viewOf(this.seat, this.shape, this.news.marks);
  }

  end(): void {
    this.table.terminate();
    this.seat.close();
  }

  private note(line: string): void {
    this.send({ kind: 'note', line });
  }

  private take(message: FromTable): void {
    if (message.kind === 'failed') {
      this.lines.push(message.reason);
      return;
    }
    this.news = message;
    this.newsAtMs = performance.now();
    message.heard.forEach(({ line, own }) => this.seat.hear(line, own || undefined));
    this.lines.push(...message.said.split('\n').filter(Boolean));
  }

  private send(message: ToTable): void {
    this.table.postMessage(message);
  }
}
