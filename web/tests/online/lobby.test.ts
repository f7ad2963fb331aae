// The lobby in Chromium: people who have never met begin games, by an open game, by a link, and once more after the end.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings, GAME_MS, openPage, say } from '../site.ts';
import { order, withStand } from './stand.ts';

withStand();

const atBoard = (page: Page): Promise<void> => page.getByRole('grid').waitFor();
const nameOf = async (page: Page): Promise<string> => /You are (\S+)\.$/.exec(await page.getByText(/You are \S+\.$/).innerText())![1]!;

async function enterLobby(): Promise<{ page: Page; problems: string[]; name: string }> {
  const opened = await openPage();
  await opened.page.getByRole('link', { name: 'Play people' }).click();
  return { ...opened, name: await nameOf(opened.page) };
}

const offer = (page: Page): Promise<void> => page.getByRole('button', { name: 'New game' }).click();

async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
}

test('two clicks from the page to a game: Play people, and a game that somebody offers', async () => {
  const anna = await enterLobby();
  await anna.page.getByRole('combobox', { name: 'You play' }).selectOption('1');
  await offer(anna.page);
  await anna.page.getByText('You are waiting for').waitFor();
  await anna.page.reload(); // it waits on
  await anna.page.getByText('You are waiting for').waitFor();
  const otto = await openPage();
  await otto.page.getByRole('link', { name: 'Play people' }).click(); // one
  await otto.page.getByRole('button', { name: `Play: ${anna.name}` }).click(); // two
  await Promise.all([atBoard(anna.page), atBoard(otto.page)]);
  await otto.page.getByText(`against ${anna.name}`).waitFor();
  expect(await otto.page.title()).toBe('Your move. Nebel: games in the fog');
  await say(otto.page, 'e2e4'); // it has White, and the clocks run
  expect(await otto.page.title()).toBe('Nebel: games in the fog');
  await anna.page.getByText("1. Black's move.").waitFor();
  expect(await otto.page.getByRole('timer').count()).toBe(2);
  expect(otto.page.url()).toMatch(/#\/seat$/);
  for (const { page, problems } of [anna, otto]) {
    expect(problems).toEqual([]);
    await page.close();
  }
}, GAME_MS);

test('a guest stays the same after a reload, and comes back to its game from the lobby', async () => {
  const [anna, otto] = [await enterLobby(), await enterLobby()];
  await anna.page.getByRole('combobox', { name: 'Game' }).selectOption('1');
  await anna.page.getByRole('combobox', { name: 'Clock' }).selectOption('0');
  await offer(anna.page);
  await otto.page.getByText(/Phantom Go, 9x9/).waitFor();
  await otto.page.getByRole('button', { name: `Play: ${anna.name}` }).click();
  await Promise.all([atBoard(anna.page), atBoard(otto.page)]);
  await anna.page.evaluate(() => sessionStorage.clear()); // another tab
  await anna.page.goto('about:blank');
  await anna.page.goBack();
  await anna.page.getByRole('link', { name: 'Play people' }).click();
  expect(await nameOf(anna.page)).toBe(anna.name);
  await anna.page.getByText(`against ${otto.name}`).waitFor();
  await anna.page.getByRole('button', { name: 'Back to the game' }).click();
  await atBoard(anna.page);
  await anna.page.close();
  await otto.page.close();
}, GAME_MS);

test('a link is sent to a friend, and followed', async () => {
  const anna = await enterLobby();
  await anna.page.getByRole('button', { name: 'Send a link' }).click();
  const address = await anna.page.getByLabel('Address of the game').inputValue();
  const friend = await openPage(new URL(address).hash);
  await friend.page.getByText(`${anna.name} invites you`).waitFor();
  expect(await findings(friend.page)).toEqual([]);
  await friend.page.getByRole('button', { name: 'Play', exact: true }).click();
  await Promise.all([atBoard(anna.page), atBoard(friend.page)]);
  const late = await openPage(new URL(address).hash);
  await late.page.getByText('That game is not open any more.').waitFor();
  for (const { page } of [anna, friend, late]) await page.close();
}, GAME_MS);

test('an open game is withdrawn; a rematch exchanges the colours', async () => {
  const [anna, otto] = [await enterLobby(), await enterLobby()];
  await anna.page.getByRole('combobox', { name: 'You play' }).selectOption('0');
  await offer(anna.page);
  await otto.page.getByRole('button', { name: `Play: ${anna.name}` }).waitFor();
  expect(await findings(otto.page)).toEqual([]);
  await anna.page.getByRole('button', { name: 'Withdraw' }).click();
  await otto.page.getByText('Nobody is waiting now.').waitFor();
  await offer(anna.page);
  await otto.page.getByRole('button', { name: `Play: ${anna.name}` }).click();
  await Promise.all([atBoard(anna.page), atBoard(otto.page)]);
  await resign(anna.page);
  await anna.page.getByRole('button', { name: 'Rematch' }).click();
  await anna.page.getByText(`You have asked ${otto.name} for a rematch.`).waitFor();
  await otto.page.getByText(`${anna.name} asks for a rematch.`).waitFor();
  await otto.page.getByRole('button', { name: 'Rematch' }).click();
  await otto.page.getByText('You are White').waitFor();
  await anna.page.getByText('You are Black').waitFor();
  await anna.page.close();
  await otto.page.close();
}, GAME_MS);

test('a game is aborted before both have moved, and not later', async () => {
  const [anna, otto] = [await enterLobby(), await enterLobby()];
  const begin = async (): Promise<void> => {
    await anna.page.getByRole('combobox', { name: 'You play' }).selectOption('0');
    await offer(anna.page);
    await otto.page.getByRole('button', { name: `Play: ${anna.name}` }).click();
    await Promise.all([atBoard(anna.page), atBoard(otto.page)]);
  };
  const abort = (page: Page) => page.getByRole('button', { name: 'Abort' });
  await begin();
  await abort(otto.page).click();
  for (const { page } of [anna, otto]) {
    await page.getByText('The game is aborted. No result.').waitFor();
    await page.getByRole('link', { name: 'Play people' }).first().click();
  }
  await begin();
  await say(anna.page, 'e2e4');
  await otto.page.getByText("1. Black's move.").waitFor();
  await say(otto.page, 'e7e5');
  await anna.page.getByText("1. White's move.").waitFor();
  for (const { page } of [anna, otto]) {
    expect(await abort(page).count()).toBe(0);
    await page.close();
  }
}, GAME_MS);

test('the lobby comes back after the node was killed', async () => {
  const anna = await enterLobby();
  await order('kill server');
  await anna.page.getByText('The connection is lost; it is being tried again.').waitFor();
  await order('start server');
  await expect.poll(() => anna.page.getByText('The connection is lost').count(), { timeout: 5000 }).toBe(0);
  expect(await nameOf(anna.page)).toBe(anna.name);
  await offer(anna.page);
  await anna.page.getByText('You are waiting for').waitFor();
  await anna.page.close();
}, GAME_MS);
