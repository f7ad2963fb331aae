// The door to nebel.wasm: games, umpires, seats, records, line mode and lessons, as include/nebel and src/page/page.h declare them.
// No rule of a game is written here. A module that holds a table or an umpire holds the truth: it belongs into a worker.
import { Handle, Module, type Pointer } from './module.ts';

export const WHITE = 0;
export const BLACK = 1;
export const UMPIRE = 2;
export type SeatNumber = typeof WHITE | typeof BLACK;
export type View = SeatNumber | typeof UMPIRE;

export const PGN = 0;
export const SGF = 2; // 1 is JSON, which this build neither reads nor writes
export type Format = typeof PGN | typeof SGF;

/** What a seat heard, as the library keeps it: only to be handed on. */
export type Hearing = Uint8Array;

/** A turn as a seat heard it: `count` hearings from `first` on. */
export interface Turn {
  first: number;
  count: number;
  number: number;
  seat: number;
}

/** What a side has taken, as far as a seat was told. */
export interface Taken {
  men: number;
  pawns: number;
  pieces: number;
  stones: number;
}

export const TEXT_BYTES = 2048; // any one text: a hearing, a reason
const HEARING_BYTES = 64;
export const NAME_BYTES = 8; // a try, or a man on a square
const TRIES_MAX = 1024;
const TURN_BYTES = 16;
const TAKEN_BYTES = 16;

export class NebelError extends Error {}

export class Nebel {
  private constructor(readonly module: Module) {}

  static async load(source: BufferSource | WebAssembly.Module): Promise<Nebel> {
    return new Nebel(await Module.load(source));
  }

  /** Opens the game that a string names, as "kriegspiel(rules=icc)". */
  game(name: string): Game {
    return open(this.module, [name], (why, at) => this.module.call('nebel_game_open', at, why, TEXT_BYTES), (at) => new Game(this.module, at));
  }

  /** Reads the first record of a text. */
  record(format: Format, source: string): Record_ {
    const length = new TextEncoder().encode(source).length;
    return open(
      this.module,
      [source],
      (why, at) => this.module.call('nebel_record_read', format, at, length, 0, why, TEXT_BYTES),
      (at) => new Record_(this.module, at),
    );
  }

  /** A game of a person against a player, in line mode. */
  lineGame(plan: LineGamePlan): LineGame {
    const { game, seat, opponent, baseMs = 0, incrementMs = 0, nowMs } = plan;
    return open(
      this.module,
      [game, opponent],
      (why, name, other) => this.module.call('page_game_open', name, seat, other, baseMs, incrementMs, nowMs, why, TEXT_BYTES),
      (at) => new LineGame(this.module, at),
    );
  }

  /** The lessons of a game, from number `first` on, counted from 0. */
  course(game: 'kriegspiel' | 'phantom-go', first = 0): Course {
    const at = this.module.call('page_course_open', Number(game === 'phantom-go'), first);
    if (!at) throw new NebelError(`there is no lesson ${first + 1}`);
    return new Course(this.module, at);
  }

  /** An opponent by level, from 1 to 9. `nodes` is 0 if time limits its tries. */
  level(game: string, level: number): { player: string; nodes: number } | undefined {
    return this.module.withTexts([game], (name) => {
      const player = this.module.textOf('page_level_player', name!, level);
      return player === undefined ? undefined : { player, nodes: this.module.call('page_level_nodes', name!, level) };
    });
  }

  /** Speaks the language of a file of Fluent messages; without one, English. */
  speak(file?: string): void {
    if (!this.module.withTexts([file], (at) => this.module.ask('page_speak', at!))) throw new NebelError('there is not enough memory');
  }
}

/** Makes something that C opens, or throws the reason that C writes. */
export function open<T>(module: Module, texts: string[], call: (why: Pointer, ...at: Pointer[]) => Pointer, make: (at: Pointer) => T): T {
  return module.withRoom(TEXT_BYTES, (why) => {
    const at = module.withTexts(texts, (...texts_) => call(why, ...texts_));
    if (!at) throw new NebelError(module.text(why, TEXT_BYTES));
    return make(at);
  });
}

export function check(module: Module, error: number): void {
  if (error) throw new NebelError(module.textOf('nebel_error_text', error));
}

/** The names that C writes into a list. */
function listNames(module: Module, name: string, ...values: number[]): string[] {
  return module.withRoom(TRIES_MAX * NAME_BYTES, (at) => {
    const count = module.call(name, ...values, at, TRIES_MAX);
    return Array.from({ length: Math.min(count, TRIES_MAX) }, (_, i) => module.text(at + i * NAME_BYTES, NAME_BYTES));
  });
}

export class Game extends Handle {
  constructor(module: Module, at: Pointer) {
    super(module, at, 'nebel_game_close');
  }

