// The ratings of a player, and how one of them has moved, as a chart.
import { useEffect, useState } from 'preact/hooks';
import type { Nebel } from '../../wasm/nebel.ts';
import { type Among, askHistory, askRatings, type Rating, type RatingStep } from '../archive/api.ts';
import { dayWords, ruleChoices } from '../archive/parts.tsx';
import { amongWords } from './leaderboard.tsx';
import { Pick } from '../play/setup.tsx';
import { say } from '../words.ts';

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 64; // room for the numbers of the ratings
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 34; // and for the dates
const LINE_STEPS = [50, 100, 200, 500, 1000];
const LINES_MAX = 5;
const WIDE = 1.96; // deviations: the strength is within them in 95 of 100 cases

/** Ratings that have a line: round numbers, a few of them. */
function gridLines(low: number, high: number): number[] {
  const step = LINE_STEPS.find((size) => (high - low) / size <= LINES_MAX) ?? LINE_STEPS.at(-1)!;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

const among = (value: Among): string => say(amongWords.find(([word]) => word === value)![1]);

/** A point for each game, the oldest on the left, in a band that holds the strength. */
function Chart({ steps }: { steps: RatingStep[] }) {
  const ratings = steps.map(({ rating }) => rating);
  const low = Math.min(...steps.map(({ rating, deviation }) => rating - WIDE * deviation));
  const high = Math.max(...steps.map(({ rating, deviation }) => rating + WIDE * deviation));
  const x = (index: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * (steps.length > 1 ? index : 0.5)) / Math.max(1, steps.length - 1);
  const y = (rating: number): number => TOP + ((HEIGHT - TOP - BOTTOM) * (high - rating)) / Math.max(1, high - low);
  const path = (points: [number, number][]): string => points.map(([across, down]) => `${across.toFixed(1)},${down.toFixed(1)}`).join(' ');
  const edge = (sign: number): [number, number][] => steps.map(({ rating, deviation }, i) => [x(i), y(rating + sign * WIDE * deviation)]);
  const words = say('page-rating-chart', steps.length, ratings[0]!, ratings.at(-1)!, Math.max(...ratings));
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        {gridLines(low, high).map((rating) => (
          <g key={rating}>
            <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(rating)} y2={y(rating)} />
            <text x={LEFT - 6} y={y(rating) + 4} text-anchor="end">
              {rating}
            </text>
          </g>
        ))}
        <polygon class="band" points={path([...edge(1), ...edge(-1).reverse()])} />
        <polyline class="curve" points={path(ratings.map((rating, i) => [x(i), y(rating)]))} />
        {steps.length <= 60 && ratings.map((rating, i) => <circle key={steps[i]!.id} class="point" cx={x(i)} cy={y(rating)} r="3" />)}
        <text x={LEFT} y={HEIGHT - 8}>
          {dayWords(steps[0]!.at)}
        </text>
        <text x={WIDTH - RIGHT} y={HEIGHT - 8} text-anchor="end">
          {dayWords(steps.at(-1)!.at)}
        </text>
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}

function History({ name, rating }: { name: string; rating: Rating }) {
  const [steps, setSteps] = useState<RatingStep[]>([]);
  useEffect(() => {
    let isLeft = false;
    void askHistory(name, rating.game, rating.among).then((answer) => isLeft || ('found' in answer && setSteps(answer.found.steps)));
    return () => void (isLeft = true);
  }, [name, rating.game, rating.among]);
  return steps.length ? <Chart steps={steps} /> : null;
}

/** All ratings of a player, and the history of the one that is chosen. Nothing for somebody who has none. */
export function Ratings({ nebel, name }: { nebel: Nebel; name: string }) {
  const [ratings, setRatings] = useState<Rating[]>([]);
  const [chosen, choose] = useState(0);
  useEffect(() => {
    let isLeft = false;
    void askRatings(name).then((answer) => isLeft || ('found' in answer && setRatings(answer.found.ratings)));
    return () => void (isLeft = true);
  }, [name]);
  const rating = ratings[chosen];
  if (!rating) return null;
  const ruleWords = new Map(ruleChoices(nebel));
  const wordsOf = ({ game, among: whom, rating: value, provisional }: Rating): string => `${value}${provisional ? '?' : ''}, ${among(whom)}; ${ruleWords.get(game) ?? game}`;
  return (
    <section>
      <h3>{say('page-ratings')}</h3>
      <form class="setup" onSubmit={(event) => event.preventDefault()}>
        <Pick label={say('page-rating')} value={chosen} options={ratings.map((row, i) => [i, wordsOf(row)])} onPick={choose} />
      </form>
      {ratings.some(({ provisional }) => provisional) && <p>{say('page-ratings-help')}</p>}
      <History name={name} rating={rating} />
    </section>
  );
}
