// A record that is shown: three boards in step, every try, and a map of what a seat could believe.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Heard, Nebel, SeatNumber } from '../../wasm/nebel.ts';
import { Board } from '../boards/board.tsx';
import { type BoardView, squareAt, viewOf } from '../boards/view.ts';
import { say } from '../words.ts';
import { chancesOf, known } from './known.ts';
import type { Believed, Reviewed } from './messages.ts';

const UMPIRE = 2;
const colour = (seat: number): string => say(seat ? 'black' : 'white');

/** How much each seat has heard after so many steps. */
const heardAt = ({ steps, heard }: Reviewed, step: number): [number, number] =>
  step ? steps[step - 1]!.heard : [Math.min(1, heard[0].length), Math.min(1, heard[1].length)];

/** The boards after a step: White's, Black's, and the umpire's; of a seat's record its own alone. */
function boardsAt(nebel: Nebel, reviewed: Reviewed, step: number): BoardView[] {
  const game = nebel.game(reviewed.game);
  const { shape } = game;
  const counts = heardAt(reviewed, step);
  const seats = ([0, 1] as const).map((number) => {
    const seat = game.seat(number);
    reviewed.heard[number].slice(0, counts[number]).forEach(({ line, own }: Heard) => seat.hear(line, own || undefined));
    return seat;
  });
  const views: BoardView[] = seats.map((seat) => ({ ...viewOf(seat, shape), tries: [], below: 0 }));
  [...seats, game].forEach((handle) => handle.close());
  if (reviewed.view !== UMPIRE) return [views[reviewed.view]!];
  const [white, black] = views as [BoardView, BoardView];
  return [white, black, { ...white, men: [white.men[0], black.men[1]], refusals: [], signs: new Map() }];
}

function withHeat(view: BoardView, believed: Believed | undefined, counts: [number, number]): BoardView {
  if (!believed || believed.seat !== view.seat || believed.heard !== counts[view.seat]) return view;
  const { shape } = view;
  const heat = new Map(chancesOf(believed).map((chance, i) => [squareAt(shape, i % shape.files, Math.floor(i / shape.files)), chance]));
  return { ...view, heat };
}

function MapWords({ view, believed }: { view: BoardView; believed: Believed | undefined }) {
  if (!believed) return null;
  const { count, isExact, isGuessed, seat } = believed;
  const name = isGuessed ? 'page-map-guess' : isExact ? 'page-map-exact' : 'page-map-sample';
  return (
    <div class="map-words" role="status">
      <p>
        {say(seat ? 'review-black-knew' : 'review-white-knew')}: {say(name, count)}
      </p>
      <ul>
        {known(view, believed).map((sentence) => (
          <li>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

function Steps({ step, count, onStep }: { step: number; count: number; onStep: (step: number) => void }) {
  const buttons: [name: string, to: number][] = [
    ['page-first', 0],
    ['page-back', step - 1],
    ['page-next', step + 1],
    ['page-last', count],
  ];
  return (
    <div class="steps">
      <label>
        <span>
          {say('page-step')}: {say('review-step', step, count)}
        </span>
        <input type="range" min={0} max={count} value={step} onInput={(event) => onStep(Number(event.currentTarget.value))} />
      </label>
      <p class="actions">
        {buttons.map(([name, to]) => (
          <button type="button" disabled={to < 0 || to > count || to === step} onClick={() => onStep(to)}>
            {say(name)}
          </button>
        ))}
      </p>
    </div>
  );
}

function Events({ reviewed, step, onStep }: { reviewed: Reviewed; step: number; onStep: (step: number) => void }) {
  return (
    <ol class="log events" aria-label={say('page-review-events')} tabIndex={0}>
      {reviewed.steps.map(({ words }, i) => (
        <li>
          <button type="button" aria-current={i + 1 === step ? 'step' : undefined} onClick={() => onStep(i + 1)}>
            {words}
          </button>
        </li>
      ))}
    </ol>
  );
}

interface ShownProps {
  nebel: Nebel;
  reviewed: Reviewed;
  believed: Believed | undefined;
  believe: (seat: SeatNumber, heard: number) => void;
  names?: ComponentChildren; // instead of those of the record
}

export function Shown({ nebel, reviewed, believed, believe, names }: ShownProps) {
  const [step, setStep] = useState(reviewed.steps.length);
  const [mapped, setMapped] = useState<SeatNumber>();
  const boards = useMemo(() => boardsAt(nebel, reviewed, step), [reviewed, step]);
  const counts = heardAt(reviewed, step);
  useEffect(() => {
    if (mapped !== undefined && counts[mapped]) believe(mapped, counts[mapped]);
  }, [mapped, step]);
  const captions = reviewed.view === UMPIRE ? ['white-sees', 'black-sees', 'umpire-sees'] : [reviewed.view ? 'black-sees' : 'white-sees'];
  const seats: SeatNumber[] = reviewed.view === UMPIRE ? [0, 1] : [reviewed.view];
  return (
    <>
      <p>
        <strong>{names ?? reviewed.names.map((name, seat) => name || colour(seat)).join(' - ')}</strong> {reviewed.result} <code>{reviewed.game}</code>
      </p>
      <div class="boards">
        {boards.map((view, i) => (
          <figure class={i < 2 ? 'fog' : ''}>
            <figcaption>{say(captions[i]!)}</figcaption>
            <Board view={i < 2 && mapped === view.seat ? withHeat(view, believed, counts) : view} label={say(captions[i]!)} />
          </figure>
        ))}
      </div>
      <Steps step={step} count={reviewed.steps.length} onStep={setStep} />
      <label class="map">
        <span>{say('page-map')}</span>{' '}
        <select value={mapped ?? ''} onChange={(event) => setMapped(event.currentTarget.value === '' ? undefined : (Number(event.currentTarget.value) as SeatNumber))}>
          <option value="">{say('page-map-none')}</option>
          {seats.map((seat) => (
            <option value={seat}>{colour(seat)}</option>
          ))}
        </select>
      </label>
      {mapped !== undefined && <MapWords view={boards.find(({ seat }) => seat === mapped)!} believed={believed?.seat === mapped && believed.heard === counts[mapped] ? believed : undefined} />}
      <Events reviewed={reviewed} step={step} onStep={setStep} />
    </>
  );
}
