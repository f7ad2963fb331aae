// Review: a record that somebody brings, shown with three boards in step.
import { useEffect, useState } from 'preact/hooks';
import exampleUrl from '../../../examples/game.pgn?url';
import { takeOver } from '../review/hand_over.ts';
import { Shown } from '../review/shown.tsx';
import { useReview } from '../review/use_review.ts';
import type { ScreenProps } from '../screen.ts';
import { say } from '../words.ts';

function Open({ fault, onOpen }: { fault: string | undefined; onOpen: (source: string) => void }) {
  const [source, setSource] = useState('');
  const take = (file: File | undefined): void => void file?.text().then(onOpen);
  return (
    <form
      class="open"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(source);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files[0]);
      }}
    >
      <p class="intro">{say('page-review-intro')}</p>
      {fault && <p role="alert">{fault}</p>}
      <label>
        <span>{say('page-review-text')}</span>
        <textarea rows={8} spellcheck={false} value={source} onInput={(event) => setSource(event.currentTarget.value)} />
      </label>
      <p class="actions">
        <button type="submit" class="first">
          {say('page-review-show')}
        </button>
        <label class="file">
          <span>{say('page-review-file')}</span> <input type="file" accept=".pgn,.sgf,.json" onChange={(event) => take(event.currentTarget.files?.[0])} />
        </label>
        <button type="button" onClick={() => void fetch(exampleUrl).then((answer) => answer.text()).then(onOpen)}>
          {say('page-review-example')}
        </button>
      </p>
    </form>
  );
}

export default function ReviewScreen({ nebel }: ScreenProps) {
  const [{ reviewed, believed, fault }, { open, believe, close }] = useReview();
  useEffect(() => {
    const waiting = takeOver();
    if (waiting) open(waiting);
  }, []);
  return (
    <>
      <h2>{say('page-review')}</h2>
      {reviewed ? (
        <>
          <Shown key={reviewed} nebel={nebel} reviewed={reviewed} believed={believed} believe={believe} />
          <p class="actions">
            <button type="button" onClick={close}>
              {say('page-review-other')}
            </button>
          </p>
        </>
      ) : (
        <Open fault={fault} onOpen={open} />
      )}
    </>
  );
}
