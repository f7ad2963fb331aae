// What the page and the worker that holds the table say to each other. The worker tells the page what its seat heard and what line
// mode says to it, and nothing else: the truth stays in the worker.
import type { Heard, SeatNumber } from '../wasm/nebel.ts';

export type ToTable =
  | { kind: 'open'; module: WebAssembly.Module; game: string; seat: SeatNumber; level: number; seed: number }
  | { kind: 'line'; line: string };

export type FromTable =
  | { kind: 'news'; said: string; heard: Heard[] }
  | { kind: 'failed'; reason: string };
