// Practice and line mode in Chromium: whole games against a level, and everything that a person can do in one.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clickSquare, findings, GAME_MS, logLines, openPage, say, withSite } from './site.ts';

withSite();

/** Chooses by label; what is not named stays. */
async function begin(page: Page, choices: Record<string, string> = {}): Promise<void> {
  await page.getByRole('button', { name: 'Play' }).waitFor();
  for (const [label, value] of Object.entries(choices)) await page.getByRole('combobox', { name: label, exact: true }).selectOption(value);
  await page.getByRole('button', { name: 'Play' }).click();
  await logLines(page).nth(1).waitFor();
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

// Most of the time of a whole game is waited for beats of the table, so these games are played at once.
test.concurrent.each([
  ['practice', { Board: 'silverman4x4', Opponent: '1' }],
  ['practice', { Board: '5x4', Rules: 'rand', 'You play': '1', Opponent: '2' }],
  ['lines', { Game: '1', Size: '5', Opponent: '2' }],
])('a whole game in %s, typed: %j', async (screen, choices) => {
  const { page, problems } = await openPage(`#/${screen}`);
  await begin(page, choices);
  expect(await playByLines(page)).toMatch(/(White wins|Black wins|Draw)\./);
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test.concurrent('a whole game of 9x9 Go: stones by clicks, then two passes', async () => {
  const { page, problems } = await openPage();
  await begin(page, { Game: '1', Opponent: '1', 'You play': '1' });
  const point = page.locator('.shudan-vertex[data-x="4"][data-y="4"]');
  await point.click();
  await page.locator('.shudan-vertex.shudan-sign_1').waitFor();
  await page.getByRole('gridcell', { name: 'e5: your stone' }).waitFor();
  const pass = page.getByRole('button', { name: 'Pass' });
  const isOver = page.getByText('The game is over.');
  while (!(await isOver.count())) {
    await pass.or(isOver).first().waitFor();
    if (await pass.count()) await pass.click({ timeout: 2000 }).catch(() => undefined); // the game may have ended meanwhile
  }
  expect(await page.getByRole('log').innerText()).toMatch(/(White|Black) wins\./);
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('a man is moved by clicks, the level answers, and the game is resigned', async () => {
  const { page, problems } = await openPage();
  await begin(page);
  await page.locator('cg-board piece').first().waitFor();
  await clickSquare(page, 'e2');
  await clickSquare(page, 'e4');
  await page.getByText("1. You try e2e4. Black's move.").waitFor();
  await page.getByText("1. White's move.").waitFor(); // the level has moved
  const pictures = await page.locator('cg-board piece').evaluateAll((men) => men.map((man) => getComputedStyle(man).backgroundImage));
  expect(pictures.length).toBe(16); // own men, and no others
  expect(pictures.every((picture) => picture.startsWith('url("'))).toBe(true);
  await page.getByRole('gridcell', { name: 'e4: your pawn, last move' }).waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('White resigns. Black wins.').waitFor();
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('refusals, turns and the end are signalled, and not when that is switched off', async () => {
  const { page, problems } = await openPage(`#/practice/${encodeURIComponent('kriegspiel(fen=4k3/8/8/8/8/8/r7/4K2R_w_K)')}`);
  const shaken = (): Promise<number[][]> => page.evaluate(() => (globalThis as unknown as { shaken: number[][] }).shaken);
  await page.evaluate(() => {
    const noted = globalThis as unknown as { shaken: number[][] };
    noted.shaken = [];
    navigator.vibrate = (pattern) => Boolean(noted.shaken.push([pattern].flat() as number[]));
  });
  await begin(page, { Opponent: '1' });
  await say(page, 'Kd2'); // beside a rook that is not seen
  expect((await shaken()).at(-1)).toEqual([60]);
  await page.getByRole('button', { name: 'Sound', pressed: true }).click();
  const before = (await shaken()).length;
  await say(page, 'Kf2');
  expect((await shaken()).length).toBe(before);
  await page.getByRole('button', { name: 'Sound', pressed: false }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('White resigns. Black wins.').waitFor();
  expect((await shaken()).at(-1)).toEqual([60, 60, 120]);
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('the keyboard alone moves a man: arrows lead, Enter takes and puts', async () => {
  const { page } = await openPage();
  await begin(page);
  await page.getByRole('gridcell', { name: 'e2: your pawn' }).focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await page.getByText('1. You try e2e4.').waitFor();
  await page.close();
});

test('marks are put by palette, right click and Space, and are not seen men', async () => {
  const { page, problems } = await openPage();
  await begin(page);
  await page.locator('cg-board piece').first().waitFor();
  await clickSquare(page, 'd5', 8, 8, 'right');
  await page.getByRole('gridcell', { name: 'd5: you believe in a pawn' }).waitFor();
  await clickSquare(page, 'd5', 8, 8, 'right');
  await page.getByRole('gridcell', { name: 'd5: you believe in a knight' }).waitFor();
  await page.getByText('Marks', { exact: true }).click();
  await page.getByRole('button', { name: 'rook' }).click();
  await clickSquare(page, 'e5');
  await page.getByRole('gridcell', { name: 'e5: you believe in a rook' }).waitFor();
  await page.getByRole('button', { name: 'rook' }).click();
  await page.getByRole('gridcell', { name: 'd5: you believe in a knight' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press(' ');
  await page.getByRole('gridcell', { name: 'c5: you believe in a pawn' }).waitFor();
  expect(await say(page, 'board')).toContain('You have taken nothing'); // line mode knows the same marks
  expect(await page.getByRole('log').innerText()).toContain('Your marks: rook e5; knight d5; pawn c5.');
  await page.getByRole('button', { name: 'Remove all' }).click();
  await page.getByRole('gridcell', { name: 'e5', exact: true }).waitFor();
  await page.getByRole('button', { name: 'As at the beginning' }).click();
  await page.getByRole('gridcell', { name: 'e8: you believe in a king' }).waitFor();
  expect(await page.locator('cg-board piece').count()).toBe(32);
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('a position by address: a pawn is promoted by buttons, and a refused try stays on the board', async () => {
  const { page, problems } = await openPage('#/practice/kriegspiel(fen=4k3/P7/8/8/8/8/8/4K3_w)');
  await begin(page, { Opponent: '1' });
  await page.locator('cg-board piece').first().waitFor();
  await clickSquare(page, 'a7');
  await clickSquare(page, 'b8');
  await page.getByRole('button', { name: 'knight' }).click();
  await page.getByText('You try a7b8n. Illegal move.').waitFor();
  await page.getByRole('gridcell', { name: 'b8, refused' }).waitFor();
  expect(await page.locator('.cg-shapes g line, .cg-shapes line').count()).toBeGreaterThan(0);
  await clickSquare(page, 'a7');
  await clickSquare(page, 'a8');
  await page.getByRole('group', { name: 'The pawn becomes which man?' }).getByRole('button', { name: 'rook' }).click();
  await page.getByText(/You try a7a8r\. Black's move\./).waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('an address that names no game is explained', async () => {
  const { page } = await openPage('#/practice/kriegspiel(rules=icx)');
  await page.getByText("there is no ruleset 'icx'").waitFor();
  await page.close();
});

test('tries are queued, offers are made, and clocks run', async () => {
  const { page, problems } = await openPage();
  await begin(page, { Clock: '1', Opponent: '1' });
  await page.getByRole('timer').first().waitFor();
  expect(await page.getByRole('timer').allInnerTexts()).toContain('3:00');
  await page.getByText('2:5', { exact: false }).first().waitFor();
  await page.getByText('Next turn', { exact: true }).click();
  await page.getByLabel('Tries for your next turn').fill('e2d3 e2e4');
  await page.getByRole('button', { name: 'Queue' }).click();
  await page.getByText('You try e2e4.').waitFor();
  await page.getByText('You try e2d3. Illegal move.').waitFor();
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await page.getByText('White offers a draw.').waitFor();
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('the language is switched in a game, and kept', async () => {
  const { page, problems } = await openPage();
  await begin(page);
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('link', { name: 'Üben' }).waitFor();
  await page.getByRole('gridcell', { name: 'e2: Ihr Mann, Bauer' }).waitFor();
  await page.getByLabel('Ein Zug, etwa').fill('e2e4');
  await page.keyboard.press('Enter');
  await page.getByText('Sie versuchen e2e4. Schwarz ist am Zug.').or(page.getByText('e2e4. Schwarz ist am Zug.')).first().waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Spielen' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test.each(['', '#/lines', '#/learn', '#/learn/kriegspiel/1'])('axe finds nothing wrong at %s', async (address) => {
  const { page } = await openPage(address);
  await page.getByRole('heading', { level: 2 }).waitFor();
  await page.waitForFunction(() => !document.querySelector('main [role=status]'));
  expect(await findings(page)).toEqual([]);
  await page.close();
});

test.each<Record<string, string>>([{}, { Game: '1' }])('axe finds nothing wrong in a game: %j', async (choices) => {
  const { page } = await openPage();
  await begin(page, choices);
  await page.getByRole('grid').waitFor();
  await page.getByText('Marks', { exact: true }).click();
  await page.getByText('Next turn', { exact: true }).click();
  expect(await findings(page)).toEqual([]);
  await page.close();
});
