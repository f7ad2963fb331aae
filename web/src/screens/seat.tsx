// A seat at a server: the table screen, drawn from what the seat hears by its WebSocket. The address #/seat/TOKEN names it.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Nebel, NebelError } from '../../wasm/nebel.ts';
import { fetchBoard } from '../boards/board.tsx';
import { keepSeat, keptSeat, takeToken } from '../online/kept.ts';
import { ServerTable } from '../online/table.ts';
import { errorWords } from '../online/lobby_words.ts';
import { useLobby } from '../online/use_lobby.ts';
import { GameTable } from '../play/game_table.tsx';
import { useSitting } from '../play/use_sitting.ts';
import type { ScreenProps } from '../screen.ts';
import { say } from '../words.ts';

/** The table of a token, or why there is none. It ends with the screen. */
function useTable({ nebel }: ScreenProps, token: string, onChange: (table: ServerTable) => void): ServerTable | string {
  const [, redraw] = useState(0);
  const latest = useRef(onChange);
  latest.current = onChange;
  const table = useMemo(() => {
    try {
      const made: ServerTable = new ServerTable(nebel, token, () => {
        latest.current(made);
        redraw((count) => count + 1);
      });
      return made;
    } catch (error) {
      if (error instanceof NebelError) return error.message;
      throw error;
    }
  }, [token]);
  useEffect(() => () => (typeof table === 'string' ? undefined : table.terminate()), [table]);
  return table;
}

/** What there is to say of the connection. A seat that is in another window can be taken back. */
function Notice({ table }: { table: ServerTable }) {
  if (table.state === 'lost') return <>{say('away-lost')}</>;
  if (table.state !== 'failed') return <>{table.isBack && say('away-back')}</>;
  return (
    <>
      {table.reason}
      {table.isElsewhere && (
        <button type="button" class="first" onClick={() => table.comeBack()}>
          {say('page-seat-here')}
        </button>
      )}
    </>
  );
}

/** Another game against the same opponent, who must want it too. */
function Rematch({ nebel, token, opponent }: { nebel: Nebel; token: string; opponent: string }) {
  const lobby = useLobby(nebel);
  const isAsked = lobby.asked.has(token);
  useEffect(() => lobby.forget(token), [token]);
  return (
    <p class="actions">
      <button type="button" class="first" disabled={isAsked || !lobby.isHere} onClick={() => lobby.rematch(token)}>
        {say('page-rematch')}
      </button>
      <a class="button" href="#/lobby">
        {say('page-lobby')}
      </a>
      <span role="status">{isAsked ? say('page-rematch-asked', opponent) : lobby.wanted.has(token) ? say('page-rematch-wanted', opponent) : errorWords(lobby)}</span>
    </p>
  );
}

/** What can be done after the end. */
function After({ nebel, table, token, opponent }: { nebel: Nebel; table: ServerTable; token: string; opponent: string | undefined }) {
  return (
    <>
      {table.archive && (
        <p class="actions">
          <a class="button first" href={`#/game/${table.archive}`}>
            {say('page-review-this')}
          </a>
        </p>
      )}
      {opponent && <Rematch nebel={nebel} token={token} opponent={opponent} />}
    </>
  );
}

/** Whose turn it is, also in the name of the tab: people look at other things while they wait. */
function useTitle(isOwnTurn: boolean): void {
  useEffect(() => {
    document.title = isOwnTurn ? `${say('status-your-move')} ${say('page-title')}` : say('page-title');
    return () => void (document.title = say('page-title'));
  }, [isOwnTurn]);
}

function AtServer(props: ScreenProps & { token: string }) {
  const { token } = props;
  const [sitting, begin] = useSitting(props);
  const table = useTable(props, token, (changed) => {
    if (!changed.plan || sitting) return;
    begin(changed.plan, changed).markAgain(keptSeat()?.marks ?? []);
  });
  useTitle(sitting !== undefined && !sitting.seat.isOver && sitting.isOwnTurn);
  useEffect(() => void Promise.all([fetchBoard('chess'), fetchBoard('go')]), []); // while there is a connection
  useEffect(() => {
    if (sitting) keepSeat({ ...keptSeat(), token, marks: sitting.news.marks });
  }, [sitting?.news.marks.join()]);
  const opponent = keptSeat()?.opponent;
  if (typeof table === 'string') return <p role="alert">{table}</p>;
  return (
    <>
      <h2 class={sitting && 'hidden'}>{say('page-seat')}</h2>
      {opponent && <p class="against">{say('page-lobby-against', opponent)}</p>}
      {sitting ? (
        <GameTable
          sitting={sitting}
          notice={<Notice table={table} />}
          after={<After nebel={props.nebel} table={table} token={token} opponent={opponent} />}
        />
      ) : (
        <p role="status">{table.state === 'failed' ? table.reason : say('page-seat-connecting')}</p>
      )}
    </>
  );
}

export default function SeatScreen(props: ScreenProps) {
  useMemo(() => takeToken(props.rest[0]), [props.rest[0]]);
  const token = keptSeat()?.token;
  if (!token) return <p role="status">{say('page-seat-none')}</p>;
  return <AtServer key={token} {...props} token={token} />;
}
