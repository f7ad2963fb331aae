// A game that was just played, handed to the screen of reviews.
let waiting: string | undefined;

export function handOver(record: string): void {
  waiting = record;
}

/** The record that waits; once. */
export function takeOver(): string | undefined {
  const record = waiting;
  waiting = undefined;
  return record;
}
