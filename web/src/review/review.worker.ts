// The worker of reviews: it reads a record and works out what a seat could believe.
import reviewUrl from '../../../build/wasm/web/wasm/review.wasm?url';
import type { SeatNumber } from '../../wasm/nebel.ts';
import { type Belief, Review } from '../../wasm/records.ts';
import { sourceOf } from './json.ts';
import type { FromReview, Reviewed, ToReview } from './messages.ts';

const BOARDS_MAX = 400;
const SEED = 1; // so that a review shows the same every time

let loaded: Promise<Review> | undefined;
const load = (): Promise<Review> =>
  (loaded ??= fetch(reviewUrl)
    .then((answer) => answer.arrayBuffer())
    .then((bytes) => Review.load(bytes)));

let reviewed: Reviewed | undefined;
interface Kept {
  belief: Belief;
  heard: number;
  before: number | undefined; // see Believed
}
let beliefs: (Kept | undefined)[] = [];

const post = (message: FromReview): void => self.postMessage(message);

async function open(source: string, language: string | undefined): Promise<void> {
  const review = await load();
  review.speak(language);
  const { record, tags } = sourceOf(source);
  const game = review.open(record);
  Object.entries(tags).forEach(([name, value]) => game.tag(name, value));
  reviewed = {
    game: game.game,
    view: game.view,
    names: [game.name(0), game.name(1)],
    result: game.result,
    steps: game.steps(),
    heard: [game.heard(0), game.heard(1)],
    written: { text: game.write(), extension: game.extension },
  };
  game.close();
  beliefs.forEach((one) => one?.belief.close());
  beliefs = [];
  post({ kind: 'opened', ...reviewed });
}

/** A belief follows its seat; for an earlier step it begins again. */
async function believe(seat: SeatNumber, heard: number): Promise<void> {
  const review = await load();
  if (!reviewed) return;
  let kept = beliefs[seat];
  if (!kept || kept.heard > heard) {
    kept?.belief.close();
    kept = { belief: review.belief(reviewed.game, seat, BOARDS_MAX, SEED), heard: 0, before: undefined };
  }
  const { belief } = kept;
  for (; kept.heard < heard; kept.heard++) {
    const next = reviewed.heard[seat][kept.heard]!;
    kept.before = next.own && belief.isExact ? belief.count : undefined;
    belief.hear(next);
  }
  beliefs[seat] = kept;
  const { count, isExact, isGuessed } = belief;
  post({ kind: 'believed', seat, heard, density: belief.density(), count, before: kept.before, isExact, isGuessed });
}

self.onmessage = ({ data }: MessageEvent<ToReview>): void => {
  const work = data.kind === 'open' ? open(data.source, data.language) : believe(data.seat, data.heard);
  work.catch((error: unknown) => post({ kind: 'failed', reason: (error as Error).message }));
};
