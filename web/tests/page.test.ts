// The page in Debian's Chromium, served as static files: whole games against a level.
import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, normalize } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './modules.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const GAME_SECONDS = 120;

let server: Server;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = normalize(new URL(request.url!, 'http://x').pathname).replace(/\/$/, '/index.html');
    try {
      const body = readFileSync(`${root}/build/web/site${path}`);
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Opens the page, and collects what it must not do: errors, and requests to elsewhere. */
async function openPage(): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) problems.push(`asks for ${request.url()}`);
  });
  await page.goto(`${origin}/`);
  return { page, problems };
}

const lastLine = (page: Page): Promise<string> => page.getByRole('log').getByRole('listitem').last().innerText();

/** Types a line and waits until something was said to it. */
async function say(page: Page, line: string): Promise<string> {
  const lines = page.getByRole('log').getByRole('listitem');
  const before = await lines.count();
  await page.getByLabel('Type a move').fill(line);
  await page.keyboard.press('Enter');
  await lines.nth(before).waitFor();
  return lastLine(page);
}

/** Plays by typing: asks what can be tried, and tries one after the other. */
async function playByLines(page: Page): Promise<string> {
  const isOver = page.getByText('The game is over.');
  for (let turn = 0; !(await isOver.count()); turn++) {
    const tries = /: (.*)\.$/.exec(await say(page, 'tries'))?.[1]?.split(', ') ?? [];
    if (tries.length) await say(page, tries[(turn * 7919) % tries.length]!);
  }
  return page.getByRole('log').innerText();
}

test('a whole game on a small board against a level, typed', async () => {
  const { page, problems } = await openPage();
  await page.getByLabel('Game').selectOption('kriegspiel(board=silverman4x4)');
  await page.getByLabel('Opponent').selectOption('1');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByText("White's move.").first().waitFor();
  const said = await playByLines(page);
  expect(said).toMatch(/(White wins|Black wins|Draw)\./);
  expect(problems).toEqual([]);
  await page.close();
}, GAME_SECONDS * 1000);

test('a man is moved by clicks, the level answers, and the game is resigned', async () => {
  const { page, problems } = await openPage();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByText("White's move.").first().waitFor();
  const board = (await page.locator('cg-board').boundingBox())!;
  const click = (file: number, rank: number): Promise<void> =>
    page.mouse.click(board.x + ((file + 0.5) * board.width) / 8, board.y + ((7.5 - rank) * board.height) / 8);
  await click(4, 1);
  await click(4, 3);
  await page.getByText("1. You try e2e4. Black's move.").waitFor();
  await page.getByText("1. White's move.").waitFor(); // the level has moved
  const pictures = await page.locator('cg-board piece').evaluateAll((men) => men.map((man) => getComputedStyle(man).backgroundImage));
  expect(pictures.length).toBe(16); // own men, and no others
  expect(pictures.every((picture) => picture.startsWith('url("'))).toBe(true);
  expect(await page.locator('.board').getAttribute('aria-label')).toContain('pe4');
  await say(page, 'resign');
  await say(page, 'y');
  await page.getByText('White resigns. Black wins.').waitFor();
  expect(problems).toEqual([]);
  await page.close();
}, GAME_SECONDS * 1000);

test('axe finds nothing wrong before and in a game', async () => {
  const { page } = await openPage();
  const check = async (): Promise<string[]> => {
    const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe.run());
    return violations.map(({ id }) => id);
  };
  await page.evaluate(axe.source);
  expect(await check()).toEqual([]);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByText("White's move.").first().waitFor();
  expect(await check()).toEqual([]);
  await page.screenshot({ path: `${root}/build/web/phone.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: `${root}/build/web/desktop.png` });
  await page.close();
});
