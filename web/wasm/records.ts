// The door to review.wasm: records of games that are over, and what a seat could believe in them. A page fetches it when somebody reviews a
// game. For a worker.
import { Handle, Module, type Pointer } from './module.ts';
import { check, type Heard, open, readHearing, type SeatNumber, shapeOf, speak, TEXT_BYTES, withHearing } from './nebel.ts';

export const UMPIRE = 2;
export type View = SeatNumber | typeof UMPIRE;

export const PGN = 0;
export const SGF = 2; // 1 is JSON, which this build neither reads nor writes
export type Format = typeof PGN | typeof SGF;

export class Review {
  private constructor(private readonly module: Module) {}

  static async load(source: BufferSource | WebAssembly.Module): Promise<Review> {
    return new Review(await Module.load(source));
  }

  /** Plays the first game of a text again: PGN, SGF, or the lines of a journal. */
  open(source: string): ReviewedGame {
    return open(this.module, [source], (why, at) => this.module.call('page_review_open', at!, why, TEXT_BYTES), (at) => new ReviewedGame(this.module, at));
  }

  /** What a seat could believe, as at most so many boards; `seed` decides its chance. */
  belief(game: string, seat: SeatNumber, boards: number, seed: number): Belief {
    const gameAt = open(this.module, [game], (why, at) => this.module.call('nebel_game_open', at!, why, TEXT_BYTES), (at) => at);
    const at = this.module.call('nebel_belief_create', gameAt, seat, boards, BigInt(seed));
    return new Belief(this.module, at, gameAt, seat);
  }

  /** Speaks the language of a file of Fluent messages; without one, English. */
  speak(file?: string): void {
    speak(this.module, file);
  }

  /** Reads the first record of a text. */
  record(format: Format, source: string): Record_ {
    const length = new TextEncoder().encode(source).length;
    return open(
      this.module,
      [source],
      (why, at) => this.module.call('nebel_record_read', format, at!, length, 0, why, TEXT_BYTES),
      (at) => new Record_(this.module, at),
    );
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

/** One event of a record in words, and how much each seat had heard after it. */
export interface ReviewStep {
  words: string;
  heard: [number, number];
}

/** A record that was played again. */
export class ReviewedGame extends Handle {
  constructor(module: Module, at: Pointer) {
    super(module, at, 'page_review_close');
  }

  get game(): string {
    return this.text('page_review_game');
  }

  /** Whose record it is. */
  get view(): View {
    return this.module.call('page_review_view', this.at) as View;
  }

  /** Who played in a seat; "" if that is not known. */
  name(seat: SeatNumber): string {
    return this.text('page_review_name', seat);
  }

  /** Sets what the record says of itself: "white", "date", as in JSON records. Other names are passed over. */
  tag(name: string, value: string): void {
    this.module.withTexts([name, value], (nameAt, valueAt) => this.module.call('page_review_tag', this.at, nameAt!, valueAt!));
  }

  get result(): string {
    return this.text('page_review_result');
  }

  steps(): ReviewStep[] {
    const count = this.module.call('page_review_steps', this.at);
    const heard = (seat: SeatNumber, step: number): number => this.module.call('page_review_heard', this.at, seat, step);
    return Array.from({ length: count }, (_, i) => ({ words: this.text('page_review_words', i), heard: [heard(0, i), heard(1, i)] }));
  }

  heard(seat: SeatNumber): Heard[] {
    const count = this.module.call('page_review_heard_in_all', this.at, seat);
    return Array.from({ length: count }, (_, i) => ({ line: this.text('page_review_hearing', seat, i), own: this.text('page_review_own_try', seat, i) }));
  }

  /** As PGN or SGF. */
  write(): string {
    return this.text('page_review_write');
  }

  /** What the names of such files end in. */
  get extension(): string {
    return this.text('page_review_extension');
  }

  private text(name: string, ...values: number[]): string {
    return this.module.textOf(name, this.at, ...values) ?? '';
  }
}

const NO_ACTION = -1;
const CHANCE_BYTES = 8; // a double

export class Belief extends Handle {
  constructor(
    module: Module,
    at: Pointer,
    private readonly game: Pointer,
    private readonly seat: SeatNumber,
  ) {
    super(module, at, 'nebel_belief_destroy');
  }

  hear({ line, own }: Heard): void {
    const action = own ? this.module.withTexts([own], (text) => this.module.call('nebel_action_read', this.game, text!)) : NO_ACTION;
    withHearing(this.module, readHearing(this.module, line, this.seat), (at) =>
      check(this.module, this.module.call('nebel_belief_hear', this.at, action, at)),
    );
  }

  get count(): number {
    return this.module.call('nebel_belief_count', this.at);
  }

  /** Whether every possible board is there, or they are guesses. */
  get isExact(): boolean {
    return this.module.ask('nebel_belief_is_exact', this.at);
  }

  get isGuessed(): boolean {
    return this.module.ask('nebel_belief_is_guessed', this.at);
  }

  /** How likely an enemy man of each kind is on each square, row by row from the first rank. */
  density(): number[][] {
    const { kinds, ranks, files } = shapeOf(this.module, this.game);
    const squares = ranks * files;
    return this.module.withRoom(kinds * squares * CHANCE_BYTES, (at) => {
      this.module.call('nebel_belief_density', this.at, at);
      const view = this.module.view(at, kinds * squares * CHANCE_BYTES);
      const chance = (kind: number, square: number): number => view.getFloat64((kind * squares + square) * CHANCE_BYTES, true);
      return Array.from({ length: kinds }, (_, kind) => Array.from({ length: squares }, (_, square) => chance(kind, square)));
    });
  }

  override close(): void {
    super.close();
    this.module.call('nebel_game_close', this.game);
  }
}
