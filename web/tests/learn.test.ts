// All lessons of both games in Chromium: by mouse, by keyboard, and by the accessibility tree alone.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clickSquare, GAME_MS, openPage, withSite } from './site.ts';

withSite();

/** The tries that solve each lesson. */
const solutions: Record<string, string[][]> = {
  kriegspiel: [['a1a8', 'a1a6', 'a1a5'], ['e4d5'], ['e2f1', 'e2d1'], ['e4d5', 'e4f5'], ['e3d5'], ['b1b8']],
  'phantom-go': [['c4'], ['a2'], ['a2'], ['a1'], ['b3'], ['pass']],
};

type Way = (page: Page, attempt: string) => Promise<void>;

async function typeLine(page: Page, attempt: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Type a/ }).fill(attempt);
  await page.keyboard.press('Enter');
}

/** On the squares of a board of Go, rows begin above. */
async function clickPoint(page: Page, point: string): Promise<void> {
  const [x, y] = ['abcde'.indexOf(point[0]!), 5 - Number(point[1])];
  await page.locator(`.shudan-vertex[data-x="${x}"][data-y="${y}"]`).click();
}

const byMouse: Way = async (page, attempt) => {
  if (attempt === 'pass') await page.getByRole('button', { name: 'Pass' }).click();
  else if (attempt.length === 2) await clickPoint(page, attempt);
  else
    for (const square of [attempt.slice(0, 2), attempt.slice(2, 4)]) {
      await page.locator('cg-board piece').first().waitFor();
      await clickSquare(page, square);
    }
};

/** Arrows from where the cursor is to a square, then Enter. */
async function lead(page: Page, square: string): Promise<void> {
  const here = await page.evaluate(() => (document.activeElement as HTMLElement).dataset['square']!);
  const steps = (from: number, to: number, less: string, more: string): string[] => Array<string>(Math.abs(to - from)).fill(to < from ? less : more);
  const keys = [
    ...steps(here.charCodeAt(0), square.charCodeAt(0), 'ArrowLeft', 'ArrowRight'),
    ...steps(Number(here[1]), Number(square[1]), 'ArrowDown', 'ArrowUp'),
    'Enter',
  ];
  for (const key of keys) await page.keyboard.press(key);
}

const byKeyboard: Way = async (page, attempt) => {
  if (attempt === 'pass') {
    await typeLine(page, attempt);
    return;
  }
  await page.getByRole('grid').waitFor();
  for (let presses = 0; !(await page.evaluate(() => 'square' in ((document.activeElement as HTMLElement)?.dataset ?? {}))); presses++) {
    expect(presses).toBeLessThan(30);
    await page.keyboard.press('Tab');
  }
  for (const square of attempt.match(/[a-h]\d/g)!) await lead(page, square);
};

const byTree: Way = async (page, attempt) => {
  if (attempt === 'pass') await typeLine(page, attempt);
  else
    for (const square of attempt.match(/[a-h]\d/g)!) {
      const cell = page.getByRole('gridcell', { name: new RegExp(`^${square}\\b`) });
      await cell.dispatchEvent('click'); // what a screen reader does
    }
};

test.each([
  ['mouse', 'kriegspiel', byMouse],
  ['mouse', 'phantom-go', byMouse],
  ['keyboard', 'kriegspiel', byKeyboard],
  ['keyboard', 'phantom-go', byKeyboard],
  ['accessibility tree', 'kriegspiel', byTree],
  ['accessibility tree', 'phantom-go', byTree],
])('by %s: all lessons of %s', async (_, game, way) => {
  const { page, problems } = await openPage('#/learn');
  await page.locator(`a[href="#/learn/${game}/1"]`).click();
  const lessons = solutions[game]!;
  for (const [i, attempts] of lessons.entries()) {
    await page.getByRole('heading', { name: `Lesson ${i + 1} of 6` }).waitFor();
    await page.getByRole('grid', { name: /^What (White|Black) knows$/ }).waitFor();
    const log = page.getByRole('log').getByRole('listitem');
    for (const attempt of attempts) {
      const before = await log.count();
      await way(page, attempt);
      await log.nth(before).waitFor();
    }
    await page.getByText('Done.', { exact: true }).first().waitFor();
    await page.getByRole('grid', { name: 'The umpire sees' }).waitFor();
    await page.getByRole('link', { name: i + 1 < lessons.length ? 'Next lesson' : 'Now play a game' }).click();
  }
  await page.getByRole('button', { name: 'Play' }).waitFor();
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('another move misses a lesson, which can be tried once more', async () => {
  const { page } = await openPage('#/learn/kriegspiel/6');
  await typeLine(page, 'a7a8');
  await page.getByText('That was another move').first().waitFor();
  await page.getByRole('button', { name: 'Once more' }).click();
  await page.getByRole('grid', { name: 'What White knows' }).waitFor();
  await typeLine(page, 'b1b8');
  await page.getByText('Done.', { exact: true }).first().waitFor();
  await page.close();
});
