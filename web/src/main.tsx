// The page: choose a game, play it against a level. Rules, knowledge and sentences come from the modules.
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import nebelUrl from '../../build/wasm/web/wasm/nebel.wasm?url';
import { Nebel, type Seat, type SeatNumber, WHITE } from '../wasm/nebel.ts';
import { Board, type BoardView } from './board.tsx';
import type { FromTable, ToTable } from './messages.ts';
import './page.css';

const games = [
  { name: 'Kriegspiel, rules of the Internet Chess Club', game: 'kriegspiel(rules=icc)', files: 8, ranks: 8 },
  { name: 'Kriegspiel, Berkeley rules', game: 'kriegspiel(rules=berkeley)', files: 8, ranks: 8 },
  { name: 'Kriegspiel on a small board', game: 'kriegspiel(board=silverman4x4)', files: 4, ranks: 4 },
] as const;
type Choice = (typeof games)[number];
const LEVELS = 8;

/** One game: the worker that holds the table, and what the person's seat knows of it. */
class Sitting {
  readonly lines: string[] = [];
  private readonly worker = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' });
  private readonly seat: Seat;

  constructor(
    nebel: Nebel,
    module: WebAssembly.Module,
    readonly choice: Choice,
    level: number,
    private readonly number: SeatNumber,
    onNews: () => void,
  ) {
    this.seat = nebel.game(choice.game).seat(number);
    this.worker.onmessage = ({ data }: MessageEvent<FromTable>) => {
      this.take(data);
      onNews();
    };
    this.send({ kind: 'open', module, game: choice.game, seat: number, level, seed: crypto.getRandomValues(new Uint32Array(1))[0]! });
  }

  say(line: string): void {
    this.send({ kind: 'line', line });
  }

  end(): void {
    this.worker.terminate();
    this.seat.close();
  }

  view(): BoardView {
    const { files, ranks } = this.choice;
    const isOwnTurn = this.seat.toMove === this.number;
    return { seat: this.number, files, ranks, men: this.seat.men(this.number), tries: isOwnTurn ? this.seat.tries() : [], refusals: this.seat.refusals() };
  }

  private take(news: FromTable): void {
    if (news.kind === 'failed') {
      this.lines.push(news.reason);
      return;
    }
    news.heard.forEach(({ line, own }) => this.seat.hear(line, own || undefined));
    this.lines.push(...news.said.split('\n').filter(Boolean));
  }

  private send(message: ToTable): void {
    this.worker.postMessage(message);
  }
}

function Log({ lines }: { lines: string[] }) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => end.current?.scrollIntoView?.({ block: 'nearest' }));
  return (
    <div class="log" role="log" aria-label="What the umpire says" tabIndex={0}>
      <ol>
        {lines.map((line, i) => (
          <li key={i} ref={i === lines.length - 1 ? end : undefined}>
            {line}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Line({ onLine }: { onLine: (line: string) => void }) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).elements.namedItem('line') as HTMLInputElement;
    onLine(input.value);
    input.value = '';
  };
  return (
    <form class="line" onSubmit={submit}>
      <label for="line">Type a move, as in e2e4, or help</label>
      <input id="line" name="line" autocomplete="off" autocapitalize="off" spellcheck={false} />
      <button type="submit">Try</button>
    </form>
  );
}

function Page({ nebel, module }: { nebel: Nebel; module: WebAssembly.Module }) {
  const [sitting, setSitting] = useState<Sitting>();
  const [choice, setChoice] = useState<Choice>(games[0]);
  const [level, setLevel] = useState(2);
  const [, redraw] = useState(0);
  const begin = (): void => {
    sitting?.end();
    setSitting(new Sitting(nebel, module, choice, level, WHITE, () => redraw((count) => count + 1)));
  };
  return (
    <>
      <h1>Nebel</h1>
      <p class="choices">
        <label>
          Game{' '}
          <select value={choice.game} onChange={(event) => setChoice(games.find(({ game }) => game === event.currentTarget.value)!)}>
            {games.map(({ name, game }) => (
              <option value={game}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Opponent{' '}
          <select value={level} onChange={(event) => setLevel(Number(event.currentTarget.value))}>
            {Array.from({ length: LEVELS }, (_, i) => (
              <option value={i + 1}>level {i + 1}</option>
            ))}
          </select>
        </label>
        <button type="button" onClick={begin}>
          {sitting ? 'New game' : 'Play'}
        </button>
      </p>
      {sitting && (
        <div class="game">
          <Board view={sitting.view()} onTry={(attempt) => sitting.say(attempt)} />
          <div class="words">
            <Log lines={sitting.lines} />
            <Line onLine={(line) => sitting.say(line)} />
          </div>
        </div>
      )}
    </>
  );
}

const module = await WebAssembly.compileStreaming(fetch(nebelUrl));
render(<Page nebel={await Nebel.load(module)} module={module} />, document.getElementById('page')!);
