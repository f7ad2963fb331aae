// Reviews in Chromium: records of each form, three boards in step, the map of beliefs, and a game that was just played.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { root, run } from './modules.ts';
import { findings, GAME_MS, openPage, withSite } from './site.ts';

withSite();

const example = (name: string): string => readFileSync(`${root}/examples/${name}`, 'utf8');
const json = (name: string): string => run('src/cmd/nebel', ['replay', `${root}/examples/${name}`, '--json']);

async function show(page: Page, source: string): Promise<void> {
  await page.getByLabel('Record').fill(source);
  await page.getByRole('button', { name: 'Show' }).click();
}

/** The men of a board, as its grid names them. */
const cells = (page: Page, board: string): Promise<string[]> =>
  page
    .getByRole('grid', { name: board })
    .getByRole('gridcell')
    .evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')!).filter((label) => /: /.test(label)));

test.each([
  ['PGN', example('game.pgn'), '1. White tries e2e4'],
  ['JSON', json('game.pgn'), '1. White tries e2e4'],
  ['SGF', example('phantom-go.sgf'), 'Black tries'],
  ['JSON of Go', json('phantom-go.sgf'), 'Black tries'],
])('%s is shown, with every try and three boards in step', async (_, source, first) => {
  const { page, problems } = await openPage('#/review');
  await show(page, source);
  const boards = ['White sees', 'Black sees', 'The umpire sees'];
  for (const board of boards) await page.getByRole('grid', { name: board }).waitFor();
  expect(await page.getByRole('list', { name: 'Every try' }).getByRole('button').first().innerText()).toContain(first);
  const men = await Promise.all(boards.map((board) => cells(page, board)));
  expect(men[2]!.length).toBe(men[0]!.length + men[1]!.length);
  await page.getByRole('button', { name: 'First' }).click();
  await page.getByText(/Step: 0 of/).waitFor();
  const begun = await Promise.all(boards.map((board) => cells(page, board)));
  expect(begun).not.toEqual(men);
  expect(begun[2]!.length).toBe(begun[0]!.length + begun[1]!.length);
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('the map shows how likely enemy men are, and follows the steps', async () => {
  const { page, problems } = await openPage('#/review');
  await page.getByRole('button', { name: 'An example' }).click();
  await page.getByRole('grid', { name: 'White sees' }).waitFor();
  await page.getByRole('button', { name: 'First' }).click();
  await page.getByLabel('Map of beliefs').selectOption('0');
  await page.getByText('What White could have known: 1 board was possible.').waitFor();
  const heat = (): Promise<number> => page.getByRole('grid', { name: 'White sees' }).locator('[class*=heat-]').count();
  expect(await heat()).toBe(16); // the other's men of the opening
  const known = page.getByRole('status').getByRole('listitem');
  expect(await known.allInnerTexts()).toEqual([
    'Certain enemy men: king e8, queen d8, rooks a8 h8, bishops c8 f8, knights b8 g8, pawns a7-h7.',
    'Certainly empty: a3-h3 a4-h4 a5-h5 a6-h6.',
    'The enemy king is likeliest on e8 100 %.',
  ]);
  await page.getByRole('button', { name: '3. White tries e4d5' }).click();
  await page.getByText('The answer to the last try: 16 of 41 boards were left.').waitFor();
  await page.getByRole('button', { name: 'Last' }).click();
  await page.getByText(/What White could have known: (A sample of )?\d+ /).waitFor();
  expect(await heat()).toBeGreaterThan(16);
  expect(await findings(page)).toEqual([]);
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('what is no record is explained, and the screen stays', async () => {
  const { page } = await openPage('#/review');
  await show(page, '1. e4 Zz9');
  await page.getByRole('alert').waitFor();
  await show(page, '{"format":"other"}');
  await page.getByText('this JSON is no record').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.close();
});

test('a game that was just played is reviewed', async () => {
  const { page } = await openPage();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('link', { name: 'Review this game' }).click();
  await page.getByRole('button', { name: 'White resigns.' }).waitFor();
  await page.close();
});
