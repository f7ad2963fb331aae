// Offline after the first load, no inline program, and how fast the first try is on a slow machine.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './modules.ts';
import { clickSquare, GAME_MS, openPage, withSite } from './site.ts';

withSite();

const SLOWER = 4; // times, as the CPU of a cheap phone

test('after the first load a game and a review work without a network', async () => {
  const { page, problems } = await openPage();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.locator('cg-board piece').first().waitFor();
  await clickSquare(page, 'e2');
  await clickSquare(page, 'e4');
  await page.getByText("1. White's move.").waitFor(); // the level has moved
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'An example' }).click();
  await page.getByRole('grid', { name: 'The umpire sees' }).waitFor();
  await page.getByRole('link', { name: 'Learn' }).click();
  await page.locator('a[href="#/learn/phantom-go/1"]').click();
  await page.locator('.shudan-vertex').first().waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
}, GAME_MS);

test('the policy allows the own origin alone, and the manifest names an icon that is there', async () => {
  const html = readFileSync(`${root}/build/web/site/index.html`, 'utf8');
  const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(html)![1]!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  expect(html).not.toMatch(/<script(?![^>]*src=)|style=|\son\w+=/);
  const manifest = JSON.parse(readFileSync(`${root}/build/web/site/nebel.webmanifest`, 'utf8')) as { icons: { src: string }[] };
  expect(readFileSync(`${root}/build/web/site/${manifest.icons[0]!.src}`, 'utf8')).toContain('<svg');
});

test('the first try takes three clicks; its time on a slow CPU is printed', async () => {
  const { page } = await openPage('', {});
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { clicks: number };
    counted.clicks = 0;
    addEventListener('pointerdown', () => counted.clicks++, true);
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.reload();
  const ready = await page.getByRole('button', { name: 'Play' }).waitFor().then(() => page.evaluate(() => performance.now()));
  const before = await page.evaluate(() => performance.now());
  await page.getByRole('button', { name: 'Play' }).click(); // one
  await page.locator('cg-board piece').first().waitFor();
  await clickSquare(page, 'e2'); // two
  await clickSquare(page, 'e4'); // three
  await page.getByText('1. You try e2e4.').waitFor();
  const after = await page.evaluate(() => performance.now());
  console.log(`first try: page ready after ${Math.round(ready)} ms, tried and answered ${Math.round(after - before)} ms later, at ${SLOWER}x`);
  expect(await page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks)).toBe(3);
  await page.close();
}, GAME_MS);
