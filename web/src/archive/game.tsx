// A finished game of the server, for everybody who has its address: #/game/ID.
import { useEffect, useState } from 'preact/hooks';
import { Report } from '../screens/order.tsx';
import { Shown } from '../review/shown.tsx';
import { useReview } from '../review/use_review.ts';
import type { ScreenProps } from '../screen.ts';
import { say } from '../words.ts';
import { Address, Player, Save } from './parts.tsx';
import { askGame } from './api.ts';

/** A game that has just ended is filed within a moment. */
const WAITS_MS = [300, 700, 1500, 3000];

type State = { record: string } | { missing: 'none' | 'away' } | undefined;

/** The record of a game; undefined while it is waited for. */
function useGame(id: string, attempt: number): State {
  const [state, setState] = useState<State>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const look = async (waits: number[]): Promise<void> => {
      const answer = await askGame(id);
      if (isLeft) return;
      if ('found' in answer) setState({ record: answer.found });
      else if (waits.length) timer = setTimeout(() => void look(waits.slice(1)), waits[0]);
      else setState(answer);
    };
    setState(undefined);
    void look(WAITS_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [id, attempt]);
  return state;
}

function Missing({ why, onAgain }: { why: 'none' | 'away'; onAgain: () => void }) {
  return (
    <>
      <p role="alert">{say(why === 'none' ? 'page-game-none' : 'page-game-away')}</p>
      <p class="actions">
        <button type="button" class="first" onClick={onAgain}>
          {say('page-game-again')}
        </button>
      </p>
    </>
  );
}

function Reviewed({ nebel, id, record }: { nebel: ScreenProps['nebel']; id: string; record: string }) {
  const [{ reviewed, believed, fault }, { open, believe }] = useReview();
  useEffect(() => open(record), [record]);
  if (fault) return <p role="alert">{fault}</p>;
  if (!reviewed) return <p role="status">{say('page-loading')}</p>;
  const [white, black] = reviewed.names;
  const { text, extension } = reviewed.written;
  return (
    <>
      <Shown
        nebel={nebel}
        reviewed={reviewed}
        believed={believed}
        believe={believe}
        names={
          <>
            <Player name={white || null} /> - <Player name={black || null} />
          </>
        }
      />
      <p class="actions">
        <Save name={`${id}.${extension}`} form={extension.toUpperCase()} text={text} />
        <Save name={`${id}.json`} form="JSON" text={record} />
      </p>
      <p class="actions">
        <a class="button" href={new URL(`/api/game/${id}/picture.svg`, location.origin).href} download={`${id}.svg`}>
          {say('page-game-picture')}
        </a>
        <Address />
      </p>
      <Report subject={{ game: id }} />
    </>
  );
}

export default function GameScreen({ nebel, rest }: ScreenProps) {
  const [attempt, setAttempt] = useState(0);
  const id = rest[0] ?? '';
  const state = useGame(id, attempt);
  return (
    <>
      <h2>{say('page-game')}</h2>
      {!state && <p role="status">{say('page-loading')}</p>}
      {state && 'missing' in state && <Missing why={state.missing} onAgain={() => setAttempt(attempt + 1)} />}
      {state && 'record' in state && <Reviewed key={id} nebel={nebel} id={id} record={state.record} />}
    </>
  );
}
