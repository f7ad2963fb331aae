// Finished games in Chromium: two people play to the end and look at their game, and so does everybody who has its address.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings, GAME_MS, openPage, say } from '../site.ts';
import { sitDown, withStand } from './stand.ts';

withStand();

const BOARDS = ['White sees', 'Black sees', 'The umpire sees'];
const nameOf = async (page: Page): Promise<string> => /You are (\S+)\.$/.exec(await page.getByText(/You are \S+\.$/).innerText())![1]!;

interface Person {
  page: Page;
  problems: string[];
  name: string;
}

async function enterLobby(): Promise<Person> {
  const opened = await openPage();
  await opened.page.getByRole('link', { name: 'Play people' }).click();
  return { ...opened, name: await nameOf(opened.page) };
}

/** Two people who have never met play: White loses the queen's pawn, is refused once, and resigns. */
async function playToTheEnd(): Promise<[Person, Person]> {
  const [anna, otto] = [await enterLobby(), await enterLobby()];
  await anna.page.getByRole('combobox', { name: 'You play' }).selectOption('0');
  await anna.page.getByRole('button', { name: 'New game' }).click();
  await otto.page.getByRole('button', { name: `Play: ${anna.name}` }).click();
  await Promise.all([anna, otto].map(({ page }) => page.getByRole('grid').waitFor()));
  await say(anna.page, 'd2d4');
  await otto.page.getByText("1. Black's move.").waitFor();
  await say(otto.page, 'e7e5');
  await anna.page.getByText("1. White's move.").waitFor();
  await say(anna.page, 'd4c5'); // refused: nothing is there
  await say(anna.page, 'a2a3');
  await otto.page.getByText(/2\. Black's move\./).waitFor();
  await say(otto.page, 'e5d4');
  await anna.page.getByRole('button', { name: 'Resign' }).click();
  await anna.page.getByRole('button', { name: 'Yes' }).click();
  return [anna, otto];
}

async function seeThreeBoards(page: Page): Promise<void> {
  for (const board of BOARDS) await page.getByRole('grid', { name: board }).waitFor();
}

async function saved(page: Page, name: string, role: 'button' | 'link' = 'button'): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole(role, { name }).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('two people play to the end, review their game, save it and send its address', async () => {
  const [anna, otto] = await playToTheEnd();
  for (const { page } of [anna, otto]) {
    await page.getByRole('link', { name: 'Review this game' }).click();
    await seeThreeBoards(page);
    await page.getByRole('list', { name: 'Every try' }).getByRole('button', { name: 'White tries d4c5' }).waitFor();
    await page.getByText(`${anna.name} - ${otto.name}`).waitFor();
    expect(await findings(page)).toEqual([]);
  }
  await otto.page.getByLabel('Map of beliefs').selectOption('1');
  await otto.page.getByText(/What Black could have known: /).waitFor();
  const pgn = await saved(anna.page, 'Save as PGN');
  expect(pgn.name).toMatch(/^[0-9a-f]{16}\.pgn$/);
  expect(pgn.text).toContain(`[White "${anna.name}"]`);
  expect(pgn.text).toContain('d4c5');
  const json = JSON.parse((await saved(anna.page, 'Save as JSON')).text);
  expect(json.tags.black).toBe(otto.name);
  expect(json.events).toHaveLength(6);
  const picture = await saved(anna.page, 'Picture', 'link');
  expect(picture.text).toContain(`<title>${anna.name} - ${otto.name}  0-1</title>`);
  const friend = await openPage(new URL(await anna.page.getByLabel('Address of the game').inputValue()).hash);
  await seeThreeBoards(friend.page);
  await friend.page.getByRole('link', { name: otto.name }).click();
  await friend.page.getByText('1 game: 1 won, 0 lost, 0 drawn.').waitFor();
  await friend.page.getByRole('link', { name: `Review this game: ${anna.name} - ${otto.name}` }).click();
  await seeThreeBoards(friend.page);
  for (const { page, problems } of [anna, otto, friend]) {
    expect(problems).toEqual([]);
    await page.close();
  }
}, GAME_MS);

test('games are searched by player, rules and result; a guest finds its own', async () => {
  const [anna, otto] = await playToTheEnd();
  await anna.page.getByRole('link', { name: 'Games', exact: true }).click();
  const row = anna.page.getByRole('link', { name: `Review this game: ${anna.name} - ${otto.name}` });
  await expect.poll(async () => {
    await anna.page.getByLabel('Player').fill(otto.name);
    await anna.page.getByRole('button', { name: 'Search' }).click();
    await anna.page.getByRole('status').first().waitFor({ state: 'detached' }).catch(() => undefined);
    return row.count();
  }).toBe(1);
  await anna.page.getByLabel('Result').selectOption('white');
  await anna.page.getByText('No game was found.').waitFor();
  await anna.page.getByLabel('Result').selectOption('black');
  await row.waitFor();
  await anna.page.getByLabel('Rules').selectOption('phantom-go');
  await anna.page.getByText('No game was found.').waitFor();
  expect(await findings(anna.page)).toEqual([]);
  await anna.page.getByRole('link', { name: 'Only mine' }).click();
  await anna.page.getByText('1 game: 0 won, 1 lost, 0 drawn.').waitFor();
  await row.waitFor();
  expect(await findings(anna.page)).toEqual([]);
  for (const { page } of [anna, otto]) await page.close();
}, GAME_MS);

test('a game that runs and one that does not exist look the same', async () => {
  const people = await sitDown('kriegspiel(board=silverman4x4)');
  const running = people[0].ear.told.find((line) => line.startsWith('archive '))!.split(' ')[1]!;
  for (const id of [running, '0123456789abcdef']) {
    const { page } = await openPage(`#/game/${id}`);
    await page.getByText('There is no such game, or it is not over.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('There is no such game, or it is not over.').waitFor();
    await page.close();
  }
  for (const { page } of people) await page.close();
}, GAME_MS);
