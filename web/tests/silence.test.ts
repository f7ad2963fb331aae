// Two-run silence over the page: of twins, which sound the same to a seat, that seat's side gets the same messages, documents and storage.
// SILENCE_PAIRS is how many. ci/web-leaks plants leaks, which this must find.
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';

const pairs = Number(process.env['SILENCE_PAIRS'] ?? 24);
const BATCH = 12;

let server: ViteDevServer;
let browser: Browser;
beforeAll(async () => {
  server = await createServer({ server: { port: 0, host: '127.0.0.1', fs: { allow: ['..'] }, hmr: false }, logLevel: 'error' });
  await server.listen();
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('pairs of games look the same to the seat that hears the same', async () => {
  type Found = { pairs: number; hidden: number; differing: number; where: string[] };
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(`${server.resolvedUrls!.local[0]}tests/silence/index.html`);
  await page.waitForFunction(() => 'compare' in globalThis, undefined, { timeout: 120_000 });
  const all: Found = { pairs: 0, hidden: 0, differing: 0, where: [] };
  for (let first = 0; first < pairs; first += BATCH) {
    const found = await page.evaluate(
      ([from, count]) => (globalThis as unknown as { compare(from: number, count: number): Promise<Found> }).compare(from!, count!),
      [first, Math.min(BATCH, pairs - first)],
    );
    all.pairs += found.pairs;
    all.hidden += found.hidden;
    all.differing += found.differing;
    all.where.push(...found.where);
  }
  console.log(`silence: ${all.pairs} pairs, ${all.hidden} with something hidden, ${all.differing} differ`);
  expect(problems).toEqual([]);
  expect(all.where).toEqual([]);
  expect(all.hidden).toBeGreaterThan(0.9 * all.pairs);
}, 3_600_000);
