// Practice: a game against a level, by mouse, keyboard or typed lines.
import { useEffect, useState } from 'preact/hooks';
import type { Nebel } from '../wasm/nebel.ts';
import type { ScreenProps } from './app.tsx';
import { Board, fetchBoard } from './boards/board.tsx';
import { isGo, kindsOf } from './boards/view.ts';
import { Clocks } from './play/clocks.tsx';
import { Actions, Marks, Queue } from './play/controls.tsx';
import { Line } from './play/line.tsx';
import { Log } from './play/log.tsx';
import { Setup } from './play/setup.tsx';
import type { Sitting } from './play/sitting.ts';
import { handOver } from './review/hand_over.ts';
import { useSitting } from './play/use_sitting.ts';
import { say } from './words.ts';

const colour = (seat: number): string => say(seat ? 'black' : 'white');

function Status({ sitting }: { sitting: Sitting }) {
  const { seat, plan, news } = sitting;
  const turn = seat.isOver ? '' : sitting.isOwnTurn ? say('status-your-move') : say('status-not-your-turn', colour(1 - plan.seat));
  return (
    <p class="status">
      {turn} {news.taken}
    </p>
  );
}

export function GameTable({ sitting }: { sitting: Sitting }) {
  const [marking, setMarking] = useState<string>();
  const kinds = kindsOf(sitting.shape);
  const isOver = sitting.seat.isOver;
  return (
    <div class="game">
      <div class="place fog">
        <Board
          view={sitting.view()}
          label={say('page-board-of', colour(sitting.plan.seat))}
          onTry={isOver ? undefined : (attempt) => sitting.say(attempt)}
          onMark={(square, man) => sitting.mark(square, man, kinds)}
          marking={marking}
        />
        <Clocks sitting={sitting} />
        <Status sitting={sitting} />
        {!isOver && <Actions sitting={sitting} />}
        {sitting.news.journal && (
          <p class="actions">
            <a class="button first" href="#/review" onClick={() => handOver(sitting.news.journal)}>
              {say('page-review-this')}
            </a>
          </p>
        )}
      </div>
      <div class="words">
        <Log lines={sitting.lines} />
        <Line isGo={isGo(sitting.shape)} onLine={(line) => sitting.say(line)} />
        {!isOver && <Marks sitting={sitting} marking={marking} onMarking={setMarking} />}
        {!isOver && <Queue sitting={sitting} />}
      </div>
    </div>
  );
}

/** Why a game string cannot be read; undefined if it can. */
function faultOf(nebel: Nebel, game: string): string | undefined {
  try {
    nebel.game(game).close();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export default function Practice(props: ScreenProps) {
  const [sitting, begin] = useSitting(props);
  useEffect(() => void fetchBoard(), []); // while the person chooses
  // An address may name a game: #/practice/kriegspiel(fen=4k3/P7/8/8/8/8/8/4K3_w).
  const game = props.rest.length ? decodeURIComponent(props.rest.join('/')) : undefined;
  const fault = game && faultOf(props.nebel, game);
  if (fault) return <p role="alert">{fault}</p>;
  const setup = <Setup nebel={props.nebel} game={game} isPlaying={sitting !== undefined} onPlay={begin} />;
  if (!sitting)
    return (
      <>
        <h2>{say('page-practice')}</h2>
        <p class="intro">{say('page-intro')}</p>
        {setup}
      </>
    );
  return (
    <>
      <h2 class="hidden">{say('page-practice')}</h2>
      <GameTable key={sitting} sitting={sitting} />
      <details class="again">
        <summary>{say('page-new-game')}</summary>
        {setup}
      </details>
    </>
  );
}
