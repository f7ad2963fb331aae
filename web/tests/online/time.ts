// How long a person waits for the call of a try.
import { expect } from 'vitest';
import { openPage, say, site } from '../site.ts';

/** Tries so often what is always refused; the times from the send of a try to its call on the screen, in words. */
export async function timeTries(token: string, tries: number): Promise<string> {
  const { page } = await openPage();
  await page.addInitScript(() => {
    const noted = globalThis as unknown as { sentMs: number; shownMs: number[] };
    const send = WebSocket.prototype.send;
    noted.shownMs = [];
    WebSocket.prototype.send = function (data) {
      if (/ try /.test(String(data))) noted.sentMs = performance.now();
      send.call(this, data);
    };
    new MutationObserver((changes) => {
      const isCall = changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.nodeName === 'LI'));
      if (isCall && noted.sentMs) requestAnimationFrame(() => setTimeout(() => noted.shownMs.push(performance.now() - noted.sentMs)));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('about:blank');
  await page.goto(`${site.origin}/#/seat/${token}`);
  await page.getByRole('log').waitFor();
  for (let i = 0; i < tries; i++) await say(page, i % 2 ? 'e2d3' : 'e2f3'); // refused each time
  const shown = await page.evaluate(() => (globalThis as unknown as { shownMs: number[] }).shownMs.sort((a, b) => a - b));
  const at = (part: number): string => shown[Math.floor(part * shown.length)]!.toFixed(1);
  expect(shown.length).toBe(tries);
  await page.close();
  return `from a try to its call on the screen: ${tries} tries, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}
