// The door to nebel.wasm: games, umpires, seats, line mode, lessons and words, as include/nebel and src/ui/web/page.h declare them.
// No rule of a game is written here. A module that holds a table or an umpire holds the truth: it belongs into a worker.
import { Handle, Module, type Pointer } from './module.ts';

export const WHITE = 0;
export const BLACK = 1;
export type SeatNumber = typeof WHITE | typeof BLACK;

/** What a seat heard, as the library keeps it: only to be handed on. */
export type Hearing = Uint8Array;

/** The board of a game: its size, and how many kinds of men there are: 6 on a chess board, 1 in Go. */
export interface Shape {
  files: number;
  ranks: number;
  kinds: number;
}

/** What a seat heard of a square; a number of Seat.signs is some of these, added. */
export const SIGNS = { refused: 2, captured: 4, check: 8, pawn: 16, moved: 32, doubt: 64 } as const;
export type Sign = keyof typeof SIGNS;

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
const SHAPE_BYTES = 24;
const ARGUMENT_BYTES = 8; // of a message: const char *text, uint32_t number

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
  course(game: LessonGame, first = 0): Course {
    const at = this.module.call('page_course_open', lessonKind(game), first);
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

  /** A level in words: "level 2, casual". */
  levelWords(game: string, level: number): string {
    return this.module.withTexts([game], (name) => this.module.textOf('page_level_words', name!, level) ?? '');
  }

  /** The rulesets of Kriegspiel, by name and in words. */
  rulesets(): { name: string; words: string }[] {
    return this.names('page_ruleset').map((name, i) => ({ name, words: this.module.textOf('page_ruleset_words', i)! }));
  }

  /** The boards of Kriegspiel. */
  boards(): string[] {
    return this.names('page_board');
  }

  lessonTitles(game: LessonGame): string[] {
    return this.names('page_lesson_title', lessonKind(game));
  }

  private names(name: string, ...values: number[]): string[] {
    const names: string[] = [];
    for (let text; (text = this.module.textOf(name, ...values, names.length)) !== undefined; ) names.push(text);
    return names;
  }

  /** A message by its name, "page-play", with its arguments in their order. */
  words(name: string, ...values: (string | number)[]): string {
    const { module } = this;
    const texts = values.map((value) => (typeof value === 'string' ? value : undefined));
    const said = module.withTexts([name, ...texts], (nameAt, ...textsAt) =>
      module.withRoom(values.length * ARGUMENT_BYTES || 1, (at) => {
        const view = module.view(at, values.length * ARGUMENT_BYTES);
        values.forEach((value, i) => {
          view.setUint32(i * ARGUMENT_BYTES, textsAt[i]!, true);
          view.setUint32(i * ARGUMENT_BYTES + 4, Number(value) || 0, true);
        });
        return module.textOf('page_words', nameAt!, at, values.length);
      }),
    );
    if (said === undefined) throw new NebelError(`there is no message ${name} with ${values.length} arguments`);
    return said;
  }

  /** Speaks the language of a file of Fluent messages; without one, English. */
  speak(file?: string): void {
    speak(this.module, file);
  }
}

export type LessonGame = 'kriegspiel' | 'phantom-go';
const lessonKind = (game: LessonGame): number => Number(game === 'phantom-go');

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

export function shapeOf(module: Module, game: Pointer): Shape {
  return module.withRoom(SHAPE_BYTES, (at) => {
    module.call('nebel_game_shape', at, game);
    const view = module.view(at, SHAPE_BYTES);
    return { ranks: view.getUint32(4, true), files: view.getUint32(8, true), kinds: view.getUint32(12, true) };
  });
}

/** Speaks the language of a file of Fluent messages; without one, English. */
export function speak(module: Module, file?: string): void {
  if (!module.withTexts([file], (at) => module.ask('page_speak', at!))) throw new NebelError('there is not enough memory');
}

export class Game extends Handle {
  constructor(module: Module, at: Pointer) {
    super(module, at, 'nebel_game_close');
  }

  get shape(): Shape {
    return shapeOf(this.module, this.at);
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

  /** A second umpire in the same state. */
  copy(): Umpire {
    const at = this.module.call('nebel_umpire_copy', this.at);
    if (!at) throw new NebelError('there is not enough memory');
    return new Umpire(this.module, at);
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

  /** The squares that were called, with the sum of their SIGNS. */
  signs(): Map<string, number> {
    return this.module.withRoom(TRIES_MAX * NAME_BYTES, (at) => {
      const count = this.module.call('nebel_seat_signs', this.at, at, TRIES_MAX);
      const signs = this.module.bytes(at, count * NAME_BYTES);
      return new Map(Array.from({ length: count }, (_, i) => [this.module.text(at + i * NAME_BYTES, NAME_BYTES - 1), signs[(i + 1) * NAME_BYTES - 1]!]));
    });
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
    return listHeard(this.module, 'page_game', this.at, seat, from);
  }

  /** What the person has taken and lost, in a sentence. */
  get taken(): string {
    return this.text('page_game_taken');
  }

  /** The enemy men that the person believes in: "nd5". */
  get marks(): string[] {
    return words(this.text('page_game_marks'));
  }

  /** The tries that the person has queued. */
  get queue(): string[] {
    return words(this.text('page_game_queue'));
  }

  /** All that happened, once the game is over; "" before. */
  get journal(): string {
    return this.text('page_game_journal');
  }

  private text(name: string): string {
    return this.module.textOf(name, this.at) ?? '';
  }
}

const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** What a seat heard in a game or a lesson, whose functions begin with `prefix`. */
function listHeard(module: Module, prefix: string, at: Pointer, seat: SeatNumber, from: number): Heard[] {
  const count = module.call(`${prefix}_heard`, at, seat);
  return Array.from({ length: Math.max(0, count - from) }, (_, i) => ({
    line: module.textOf(`${prefix}_hearing`, at, seat, from + i) ?? '',
    own: module.textOf(`${prefix}_own_try`, at, seat, from + i) ?? '',
  }));
}

const LESSON_TEXTS = ['title', 'picture', 'task', 'verdict', 'reason'] as const;
const LESSON_STATES = ['asks', 'solved', 'missed', 'done'] as const;
export type LessonState = (typeof LESSON_STATES)[number];

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

  /** The number of the lesson, from 0. */
  get number(): number {
    return this.module.call('page_course_number', this.at);
  }

  get state(): LessonState {
    return LESSON_STATES[this.module.call('page_course_state', this.at)]!;
  }

  get game(): string {
    return this.module.textOf('page_course_game', this.at)!;
  }

  get seat(): SeatNumber {
    return this.module.call('page_course_seat', this.at) as SeatNumber;
  }

  /** The texts of the lesson; verdict and reason are "" while it asks. */
  text(part: (typeof LESSON_TEXTS)[number]): string {
    return this.module.textOf('page_course_text', this.at, LESSON_TEXTS.indexOf(part))!;
  }

  /** What a seat heard from number `from` on; of the other seat nothing while the lesson asks. */
  heard(seat: SeatNumber, from: number): Heard[] {
    return listHeard(this.module, 'page_course', this.at, seat, from);
  }
}
