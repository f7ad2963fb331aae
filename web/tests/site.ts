// The built page as static files, in Debian's Chromium: for the tests of its screens.
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, expect } from 'vitest';
import { root } from './modules.ts';

export const GAME_MS = 360_000; // more than a whole game takes on a slow, loaded machine
const WAIT_MS = 60_000; // for one marker

/** A bar of speed; the gate, which may depend on the speed of no machine, has none. */
export function expectWithin(tookMs: number, mostMs: number): void {
  if (process.env['NEBEL_BARS'] !== 'no') expect(tookMs).toBeLessThan(mostMs);
}

export const site: { origin: string; browser: Browser; server: PreviewServer } = { origin: '', browser: undefined!, server: undefined! };

/** Serves the page, and starts the browser, around all tests of a file. */
export function withSite(): void {
  beforeAll(async () => {
    site.server = await preview({ root: `${root}/web`, preview: { host: '127.0.0.1', port: 0 }, logLevel: 'error' });
    site.origin = site.server.resolvedUrls!.local[0]!.replace(/\/$/, '');
    site.browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  }, GAME_MS);
  afterAll(async () => {
    await site.browser?.close();
    await site.server?.close();
  });
}

/** Opens the page, and collects what it must not do: errors, and requests to elsewhere. */
export async function openPage(address = '', options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
  const page = await site.browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en', ...options });
  const problems: string[] = [];
  page.setDefaultTimeout(WAIT_MS);
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${site.origin}/`) && !request.url().startsWith('data:')) problems.push(`asks for ${request.url()}`);
  });
  await page.goto(`${site.origin}/${address}`);
  return { page, problems };
}

/** What axe finds wrong with the page as it is, by name and place. */
export async function findings(page: Page): Promise<string[]> {
  type Found = { violations: { id: string; nodes: { target: string[] }[] }[] };
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<Found> } }).axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
}

export const logLines = (page: Page): Locator => page.getByRole('log').getByRole('listitem');

/** Types a line and waits until something was said to it. */
export async function say(page: Page, line: string): Promise<string> {
  const before = await logLines(page).count();
  await page.getByRole('textbox', { name: /^Type a/ }).fill(line);
  await page.keyboard.press('Enter');
  await logLines(page).nth(before).waitFor();
  return logLines(page).last().innerText();
}

/** Clicks the middle of a square of a chess board of this many files and ranks, White below. */
export async function clickSquare(page: Page, square: string, files = 8, ranks = 8, button: 'left' | 'right' = 'left'): Promise<void> {
  let board: Awaited<ReturnType<Locator['boundingBox']>> = null;
  while (!board) board = await page.locator('cg-board').boundingBox(); // null while the board is drawn anew
  const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
  await page.mouse.click(board.x + ((file + 0.5) * board.width) / files, board.y + ((ranks - rank - 0.5) * board.height) / ranks, { button });
}