  umpire(): { umpire: Umpire; heard: [Hearing, Hearing] } {
    return this.module.withRoom(2 * HEARING_BYTES, (to) => {
      const at = this.module.call('nebel_umpire_create', this.at, to);
      if (!at) throw new NebelError('there is not enough memory');
      return { umpire: new Umpire(this.module, at), heard: heardOf(this.module, to) };
    });
  }

  seat(number: SeatNumber): Seat {
    const at = this.module.call('nebel_seat_create', this.at, number);
    if (!at) throw new NebelError('there is not enough memory');
    return new Seat(this.module, at, number);
  }

  /** A hearing in the umpire's words. */
  words(hearing: Hearing): string {
    return withHearing(this.module, hearing, (at) =>
      this.module.withRoom(TEXT_BYTES, (text) => {
        this.module.call('nebel_hearing_words', this.at, at, text, TEXT_BYTES);
        return this.module.text(text, TEXT_BYTES);
      }),
    );
  }

  /** A hearing as a line for the ear of a seat, and back; the line is what may be sent. */
  line(hearing: Hearing, seat: SeatNumber): string {
    return withHearing(this.module, hearing, (at) =>
      this.module.withRoom(TEXT_BYTES, (text) => {
        this.module.call('nebel_hearing_line', at, seat, text, TEXT_BYTES);
        return this.module.text(text, TEXT_BYTES);
      }),
    );
  }

  hearing(line: string, seat: SeatNumber): Hearing {
    return readHearing(this.module, line, seat);
  }
}

function heardOf(module: Module, at: Pointer): [Hearing, Hearing] {
  return [module.bytes(at, HEARING_BYTES), module.bytes(at + HEARING_BYTES, HEARING_BYTES)];
}

export function withHearing<T>(module: Module, hearing: Hearing, use: (at: Pointer) => T): T {
  return module.withRoom(HEARING_BYTES, (at) => {
    const view = module.view(at, HEARING_BYTES);
    hearing.forEach((byte, i) => view.setUint8(i, byte));
    return use(at);
  });
}

export function readHearing(module: Module, line: string, seat: SeatNumber): Hearing {
  return module.withRoom(HEARING_BYTES, (at) =>
    module.withTexts([line], (text) => {
      check(module, module.call('nebel_hearing_read', text!, seat, at));
      return module.bytes(at, HEARING_BYTES);
    }),
  );
}

/** The judge alone, who sees the whole board. */
export class Umpire extends Handle {
  constructor(module: Module, at: Pointer) {
    super(module, at, 'nebel_umpire_destroy');
  }

  get toMove(): SeatNumber {
    return this.module.call('nebel_umpire_seat_to_move', this.at) as SeatNumber;
  }

  get isOver(): boolean {
    return this.module.ask('nebel_umpire_is_over', this.at);
  }

  tries(): string[] {
    return listNames(this.module, 'nebel_umpire_tries', this.at);
  }

  /** Judges a try; returns what White and Black hear. */
  try(seat: SeatNumber, attempt: string): [Hearing, Hearing] {
    return this.module.withRoom(2 * HEARING_BYTES, (to) =>
      this.module.withTexts([attempt], (text) => {
        check(this.module, this.module.call('nebel_umpire_try', this.at, seat, text!, to));
        return heardOf(this.module, to);
      }),
    );
  }
}

/** What one player knows, from its own hearings alone. */
export class Seat extends Handle {
  constructor(
    module: Module,
    at: Pointer,
    readonly number: SeatNumber,
  ) {
    super(module, at, 'nebel_seat_destroy');
  }

  /** Takes a line that the seat heard; `own` is the own try that it answers. */
  hear(line: string, own?: string): void {
    const hearing = readHearing(this.module, line, this.number);
    withHearing(this.module, hearing, (at) =>
      this.module.withTexts([own], (text) => check(this.module, this.module.call('nebel_seat_hear', this.at, text!, at))),
    );
  }

  get isOver(): boolean {
    return this.module.ask('nebel_seat_is_over', this.at);
  }

  /** Whose turn it is; undefined before the opening and after the end. */
  get toMove(): SeatNumber | undefined {
    const seat = this.module.call('nebel_seat_to_move', this.at);
    return seat < 0 ? undefined : (seat as SeatNumber);
  }

  get hasOffer(): boolean {
    return this.module.ask('nebel_seat_has_offer', this.at);
  }

  tries(): string[] {
    return listNames(this.module, 'nebel_seat_tries', this.at);
  }

  /** Own tries that were refused in this turn. */
  refusals(): string[] {
    return listNames(this.module, 'nebel_seat_refusals', this.at);
  }

  /** The men of a side that the seat sees: "nd5" is a knight on d5, in Go "d4" a stone. */
  men(side: SeatNumber): string[] {
    return listNames(this.module, 'nebel_seat_men', this.at, side);
  }

  phantoms(): string[] {
    return listNames(this.module, 'nebel_seat_phantoms', this.at);
  }

  mark(man: string): void {
    this.module.withTexts([man], (text) => check(this.module, this.module.call('nebel_seat_mark', this.at, text!)));
  }

