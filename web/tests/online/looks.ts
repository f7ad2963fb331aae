// How a page looks from a small telephone to a very wide screen.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findings } from '../site.ts';

const WIDTHS = [320, 390, 768, 1280, 1920, 3840];

/** Nothing is wider than the screen, and axe finds nothing, at any width. Leaves pictures in the folder that the variable NEBEL_PICTURES names. */
export async function looksGood(page: Page, name: string): Promise<void> {
  const folder = process.env['NEBEL_PICTURES'];
  const before = page.viewportSize()!;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // Boards follow the window a moment later.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 5000 }).toBeLessThanOrEqual(width);
    expect(await findings(page)).toEqual([]);
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize(before);
}
