// House bots in Chromium: three clicks from the page to the first try, a game to its end and a rematch, and bots that are busy.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadNebel } from '../modules.ts';
import { findings, GAME_MS, openPage } from '../site.ts';
import { randomFrom } from '../silence/twins.ts';
import { hands, pointOf } from './hands.ts';
import { looksGood } from './looks.ts';
import { Ear, order, type Person, withStand } from './stand.ts';
import { settled } from './play.ts';

withStand();

const SMALL = 'silverman4x4';
const TRIES_MAX = 200; // then the person resigns

const play = (page: Page, bot: string) => page.getByRole('button', { name: `Play: ${bot}` });
const enterLobby = (page: Page): Promise<void> => page.getByRole('link', { name: 'Play people' }).first().click();

/** Counts how often the person presses a button of the mouse. */
const countClicks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(window, { clicks: 0 });
    window.addEventListener('pointerdown', () => (window as unknown as { clicks: number }).clicks++, true);
  });
const clicks = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { clicks: number }).clicks);

/** The page at the board, once it is the person's turn. */
async function seated(page: Page, problems: string[], ear: Ear): Promise<Person> {
  await page.getByRole('grid').waitFor();
  await expect.poll(() => ear.seat?.toMove === ear.seat?.number && ear.heard > 0, { timeout: 60_000 }).toBe(true);
  const person = { page, problems, ear, number: ear.seat!.number };
  await settled(person, ear.heard);
  return person;
}

/** Ends the game, so that its bot is free for the next test. */
async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The game is over.').waitFor();
}

test('three clicks from the page to the first try against a house bot', async () => {
  await order('bots 2');
  const { page, problems } = await openPage();
  const ear = new Ear(page);
  await countClicks(page);
  await enterLobby(page); // one
  await play(page, 'bot-kriegspiel-2').click(); // two
  await seated(page, problems, ear);
  await page.getByText('against bot-kriegspiel-2').waitFor();
  const handle = (await loadNebel()).game('kriegspiel');
  const attempt = ear.seat!.tries().find((one) => /^[a-h][27][a-h][36]$/.test(one) && one[0] === one[2])!;
  const [from, to] = [await pointOf({ page, seat: ear.seat!, shape: handle.shape }, attempt.slice(0, 2)), await pointOf({ page, seat: ear.seat!, shape: handle.shape }, attempt.slice(2))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down(); // three: a man is dragged
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => ear.sent.some((line) => line.endsWith(` try ${attempt}`)), { timeout: 60_000 }).toBe(true);
  expect(await clicks(page)).toBe(3);
  await resign(page);
  expect(problems).toEqual([]);
  handle.close();
  await page.close();
}, GAME_MS);

/** Plays by chance until the game is over. */
async function playOut(person: Person, game: string): Promise<void> {
  const { page, ear } = person;
  const random = randomFrom(1);
  const handle = (await loadNebel()).game(game);
  for (let count = 0; !ear.isOver && count < TRIES_MAX; count++) {
    const before = ear.heard;
    const tries = ear.seat!.tries();
    await hands.line({ page, seat: ear.seat!, shape: handle.shape }, tries[random(tries.length)]!);
    await settled(person, before + 1);
    await expect.poll(() => ear.isOver || ear.seat!.toMove === ear.seat!.number, { timeout: 60_000, interval: 5 }).toBe(true);
  }
  if (!ear.isOver) await resign(page);
  handle.close();
}

test('a game against a house bot is played to its end, and once more', async () => {
  await order('bots 2');
  const { page, problems } = await openPage();
  const ear = new Ear(page);
  await enterLobby(page);
  await page.getByRole('combobox', { name: 'Board' }).selectOption(SMALL);
  await page.getByRole('combobox', { name: 'You play' }).selectOption('0');
  await play(page, 'bot-kriegspiel-3').click();
  await playOut(await seated(page, problems, ear), `kriegspiel(board=${SMALL})`);
  await page.getByText('The game is over.').waitFor();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.getByText('You are Black').waitFor(); // a bot always wants one
  expect(await page.getByText('against bot-kriegspiel-3').count()).toBe(1);
  await resign(page);
  expect(problems).toEqual([]);
  await page.close();
}, GAME_MS);

test('bots of the chosen game are listed by level, and busy ones say so', async () => {
  await order('bots 1');
  const [anna, otto] = [await openPage(), await openPage()];
  for (const { page } of [anna, otto]) {
    await enterLobby(page);
    await play(page, 'bot-kriegspiel-1').waitFor();
  }
  await anna.page.getByText('level 9, strongest').waitFor();
  await looksGood(anna.page, 'bots');
  await anna.page.getByRole('combobox', { name: 'Game' }).selectOption('1');
  await play(anna.page, 'bot-phantom-go-4').waitFor();
  expect(await play(anna.page, 'bot-kriegspiel-1').count()).toBe(0);
  await play(anna.page, 'bot-phantom-go-4').click();
  await anna.page.getByRole('grid').waitFor();
  await play(otto.page, 'bot-kriegspiel-1').click(); // the page does not know yet
  await otto.page.getByText('This bot has enough to do now.').waitFor();
  await otto.page.getByText('; busy').first().waitFor();
  expect(await play(otto.page, 'bot-kriegspiel-1').isDisabled()).toBe(true);
  expect(await findings(otto.page)).toEqual([]);
  await resign(anna.page);
  await expect.poll(() => play(otto.page, 'bot-kriegspiel-1').isEnabled(), { timeout: 60_000 }).toBe(true); // it is free again
  for (const { page, problems } of [anna, otto]) {
    expect(problems).toEqual([]);
    await page.close();
  }
}, GAME_MS);
