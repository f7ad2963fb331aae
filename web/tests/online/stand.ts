// A real node with PostgreSQL and nginx before it (tests/e2e/server/stand.py), which serves the built page; and people at it in Chromium.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { type BrowserContextOptions, chromium, type Page, type WebSocket } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { BLACK, type Nebel, type Seat, type SeatNumber, WHITE } from '../../wasm/nebel.ts';
import { loadNebel, native, root } from '../modules.ts';
import { openPage, site } from '../site.ts';

const START_MS = 120_000;

let program: ChildProcess;
let answers: AsyncIterator<string>;
let nebel: Nebel;

/** An order for the stand, and its answer. */
export async function order<T = null>(line: string): Promise<T> {
  program.stdin!.write(`${line}\n`);
  return nextAnswer<T>();
}

async function nextAnswer<T>(): Promise<T> {
  const { value, done } = await answers.next();
  if (done) throw new Error('the stand has ended');
  return JSON.parse(value) as T;
}

/** Starts everything, and the browser, around all tests of a file. */
export function withStand(): void {
  let lines: Interface;
  beforeAll(async () => {
    nebel = await loadNebel();
    program = spawn(`${root}/tests/e2e/server/stand.py`, [native('src/cmd/nebel'), root, `${root}/build/web/site`], { stdio: ['pipe', 'pipe', 'inherit'] });
    lines = createInterface({ input: program.stdout! });
    answers = lines[Symbol.asyncIterator]();
    site.origin = await nextAnswer<string>();
    const args = ['--no-sandbox', '--disable-dev-shm-usage', '--ignore-certificate-errors']; // an authority of the tests signs nginx's
    site.browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
  }, START_MS);
  afterAll(async () => {
    await site.browser?.close();
    const ended = new Promise((resolve) => program.on('close', resolve));
    program.stdin!.end();
    await ended;
  }, START_MS);
}

/** What a person's page was told and has sent, by its WebSocket; and what the seat knows of that, to choose what to do. */
export class Ear {
  readonly told: string[] = []; // lines of the server
  readonly sent: string[] = [];
  heard = 0; // the number of what was heard last
  seat: Seat | undefined;
  private readonly tries = new Map<string, string>(); // by REF

  constructor(page: Page) {
    page.on('websocket', (socket: WebSocket) => {
      socket.on('framereceived', ({ payload }) => this.hear(String(payload)));
      socket.on('framesent', ({ payload }) => this.note(String(payload)));
    });
  }

  get isOver(): boolean {
    return this.seat?.isOver ?? false;
  }

  private note(line: string): void {
    this.sent.push(line);
    const [, ref, action] = /^(\d+) \d+ (.*)$/.exec(line) ?? [];
    if (ref) this.remember(ref, action!);
  }

  private remember(ref: string, action: string): void {
    if (action === 'ask any') this.tries.set(ref, 'any?');
    else if (action.startsWith('try ')) this.tries.set(ref, action.slice('try '.length));
  }

  private hear(line: string): void {
    this.told.push(line);
    const [, name, colour] = /^newgame (\S+) seat (\w+)/.exec(line) ?? [];
    if (name) this.seat ??= nebel.game(name).seat(colour === 'white' ? WHITE : BLACK);
    const [, did, action] = /^(\d+) did (.*)$/.exec(line) ?? [];
    if (did) this.remember(did, action!);
    const [, sequence, ref, hearing] = /^(\d+) (\d+) \d+ \d+ hear (.*)$/.exec(line) ?? [];
    if (!sequence || Number(sequence) <= this.heard) return;
    this.heard = Number(sequence);
    this.seat!.hear(hearing!, this.tries.get(ref!));
  }
}

export interface Person {
  page: Page;
  problems: string[];
  ear: Ear;
  number: SeatNumber;
}

/** Opens the page at a seat, and waits until it sits. */
export async function sit(token: string, number: SeatNumber, options: BrowserContextOptions = {}): Promise<Person> {
  const opened = await openPage('', options);
  const ear = new Ear(opened.page);
  await opened.page.evaluate((hash) => void (location.hash = hash), `#/seat/${token}`);
  await opened.page.getByRole('grid').waitFor();
  return { ...opened, ear, number };
}

/** Opens a game, with a person in each seat. */
export async function sitDown(game: string, options: [BrowserContextOptions, BrowserContextOptions] = [{}, {}], clock = [0, 0]): Promise<[Person, Person]> {
  const { white, black } = await order<{ white: string; black: string }>(`game ${clock.join(' ')} ${game}`);
  return Promise.all([sit(white, WHITE, options[0]), sit(black, BLACK, options[1])]);
}
