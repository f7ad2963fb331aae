// What a person can do besides a move: ask, pass, speak of a draw, resign, mark enemy men, queue tries.
import { useState } from 'preact/hooks';
import { isGo, kindName, kindsOf } from '../boards/view.ts';
import { say } from '../words.ts';
import type { Sitting } from './sitting.ts';

interface Action {
  words: string; // a message
  line: string; // of line mode
}

/** A game at a server may be aborted until both have moved: then the third turn is in progress. */
const ABORT_TURNS = 2;

function actionsOf({ seat, plan }: Sitting): Action[] {
  const tries = seat.tries();
  const isAtServer = !('level' in plan);
  const offer: Action[] = seat.hasOffer
    ? [
        { words: 'page-accept', line: 'accept' },
        { words: 'page-decline', line: 'decline' },
      ]
    : [{ words: 'page-offer', line: 'draw' }];
  return [
    ...(tries.includes('pass') ? [{ words: 'page-pass', line: 'pass' }] : []),
    ...(tries.includes('any?') ? [{ words: 'page-any', line: 'any?' }] : []),
    ...offer,
    ...(isAtServer && seat.turns().length <= ABORT_TURNS ? [{ words: 'page-abort', line: 'abort' }] : []),
  ];
}

function Resign({ onResign }: { onResign: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const button = (name: string, then: () => void) => (
    <button type="button" onClick={then}>
      {say(name)}
    </button>
  );
  if (!isAsked) return button('page-resign', () => setAsked(true));
  return (
    <span class="question" role="group" aria-label={say('page-resign-sure')}>
      {say('page-resign-sure')}
      {button('page-yes', onResign)}
      {button('page-no', () => setAsked(false))}
    </span>
  );
}

export function Actions({ sitting }: { sitting: Sitting }) {
  return (
    <p class="actions">
      {actionsOf(sitting).map(({ words, line }) => (
        <button type="button" onClick={() => sitting.say(line)}>
          {say(words)}
        </button>
      ))}
      <Resign onResign={() => sitting.resign()} />
    </p>
  );
}

/** The men to choose from; a click on the board then puts the chosen one. */
export function Marks({ sitting, marking, onMarking }: { sitting: Sitting; marking: string | undefined; onMarking: (man: string | undefined) => void }) {
  return (
    <details class="marks">
      <summary>{say('page-marks')}</summary>
      <p>{say('page-marks-help')}</p>
      <p class="actions">
        {kindsOf(sitting.shape).map((kind) => (
          <button type="button" aria-pressed={marking === kind} onClick={() => onMarking(marking === kind ? undefined : kind)}>
            {kindName(kind)}
          </button>
        ))}
        {!isGo(sitting.shape) && (
          <button type="button" onClick={() => sitting.markOpening()}>
            {say('page-marks-opening')}
          </button>
        )}
        <button type="button" onClick={() => sitting.unmarkAll()}>
          {say('page-marks-none')}
        </button>
      </p>
    </details>
  );
}

export function Queue({ sitting }: { sitting: Sitting }) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).elements.namedItem('queue') as HTMLInputElement;
    sitting.say(`queue ${input.value}`);
    input.value = '';
  };
  const { queue } = sitting.news;
  return (
    <details class="queue">
      <summary>{say('page-queue')}</summary>
      <form class="line" onSubmit={submit}>
        <label for="queue">{say('page-queue-help')}</label>
        <input id="queue" name="queue" autocomplete="off" autocapitalize="off" spellcheck={false} />
        <button type="submit">{say('page-queue-set')}</button>
      </form>
      {queue.length > 0 && <p class="queued">{say('queued', queue.join(', '))}</p>}
    </details>
  );
}
