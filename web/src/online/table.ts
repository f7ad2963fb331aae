// A table at a server, as a sitting has it. What the seat knows, what is sent and when to come back is decided by `remote` in the module; this
// joins it to a link.
import type { Nebel } from '../../wasm/nebel.ts';
import { type Next, RemoteSeat } from '../../wasm/remote.ts';
import type { FromTable, SeatPlan, ToTable } from '../play/messages.ts';
import type { TablePort } from '../play/sitting.ts';
import { Link } from './link.ts';
import { readSuspended, suspendedWords } from './suspended.ts';

/** `lost` is tried again; `over` and `failed` are not. */
export type TableState = 'connecting' | 'seated' | 'lost' | 'over' | 'failed';

const now = (): number => Math.floor(performance.now());

export class ServerTable implements TablePort {
  onmessage: ((event: MessageEvent<FromTable>) => void) | null = null;
  state: TableState = 'connecting';
  isBack = false; // the connection was lost, and nothing was heard since it is there again
  private readonly seat: RemoteSeat;
  private readonly link: Link;
  private isClosed = false;
  private told = 0; // how much of what the seat heard was handed on

  /** Throws if that is no token of a seat. `onChange` is called when `state` changes. */
  constructor(
    nebel: Nebel,
    token: string,
    private readonly onChange: () => void,
  ) {
    this.seat = RemoteSeat.open(nebel, token);
    this.link = new Link(nebel, '/seat', {
      opened: () => this.seat.begin(),
      take: (line) => this.take(line),
      lost: () => this.lose(),
    });
    this.link.connect();
  }

  /** What is played, once the seat has joined for the first time. */
  get plan(): SeatPlan | undefined {
    return this.seat.game && { game: this.seat.name, seat: this.seat.number };
  }

  /** By what the game can be looked at when it is over; "" if the server did not say. */
  get archive(): string {
    return this.seat.archive;
  }

  /** Why it failed. */
  get reason(): string {
    return this.seat.code === 'suspended' ? suspendedWords(readSuspended(this.seat.reason)) : this.seat.reason;
  }

  /** Whether another window or program has the seat. */
  get isElsewhere(): boolean {
    return this.state === 'failed' && this.seat.code === 'elsewhere';
  }

  /** Takes the seat back. */
  comeBack(): void {
    this.link.connect();
    this.change('lost');
  }

  /** Answers a little later, as a worker does. */
  postMessage(message: ToTable): void {
    queueMicrotask(() => {
      if (!this.isClosed) this.answer(message);
    });
  }

  terminate(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.link.close();
    this.seat.close();
  }

  // --- The connection ---

  private take(line: string): void {
    const wasSeated = this.seat.isSeated;
    const next = this.seat.take(line, now());
    this.send();
    this.follow(next);
    if (this.told) this.tell(this.seat.said(), wasSeated !== this.seat.isSeated);
  }

  private follow(next: Next): void {
    if (next === 'come back') this.link.comeBack();
    else if (next === 'send again') this.link.after(this.seat.busyMs, () => this.repeat());
    else if (next === 'leave') this.end('over');
    else if (next === 'give up') this.end('failed');
    else if (this.seat.isSeated) this.sit();
  }

  private sit(): void {
    this.isBack ||= this.state === 'lost';
    if (!this.seat.hasOpen) this.link.rest();
    this.change('seated');
  }

  private lose(): void {
    this.seat.lose();
    if (!this.isClosed && this.state === 'seated') this.change('lost');
  }

  private end(state: 'over' | 'failed'): void {
    this.state = state;
    this.link.end();
    this.onChange();
  }

  private repeat(): void {
    this.seat.repeat();
    this.send();
  }

  /** Sends what the module has for the server; whether there was something. */
  private send(): boolean {
    const line = this.seat.sends();
    if (line) this.link.send(line);
    return line !== '';
  }

  private change(state: TableState): void {
    if (this.state === state) return;
    this.state = state;
    this.onChange();
  }

  // --- The person's side ---

  private answer(message: ToTable): void {
    const { game } = this.seat;
    if (!game || message.kind === 'speak') return; // the page's own module speaks its language already
    const said = 'line' in message ? game.line(now(), message.line) : game.line(now());
    const isSent = this.send();
    // What was sent is answered in a moment; until then the board shows the man where it was put.
    this.tell(message.kind === 'note' ? '' : said, !isSent);
  }

  /** Tells the person's side what is new; if nothing is, and it was not asked for, no message is sent. */
  private tell(said: string, isAsked: boolean): void {
    const { seat } = this;
    const game = seat.game!;
    const heard = game.heard(seat.number, this.told);
    if (!said && !heard.length && !isAsked) return;
    this.told += heard.length;
    this.isBack &&= !heard.length;
    const clocksMs: [number, number] | undefined = seat.baseMs ? [game.clockMs(0, now()), game.clockMs(1, now())] : undefined;
    const data: FromTable = { kind: 'news', said, heard, marks: game.marks, queue: game.queue, taken: game.taken, clocksMs, journal: '' };
    this.onmessage?.({ data } as MessageEvent<FromTable>);
  }
}
