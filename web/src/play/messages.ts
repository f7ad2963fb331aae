// What the page and the worker that holds the table say to each other. The worker tells the page what its seat heard, what line mode
// says to it, and the person's own notes, and nothing else: the truth stays in the worker until the game is over.
import type { Heard, SeatNumber } from '../../wasm/nebel.ts';

export interface GamePlan {
  game: string;
  seat: SeatNumber;
  level: number;
  baseMs: number; // of the clocks; 0 for none
  incrementMs: number;
}

export type ToTable =
  | { kind: 'open'; module: WebAssembly.Module; plan: GamePlan; seed: number; language: string | undefined }
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
  journal: string; // once the game is over
}

export type FromTable = News | { kind: 'failed'; reason: string };