  /** Removes the phantom on a square, or all of them. */
  unmark(square?: string): void {
    this.module.withTexts([square], (text) => check(this.module, this.module.call('nebel_seat_unmark', this.at, text!)));
  }

  get heard(): number {
    return this.module.call('nebel_seat_heard', this.at);
  }

  /** A hearing in words, with the own try that it answered, "" if none. */
  words(index: number): { own: string; words: string } {
    return this.module.withRoom(NAME_BYTES + TEXT_BYTES, (at) => {
      this.module.call('nebel_seat_words', this.at, index, at, at + NAME_BYTES, TEXT_BYTES);
      return { own: this.module.text(at, NAME_BYTES), words: this.module.text(at + NAME_BYTES, TEXT_BYTES) };
    });
  }

  turns(): Turn[] {
    const count = this.module.call('nebel_seat_turns', this.at, 0, 0);
    return this.module.withRoom(count * TURN_BYTES || 1, (at) => {
      this.module.call('nebel_seat_turns', this.at, at, count);
      const view = this.module.view(at, count * TURN_BYTES);
      return Array.from({ length: count }, (_, i) => {
        const field = (k: number): number => view.getUint32(i * TURN_BYTES + 4 * k, true);
        return { first: field(0), count: field(1), number: field(2), seat: field(3) };
      });
    });
  }

  taken(side: SeatNumber): Taken {
    return this.module.withRoom(TAKEN_BYTES, (at) => {
      this.module.call('nebel_seat_taken', at, this.at, side);
      const view = this.module.view(at, TAKEN_BYTES);
      const field = (k: number): number => view.getUint32(4 * k, true);
      return { men: field(0), pawns: field(1), pieces: field(2), stones: field(3) };
    });
  }
}

export class Record_ extends Handle {
  constructor(module: Module, at: Pointer) {
    super(module, at, 'nebel_record_destroy');
  }

  get view(): View {
    return this.module.call('nebel_record_view', this.at) as View;
  }

  get result(): string {
    return this.module.textOf('nebel_record_result', this.at) ?? '*';
  }

  /** The game as a view saw it. */
  write(view: View, format: Format): string {
    return this.module.withRoom(4, (at) => {
      check(this.module, this.module.call('nebel_record_write', this.at, view, format, at));
      const written = this.module.view(at, 4).getUint32(0, true);
      const text = this.module.text(written);
      this.module.call('nebel_free', written);
      return text;
    });
  }
}

export interface LineGamePlan {
  game: string;
  seat: SeatNumber; // of the person
  opponent: string; // a name
  baseMs?: number; // of the clocks; 0 for none
  incrementMs?: number;
  nowMs: number;
}

/** One thing that a seat heard: a line for its ear, and its own try that it answers, "" if none. */
export interface Heard {
  line: string;
  own: string;
}

/** A game of a person against a player. It owns the truth; what it hands out is for the seat it is asked about. */
export class LineGame extends Handle {
  constructor(module: Module, at: Pointer) {
    super(module, at, 'page_game_close');
  }

  /** What is said to a typed line; without one, the beginning. */
  line(nowMs: number, line?: string): string {
    return this.module.withTexts([line], (text) => this.module.textOf('page_game_line', this.at, text!, nowMs) ?? '');
  }

  /** Time has passed. */
  tick(nowMs: number): string {
    return this.module.textOf('page_game_tick', this.at, nowMs) ?? '';
  }

  get awaitsPlayer(): boolean {
    return this.module.ask('page_game_awaits_player', this.at);
  }

  /** The player chooses: a try, or "resign", "offer", "accept" or "decline". */
  choose(nowMs: number, choice: string): string {
    return this.module.withTexts([choice], (text) => this.module.textOf('page_game_choose', this.at, text!, nowMs) ?? '');
  }

  get isOver(): boolean {
    return this.module.ask('page_game_is_over', this.at);
  }

  clockMs(seat: SeatNumber, nowMs: number): number {
    return this.module.call('page_game_clock_ms', this.at, seat, nowMs) >>> 0;
  }

  /** All that a seat heard from number `from` on. */
  heard(seat: SeatNumber, from: number): Heard[] {
    const count = this.module.call('page_game_heard', this.at, seat);
    return Array.from({ length: Math.max(0, count - from) }, (_, i) => ({
      line: this.module.textOf('page_game_hearing', this.at, seat, from + i) ?? '',
      own: this.module.textOf('page_game_own_try', this.at, seat, from + i) ?? '',
    }));
  }
}

/** Lessons in line mode. */
export class Course extends Handle {
  constructor(module: Module, at: Pointer) {
    super(module, at, 'page_course_close');
  }

  line(line?: string): string {
    return this.module.withTexts([line], (text) => this.module.textOf('page_course_line', this.at, text!) ?? '');
  }

  get isDone(): boolean {
    return this.module.ask('page_course_is_done', this.at);
  }
}
