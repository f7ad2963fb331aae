// What the page and a table say to each other. The worker that holds a table tells the page what its seat heard, what line mode
// says to it, and the person's own notes, and nothing else: the truth stays in the worker until the game is over. A table at a server does the same.
import type { Heard, SeatNumber } from '../../wasm/nebel.ts';

/** Where a person sits. */
export interface SeatPlan {
  game: string;
  seat: SeatNumber;
}

/** A game against a level. */
export interface GamePlan extends SeatPlan {
  level: number;
  baseMs: number; // of the clocks; 0 for none
  incrementMs: number;
}

export type ToTable =
  | { kind: 'open'; module: WebAssembly.Module; plan: GamePlan; seed: number; language: string | undefined }
  | { kind: 'sit' } // at a table that is there already
  | { kind: 'line'; line: string }
  | { kind: 'note'; line: string } // a line whose answer is not said: a mark
  | { kind: 'speak'; language: string | undefined };

export interface News {
  kind: 'news';
  said: string;
  heard: Heard[];
  marks: string[];
  queue: string[];
  taken: string;
  clocksMs: [number, number] | undefined;
  journal: string; // once the game is over, if the table was here
}

export type FromTable = News | { kind: 'failed'; reason: string };
