// The door to a seat at a server, as src/ui/web/page.h declares it: what was heard by number, the open action, joining again. No rule of the
// protocol is written here; whoever holds this owns the WebSocket, and sends what `sends` says.
import { Handle, type Module, type Pointer } from './module.ts';
import { LineGame, type Nebel, open, type SeatNumber, TEXT_BYTES } from './nebel.ts';

/** What to do with the connection after a line of the server: RemoteNext of src/formats/protocol/remote.h. */
const NEXTS = ['stay', 'send again', 'come back', 'leave', 'give up'] as const;
export type Next = (typeof NEXTS)[number];

/** A random whole number that a double holds. */
const chance = (): number => {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high! >>> 11) * 2 ** 32 + low!;
};

/** How long to wait before the next connection, after so many that failed. */
export const waitMs = ({ module }: Nebel, failures: number): number => module.call('page_seat_wait_ms', failures, chance());

export class RemoteSeat extends Handle {
  private constructor(module: Module, at: Pointer) {
    super(module, at, 'page_seat_close');
  }

  /** Throws if that is no token of a seat. */
  static open({ module }: Nebel, token: string): RemoteSeat {
    return open(
      module,
      [token],
      (why, at) => module.call('page_seat_open', at, chance(), why, TEXT_BYTES),
      (at) => new RemoteSeat(module, at),
    );
  }

  /** A connection is open. */
  begin(): void {
    this.module.call('page_seat_begin', this.at);
  }

  /** The connection is lost. */
  lose(): void {
    this.module.call('page_seat_lose', this.at);
  }

  /** Takes a line of the server. */
  take(line: string, nowMs: number): Next {
    return this.module.withTexts([line], (text) => NEXTS[this.module.call('page_seat_take', this.at, text!, nowMs)]!);
  }

  /** Sends the open action again, after `busyMs`. */
  repeat(): void {
    this.module.call('page_seat_repeat', this.at);
  }

  get busyMs(): number {
    return this.module.call('page_seat_busy_ms');
  }

  /** The line for the server that the last call made, "" for none; it is handed out once. */
  sends(): string {
    return this.text('page_seat_sends');
  }

  get isSeated(): boolean {
    return this.module.ask('page_seat_is_seated', this.at);
  }

  /** Whether an action has no answer yet. */
  get hasOpen(): boolean {
    return this.module.ask('page_seat_has_open', this.at);
  }

  /** Why it gave up: the server's word, and a sentence for the person. */
  get code(): string {
    return this.text('page_seat_code');
  }
  get reason(): string {
    return this.text('page_seat_reason');
  }

  /** What line mode says of the last line of the server, once the game was begun by a line of its own. */
  said(): string {
    return this.text('page_seat_said');
  }

  /** The game, once the seat has joined for the first time. It belongs to the seat, and is closed with it. */
  get game(): LineGame | undefined {
    const at = this.module.call('page_seat_game', this.at);
    return at ? new LineGame(this.module, at) : undefined;
  }

  /** Of a seat that has a game: the game string, the number of the seat, and the clock, 0 for none. */
  get name(): string {
    return this.text('page_seat_name');
  }
  get number(): SeatNumber {
    return this.module.call('page_seat_number', this.at) as SeatNumber;
  }
  /** By what the game can be looked at when it is over: #/game/ID; "" if the server did not say. */
  get archive(): string {
    return this.text('page_seat_archive');
  }
  get baseMs(): number {
    return this.module.call('page_seat_base_ms', this.at) >>> 0;
  }

  private text(name: string): string {
    return this.module.textOf(name, this.at) ?? '';
  }
}
