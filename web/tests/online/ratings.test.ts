// Ratings in Chromium: a rated game against a house bot moves the rating of a person, whose history is drawn; and the leaderboard. No findings of axe from a
// small telephone to a very wide screen.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { GAME_MS, openPage, say } from '../site.ts';
import { looksGood } from './looks.ts';
import { order, withStand } from './stand.ts';

withStand();

const PASSWORD = 'four umpires eat soup';
const BOT = 'bot-kriegspiel-1';

const enterLobby = (page: Page): Promise<void> => page.getByRole('link', { name: 'Play people' }).first().click();

async function register(page: Page, name: string): Promise<void> {
  await enterLobby(page);
  await page.getByText(/You are \S+\.$/).waitFor();
  await page.getByRole('link', { name: 'Account' }).click();
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Register', exact: true }) });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.locator('button[type=submit]').click();
  await page.getByText(`You are ${name}.`).waitFor();
}

const rated = (page: Page) => page.getByRole('checkbox', { name: 'Rated' });

/** White's first two moves; the bot answers each. */
async function playTwice(page: Page): Promise<void> {
  await page.getByRole('grid').waitFor();
  await say(page, 'a2a3');
  await expect.poll(() => page.title(), { timeout: 30_000 }).toMatch(/^Your move/);
  await say(page, 'h2h3');
  await expect.poll(() => page.title(), { timeout: 30_000 }).toMatch(/^Your move/);
}

test('a guest is told what a rated game needs, and cannot choose one', async () => {
  const { page, problems } = await openPage();
  await enterLobby(page);
  await page.getByText('A rated game needs an account').waitFor();
  expect(await rated(page).isDisabled()).toBe(true);
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('a rated game against a bot moves the rating, which the profile draws', async () => {
  await order('bots 2');
  const { page, problems } = await openPage();
  await register(page, 'Anna');
  await enterLobby(page);
  await page.getByRole('combobox', { name: 'You play' }).selectOption('0');
  await page.getByRole('combobox', { name: 'Clock' }).selectOption('0');
  expect(await rated(page).isDisabled()).toBe(true); // without a clock
  await page.getByRole('combobox', { name: 'Clock' }).selectOption('2');
  await rated(page).check();
  await page.getByText(`${BOT} (1500?)`).waitFor();
  await looksGood(page, 'lobby-rated');
  await page.getByRole('button', { name: `Play: ${BOT}` }).click();
  await playTwice(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The game is over.').waitFor();
  await expect
    .poll(
      async () => {
        await page.goto('about:blank');
        await page.goBack();
        await page.goto(page.url().replace(/#.*|$/, '#/player/Anna'));
        await page.getByText('1 game: 0 won, 1 lost').waitFor();
        return page.getByRole('combobox', { name: 'Rating' }).innerText();
      },
      { timeout: 30_000 },
    )
    .toMatch(/13\d\d\?, people and bots; icc/);
  await page.getByRole('img', { name: /^1 rated game: 13\d\d\.$/ }).waitFor();
  await page.getByText(/; rated; /).waitFor();
  await order('rate Anna 40');
  await page.reload();
  await page.getByRole('img', { name: /^40 rated games: from 1\d+ to \d+, at best \d+\.$/ }).waitFor();
  await looksGood(page, 'player');
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('the leaderboard lists the certain ones, people and bots together and apart', async () => {
  await order(`rate ${BOT} 30`);
  const { page, problems } = await openPage();
  await page.getByRole('link', { name: 'Leaderboard' }).click();
  const rows = page.getByRole('row');
  await page.getByRole('rowheader', { name: BOT }).waitFor();
  expect(await rows.count()).toBe(3);
  await looksGood(page, 'leaderboard');
  await page.getByRole('combobox', { name: 'Who' }).selectOption('bots');
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual([BOT]);
  await page.getByRole('combobox', { name: 'Who' }).selectOption('people');
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['Anna']);
  await page.getByRole('combobox', { name: 'Rules' }).selectOption('berkeley');
  await page.getByText('Nobody has played enough rated games').waitFor();
  await looksGood(page, 'leaderboard-empty');
  await page.goBack();
  await page.getByRole('link', { name: 'Anna' }).click();
  await page.getByRole('heading', { name: 'Anna' }).waitFor();
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);
