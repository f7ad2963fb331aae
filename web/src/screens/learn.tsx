// Learn: the lessons of both games, with the board of the person's seat, and the umpire's board once a lesson has ended.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Course, LessonGame, Nebel, Seat, SeatNumber } from '../../wasm/nebel.ts';
import { Board } from '../boards/board.tsx';
import { type BoardView, isGo, viewOf } from '../boards/view.ts';
import { Line } from '../play/line.tsx';
import { Log } from '../play/log.tsx';
import type { ScreenProps } from '../screen.ts';
import { say } from '../words.ts';

const games: { game: LessonGame; name: () => string }[] = [
  { game: 'kriegspiel', name: () => say('start-kriegspiel') },
  { game: 'phantom-go', name: () => 'Phantom Go' },
];
const address = (game: string, index: number): string => `#/learn/${game}/${index + 1}`;

function List({ nebel }: { nebel: Nebel }) {
  return (
    <>
      <h2>{say('page-learn')}</h2>
      <p class="intro">{say('page-learn-intro')}</p>
      <div class="lessons">
        {games.map(({ game, name }) => (
          <section>
            <h3>{name()}</h3>
            <ol>
              {nebel.lessonTitles(game).map((title, i) => (
                <li>
                  <a href={address(game, i)}>{title}</a>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </>
  );
}

/** One lesson in progress: the course, and what its seats know. The other seat hears nothing before the lesson has ended. */
class Attempt {
  readonly lines: string[];
  private readonly course: Course;
  private readonly seats: [Seat, Seat];
  private readonly shape;

  constructor(nebel: Nebel, game: LessonGame, index: number) {
    this.course = nebel.course(game, index);
    this.course.line();
    const handle = nebel.game(this.course.game);
    this.shape = handle.shape;
    this.seats = [handle.seat(0), handle.seat(1)];
    this.hear();
    const own = this.seats[this.course.seat];
    this.lines = Array.from({ length: own.heard }, (_, i) => own.words(i).words);
  }

  say(line: string): void {
    this.lines.push(...this.course.line(line).split('\n').filter(Boolean));
    this.hear();
  }

  get state(): Course['state'] {
    return this.course.state;
  }

  text(part: Parameters<Course['text']>[0]): string {
    return this.course.text(part);
  }

  get seat(): SeatNumber {
    return this.course.seat;
  }

  get isGo(): boolean {
    return isGo(this.shape);
  }

  view(): BoardView {
    const view = viewOf(this.seats[this.course.seat], this.shape);
    return this.state === 'asks' ? view : { ...view, men: [this.seats[0].men(0), this.seats[1].men(1)], tries: [] };
  }

  close(): void {
    [...this.seats, this.course].forEach((handle) => handle.close());
  }

  private hear(): void {
    for (const seat of [0, 1] satisfies SeatNumber[])
      this.course.heard(seat, this.seats[seat].heard).forEach(({ line, own }) => this.seats[seat].hear(line, own || undefined));
  }
}

function After({ attempt, next, onAgain }: { attempt: Attempt; next: string | undefined; onAgain: () => void }) {
  if (attempt.state === 'asks') return null;
  return (
    <div class="verdict" role="status">
      <p>
        <strong>{attempt.text('verdict')}</strong> {attempt.text('reason')}
      </p>
      <p class="actions">
        {attempt.state === 'solved' && (
          <a class="button first" href={next ?? '#/practice'}>
            {say(next ? 'page-lesson-next' : 'page-lesson-play')}
          </a>
        )}
        <button type="button" onClick={onAgain}>
          {say('page-lesson-again')}
        </button>
        <a class="button" href="#/learn">
          {say('page-lesson-all')}
        </a>
      </p>
    </div>
  );
}

function Lesson({ nebel, game, index, count }: { nebel: Nebel; game: LessonGame; index: number; count: number }) {
  const [begun, setBegun] = useState(0);
  const [, redraw] = useState(0);
  const attempt = useMemo(() => new Attempt(nebel, game, index), [begun]);
  useEffect(() => () => attempt.close(), [attempt]);
  const next = index + 1 < count ? address(game, index + 1) : undefined;
  const again = (): void => setBegun((times) => times + 1);
  const take = (line: string): void => {
    if (attempt.state === 'asks') attempt.say(line);
    else if (attempt.state === 'missed') again();
    else location.hash = next ?? '#/practice';
    redraw((times) => times + 1);
  };
  const isAsking = attempt.state === 'asks';
  const view = attempt.view();
  return (
    <>
      <h2>{attempt.text('title')}</h2>
      <div class="game">
        <div class="place">
          <Board view={view} label={isAsking ? say('page-board-of', say(attempt.seat ? 'black' : 'white')) : say('umpire-sees')} onTry={isAsking ? take : undefined} />
          {view.tries.includes('pass') && (
            <p class="actions">
              <button type="button" onClick={() => take('pass')}>
                {say('page-pass')}
              </button>
            </p>
          )}
        </div>
        <div class="words">
          <p>{attempt.text('picture')}</p>
          <p class="task">{attempt.text('task')}</p>
          <After attempt={attempt} next={next} onAgain={again} />
          <Log lines={attempt.lines} />
          <Line isGo={attempt.isGo} onLine={take} />
        </div>
      </div>
    </>
  );
}

export default function Learn({ nebel, rest: [name, number] }: ScreenProps) {
  const found = games.find(({ game }) => game === name);
  const index = Number(number) - 1;
  const count = found ? nebel.lessonTitles(found.game).length : 0;
  if (!found || !(index >= 0 && index < count)) return <List nebel={nebel} />;
  return <Lesson key={`${name}/${index}`} nebel={nebel} game={found.game} index={index} count={count} />;
}
