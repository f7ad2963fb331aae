// What the screen of reviews and its worker say to each other. The game is over, so there is no secret.
import type { Heard, SeatNumber } from '../../wasm/nebel.ts';
import type { ReviewStep, View } from '../../wasm/records.ts';

export interface Reviewed {
  game: string;
  view: View;
  names: [string, string]; // "" if not known
  result: string;
  steps: ReviewStep[];
  heard: [Heard[], Heard[]];
  written: { text: string; extension: string }; // as PGN or SGF
}

/** What a seat could believe after so many hearings. */
export interface Believed {
  seat: SeatNumber;
  heard: number;
  density: number[][]; // by kind: the chance of an enemy man on each square, row by row from the first rank
  count: number; // of boards
  before: number | undefined; // how many there were before, if this answered a try of the seat's and all boards were known
  isExact: boolean;
  isGuessed: boolean;
}

export type ToReview = { kind: 'open'; source: string; language: string | undefined } | { kind: 'believe'; seat: SeatNumber; heard: number };
export type FromReview = ({ kind: 'opened' } & Reviewed) | ({ kind: 'believed' } & Believed) | { kind: 'failed'; reason: string };
