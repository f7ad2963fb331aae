// A seat at a server in Chromium, through nginx and TLS: everything that a person can do there.
import { expect, test } from 'vitest';
import { WHITE } from '../../wasm/nebel.ts';
import { clickSquare, findings, GAME_MS, logLines, openPage, say } from '../site.ts';
import { playOut, settled } from './play.ts';
import { order, sit, sitDown, withStand } from './stand.ts';
import { timeTries } from './time.ts';

withStand();

test('two people move by clicks; each hears what it may, and sees its own men alone', async () => {
  const [white, black] = await sitDown('kriegspiel', [{}, {}], [180_000, 2000]);
  await white.page.locator('cg-board piece').first().waitFor();
  await clickSquare(white.page, 'e2');
  await clickSquare(white.page, 'e4');
  await white.page.getByText("1. You try e2e4. Black's move.").waitFor();
  await black.page.getByText("1. Black's move.").waitFor();
  expect(await black.page.locator('cg-board piece').count()).toBe(16);
  expect(await black.page.getByRole('log').innerText()).not.toContain('e4');
  await say(black.page, 'd7d5');
  await settled(white, 3);
  await expect.poll(() => logLines(white.page).last().innerText()).toBe("1. White's move. 1 pawn try.");
  await say(white.page, 'e4d5');
  await white.page.getByText('You have taken 1 pawn; you have lost nothing.').waitFor();
  await black.page.getByText('You have taken nothing; you have lost 1 pawn.').waitFor();
  expect(await white.page.getByRole('timer').allInnerTexts()).toHaveLength(2);
  await black.page.getByText(/^2:5\d$/).first().waitFor(); // it runs
  for (const { page, problems } of [white, black]) {
    expect(problems).toEqual([]);
    await page.close();
  }
}, GAME_MS);

test('the page may be in no frame, and nothing is asked of another origin', async () => {
  const { page, problems } = await openPage();
  const answer = (await page.reload())!;
  expect(answer.headers()['content-security-policy']).toBe("frame-ancestors 'none'");
  expect(answer.headers()['cache-control']).toBe('no-cache');
  expect(problems).toEqual([]);
  await page.close();
});

test('the token leaves the address, a reload comes back to the game, and marks are kept', async () => {
  const { white } = await order<{ white: string }>('game 0 0 kriegspiel');
  const { page, problems } = await sit(white, WHITE);
  expect(page.url()).toMatch(/#\/seat$/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(white);
  await say(page, 'e2d3');
  await clickSquare(page, 'd5', 8, 8, 'right');
  await page.getByRole('gridcell', { name: 'd5: you believe in a pawn' }).waitFor();
  await page.reload();
  await page.getByRole('gridcell', { name: 'd5: you believe in a pawn' }).waitFor();
  await page.getByRole('gridcell', { name: 'd3, refused' }).waitFor();
  expect(await logLines(page).allInnerTexts()).toEqual([expect.stringContaining('You are White'), "White's move.", '1. You try e2d3. Illegal move.']);
  await page.getByRole('link', { name: 'Practice' }).click();
  await page.getByRole('link', { name: 'Your game' }).click();
  await say(page, 'e2e4');
  await expect.poll(() => logLines(page).last().innerText()).toBe("1.2. You try e2e4. Black's move.");
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('a draw is offered, declined, offered and accepted; the end stays after a reload', async () => {
  const [white, black] = await sitDown('kriegspiel(board=silverman4x4)');
  await white.page.getByRole('button', { name: 'Offer a draw' }).click();
  await black.page.getByRole('button', { name: 'Decline' }).click();
  await white.page.getByText('Black declines the draw.').waitFor();
  await black.page.getByRole('button', { name: 'Offer a draw' }).click();
  await white.page.getByRole('button', { name: 'Accept' }).click();
  for (const { page, problems } of [white, black]) {
    await page.getByText('The game is over.').waitFor();
    await page.reload();
    await page.getByText('Draw.').last().waitFor();
    await page.getByText('The game is over.').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  }
}, GAME_MS);

test('queued tries are sent one after the other, and not after a call', async () => {
  const [white, black] = await sitDown('kriegspiel');
  await black.page.getByText('Next turn', { exact: true }).click();
  const queue = async (tries: string): Promise<void> => {
    await black.page.getByLabel('Tries for your next turn').fill(tries);
    await black.page.getByRole('button', { name: 'Queue' }).click();
    await black.page.getByText(/^Queued: /).last().waitFor();
  };
  await queue('d7e6 d7d5');
  await say(white.page, 'e2e4');
  await black.page.getByText('1. You try d7e6. Illegal move.').waitFor();
  await black.page.getByText("1.2. You try d7d5. White's move. 1 pawn try.").waitFor();
  await queue('a7a6');
  await say(white.page, 'e4d5'); // a capture is news
  await black.page.getByText('Pawn at d5 captured').waitFor();
  expect(black.ear.sent.filter((line) => / try /.test(line))).toHaveLength(2);
  await white.page.close();
  await black.page.close();
}, GAME_MS);

test('a seat that another window takes says so, and can be taken back', async () => {
  const { white } = await order<{ white: string }>('game 0 0 kriegspiel');
  const first = await sit(white, WHITE);
  const second = await sit(white, WHITE);
  await first.page.getByText('Your seat is now in another window or program.').waitFor();
  await first.page.getByRole('button', { name: 'Take the seat here' }).click();
  await second.page.getByText('Your seat is now in another window or program.').waitFor();
  await say(first.page, 'e2e4');
  await expect.poll(() => logLines(first.page).last().innerText()).toBe("1. You try e2e4. Black's move.");
  await first.page.close();
  await second.page.close();
}, GAME_MS);

test.each([
  ['#/seat', 'This browser tab has no seat.'],
  ['#/seat/FQCgiYgVExkyyvAsKcTlWR-YzaO_5Ai6w0XuzGQWx9A', 'There is no seat for this address, or it has expired.'],
  ['#/seat/two%20words', 'There is no seat for this address, or it has expired.'],
])('an address without a seat is explained: %s', async (address, words) => {
  const { page } = await openPage(address);
  await page.getByText(words).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.close();
});

test('axe finds nothing wrong in a game, at its end and in German', async () => {
  const [white, black] = await sitDown('kriegspiel', [{}, { colorScheme: 'dark' }], [600_000, 0]);
  for (const { page } of [white, black]) {
    await page.getByText('Marks', { exact: true }).click();
    await page.getByText('Next turn', { exact: true }).click();
    expect(await findings(page)).toEqual([]);
  }
  await black.page.getByLabel('Language').selectOption('de');
  await white.page.getByRole('button', { name: 'Resign' }).click();
  await white.page.getByRole('button', { name: 'Yes' }).click();
  await black.page.getByText('Weiß gibt auf.').waitFor();
  for (const { page, problems } of [white, black]) {
    expect(await findings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  }
}, GAME_MS);

test('a whole game on a small board, one by mouse and one by keyboard: each call is spoken once', async () => {
  expect(await playOut('kriegspiel(board=silverman4x4)', ['mouse', 'keyboard'], 3)).toMatch(/winner/);
}, 2 * GAME_MS);

test('from the send of a try to its call on the screen; the times are printed', async () => {
  const { white } = await order<{ white: string }>('game 0 0 kriegspiel');
  console.log(await timeTries(white, 100));
}, GAME_MS);
