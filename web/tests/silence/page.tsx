// Plays twins through the real table, sitting and screen of the page, and compares all that the ear's side gets: the messages, the document and
// the storage, and when. Time passes by one second a line of the ear's, while the opponent thinks, and while the table waits. Then the real worker of
// reviews gets each whole game, and what it tells of the ear is compared.
import { options, render } from 'preact';
import { useState } from 'preact/hooks';
import nebelUrl from '../../../build/wasm/web/wasm/nebel.wasm?url';
import { Nebel, type SeatNumber } from '../../wasm/nebel.ts';
import { fetchBoard } from '../../src/boards/board.tsx';
import { GameTable } from '../../src/play/game_table.tsx';
import type { FromTable, ToTable } from '../../src/play/messages.ts';
import { Sitting, type TablePort } from '../../src/play/sitting.ts';
import { Table } from '../../src/play/table.ts';
import type { FromReview, ToReview } from '../../src/review/messages.ts';
import { beginWords } from '../../src/words.ts';
import { type Doing, makeTwins } from './twins.ts';

const games = [
  // as a journal names them
  'kriegspiel(rules=icc,board=8x8)',
  'kriegspiel(rules=icc,board=silverman4x4)',
  'kriegspiel(rules=berkeley-any,board=gardner5x5)',
  'kriegspiel(rules=cincinnati,board=8x8)',
  'phantom-go(size=5,komi=7.5)',
  'phantom-go(size=9,komi=7.5)',
];
const SECOND_MS = 1000;
const THOUGHT_MS = 249; // of the opponent for the first try of a turn; two more that took as long would miss its beat

let nowMs = 0;
performance.now = () => nowMs;
globalThis.requestAnimationFrame = (draw) => Number(globalThis.setTimeout(() => draw(nowMs), 0));
Math.random = () => 0.5; // Shudan shifts stones by chance
options.debounceRendering = (draw) => draw();

const module = await WebAssembly.compileStreaming(fetch(nebelUrl));
const nebel = await Nebel.load(module);
await beginWords(nebel);
await Promise.all([fetchBoard('chess'), fetchBoard('go')]);

const settle = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setTimeout(resolve, 0));
};

/** All that the ear's side gets in one run. */
async function transcript(game: string, ear: SeatNumber, doings: Doing[], baseMs: number): Promise<string[]> {
  const place = document.getElementById('page')!;
  const got: string[] = [];
  let isOver = false;
  const note = (text: string): void => void (isOver || got.push(text));
  const script = doings.filter(({ seat }) => seat !== ear).map(({ attempt }) => attempt);
  const choose = (share: number): string => {
    nowMs += THOUGHT_MS * share;
    return script.shift() ?? 'resign';
  };
  const opponent = Promise.resolve({ hear: () => undefined, choose });
  const waitUntil = async (atMs: number): Promise<void> => void (nowMs = Math.max(nowMs, atMs));
  let table: Table | undefined;
  let work: Promise<void> = Promise.resolve();
  const port: TablePort = {
    onmessage: null,
    terminate: () => table?.close(),
    postMessage: (message: ToTable) => {
      if (message.kind === 'open') {
        const post = (news: FromTable): void => {
          const data = structuredClone(news);
          isOver ||= data.kind === 'news' && data.heard.some(({ line }) => / over /.test(line)); // then the truth is told
          note(`${nowMs} ms: ${JSON.stringify(data)}`);
          port.onmessage?.({ data } as MessageEvent<FromTable>);
          note(place.innerHTML);
        };
        table = new Table({ nebel, plan: message.plan, opponent, now: () => nowMs, waitUntil, post });
        work = work.then(() => table!.open());
      } else if ('line' in message) {
        work = work.then(() => table!.take(message.line, message.kind === 'line'));
      }
    },
  };
  nowMs = 0;
  let draw = (): void => undefined;
  const sitting = new Sitting(nebel, module, { game, seat: ear, level: 1, baseMs, incrementMs: 0 }, () => draw(), port);
  const Screen = () => {
    const [, redraw] = useState(0);
    draw = () => redraw((count) => count + 1);
    return <GameTable sitting={sitting} />;
  };
  render(<Screen />, place);
  await work;
  for (const [i, { attempt }] of doings.filter(({ seat }) => seat === ear).entries()) {
    nowMs += SECOND_MS;
    const square = /[a-h]\d/.exec(attempt)?.[0];
    if (square && i % 3 === 1) sitting.mark(square, undefined, game.startsWith('phantom') ? [''] : ['p', 'n']);
    if (i % 5 === 2) sitting.say('board');
    if (i % 4 === 3) sitting.say(`queue ${attempt}`);
    else sitting.say(attempt);
    await work;
    await settle();
    note(place.innerHTML);
  }
  got.push(JSON.stringify(localStorage));
  render(null, place);
  sitting.end();
  return got;
}

const reviewer = new Worker(new URL('../../src/review/review.worker.ts', import.meta.url), { type: 'module' });

const ask = (message: ToReview): Promise<FromReview> =>
  new Promise((resolve) => {
    reviewer.onmessage = ({ data }: MessageEvent<FromReview>) => resolve(data);
    reviewer.postMessage(message);
  });

/** What the review of a game that is over tells of the ear: all that it heard, and what it could have known after each hearing. */
async function reviewed(game: string, ear: SeatNumber, doings: Doing[]): Promise<string[]> {
  const other = (1 - ear) as SeatNumber;
  const lines = doings.map(({ seat, attempt }, i) => `${seat ? 'black' : 'white'} try ${attempt} 0 ${i * SECOND_MS} 0`);
  const opened = await ask({ kind: 'open', source: [`open 1 0 0 0+0 ${game}`, ...lines].join('\n'), language: undefined });
  if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened));
  const got = [JSON.stringify([opened.game, opened.view, opened.heard[ear]])];
  for (let heard = 1; heard <= opened.heard[ear].length; heard++) {
    await ask({ kind: 'believe', seat: other, heard: Math.min(heard, opened.heard[other].length) }); // of which nothing may stay behind
    got.push(JSON.stringify(await ask({ kind: 'believe', seat: ear, heard })));
  }
  return got;
}

/** Plays pairs, and says in how many something differs, and where first. */
async function compare(first: number, count: number): Promise<{ pairs: number; hidden: number; differing: number; where: string[] }> {
  const found = { pairs: 0, hidden: 0, differing: 0, where: [] as string[] };
  for (let number = first; number < first + count; number++) {
    const ear = (number % 2) as SeatNumber;
    const twins = makeTwins(nebel, games[(number >> 1) % games.length]!, ear, number + 1);
    const baseMs = number % 3 ? 0 : 300 * SECOND_MS;
    const see = async (doings: Doing[]): Promise<string[]> => [...(await transcript(twins.game, ear, doings, baseMs)), ...(await reviewed(twins.game, ear, doings))];
    const [one, other] = [await see(twins.runs[0]), await see(twins.runs[1])];
    found.pairs++;
    found.hidden += Number(twins.differences > 0);
    const at = one.findIndex((text, i) => text !== other[i]);
    if (at < 0 && one.length === other.length) continue;
    found.differing++;
    found.where.push(`pair ${number}, ${twins.game}: ${one[at]?.slice(0, 300)} | ${other[at]?.slice(0, 300)}`);
  }
  return found;
}

(globalThis as unknown as { compare: typeof compare }).compare = compare;
