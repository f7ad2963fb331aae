// A game that a person plays, whatever the table: the board by mouse, touch and keyboard, clocks, what was said, and typed lines.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Board } from '../boards/board.tsx';
import { isGo, kindsOf } from '../boards/view.ts';
import { handOver } from '../review/hand_over.ts';
import { say } from '../words.ts';
import { Clocks } from './clocks.tsx';
import { Actions, Marks, Queue } from './controls.tsx';
import { Line } from './line.tsx';
import { Log } from './log.tsx';
import type { Sitting } from './sitting.ts';

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

interface GameTableProps {
  sitting: Sitting;
  notice?: ComponentChildren; // of the connection to a table at a server
  after?: ComponentChildren; // what can be done when the game is over
}

export function GameTable({ sitting, notice, after }: GameTableProps) {
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
        {notice !== undefined && (
          <p class="notice" role="status">
            {notice}
          </p>
        )}
        <Status sitting={sitting} />
        {!isOver && <Actions sitting={sitting} />}
        {sitting.news.journal && (
          <p class="actions">
            <a class="button first" href="#/review" onClick={() => handOver(sitting.news.journal)}>
              {say('page-review-this')}
            </a>
          </p>
        )}
        {isOver && after}
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
