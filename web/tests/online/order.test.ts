// Keeping order in Chromium: a game and a player are reported, a player is blocked, somebody is suspended and told why, and the page on privacy; no findings
// of axe from a small telephone to a wide screen.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { GAME_MS, openPage } from '../site.ts';
import { looksGood } from './looks.ts';
import { order, withStand } from './stand.ts';

withStand();

const PASSWORD = 'four umpires eat soup';

interface Person {
  page: Page;
  problems: string[];
}

const section = (page: Page, name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function logIn(page: Page, form: 'Register' | 'Log in', name: string): Promise<void> {
  await section(page, form).getByLabel('Name', { exact: true }).fill(name);
  await section(page, form).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await section(page, form).locator('button[type=submit]').click();
}

async function register(name: string): Promise<Person> {
  const opened = await openPage('#/account');
  await opened.page.getByText(/You keep the games of /).waitFor();
  await logIn(opened.page, 'Register', name);
  await opened.page.getByText(`You are ${name}.`).waitFor();
  return opened;
}

const go = (page: Page, hash: string): Promise<void> => page.evaluate((where) => void (location.hash = where), hash);

async function report(page: Page, kind: string, text: string): Promise<void> {
  await page.locator('summary', { hasText: 'Report' }).click();
  await page.getByLabel('What is it about?').selectOption(kind);
  await page.getByLabel(/^What happened\?/).fill(text);
}

async function sendReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send the report' }).click();
  await page.getByText('The report is sent. Thank you.').waitFor();
}

test('people report and block each other, and one is suspended', async () => {
  const [anna, otto] = [await register('Anna'), await register('Otto')];
  for (const { page } of [anna, otto]) await go(page, '#/lobby');
  await anna.page.getByRole('combobox', { name: 'You play' }).selectOption('0');
  await anna.page.getByRole('button', { name: 'New game' }).click();
  await otto.page.getByRole('button', { name: 'Play: Anna' }).click();
  await Promise.all([anna, otto].map(({ page }) => page.getByRole('grid').waitFor()));
  await anna.page.getByRole('button', { name: /^(Abort|Resign)/ }).first().click();
  const yes = anna.page.getByRole('button', { name: 'Yes' });
  if (await yes.isVisible()) await yes.click();
  await anna.page.getByRole('link', { name: 'Review this game' }).click();
  await anna.page.getByRole('grid').first().waitFor();

  await report(anna.page, 'stalling', 'He did not move.');
  await looksGood(anna.page, 'report');
  await sendReport(anna.page);
  await go(anna.page, '#/player/Otto');
  await report(anna.page, 'name', '');
  await sendReport(anna.page);
  const reports = await order<string>('admin reports');
  expect(reports).toMatch(/stalling +Otto +[0-9a-f]{16} +Anna +He did not move\./);
  expect(reports).toMatch(/name +Otto +Anna/);

  // A block: neither sees the other's games any more.
  await anna.page.getByRole('button', { name: 'Block', exact: true }).click();
  await anna.page.getByText('You are not paired with each other').waitFor();
  await looksGood(anna.page, 'player');
  await go(otto.page, '#/lobby');
  await go(anna.page, '#/lobby');
  await anna.page.getByRole('button', { name: 'New game' }).click();
  await otto.page.getByText('House bots').waitFor();
  expect(await otto.page.getByRole('button', { name: 'Play: Anna' }).count()).toBe(0);
  await go(anna.page, '#/account');
  await looksGood(anna.page, 'blocks');
  await anna.page.getByRole('button', { name: 'End the block: Otto' }).click();
  await section(anna.page, 'Whom you have blocked').getByText('Nobody.').waitFor();
  await otto.page.getByRole('button', { name: 'Play: Anna' }).waitFor();

  // Suspended: told at once in the lobby and at a seat, and when logging in again.
  await otto.page.getByRole('button', { name: 'Play: Anna' }).click();
  await otto.page.getByRole('grid').waitFor();
  await go(anna.page, '#/lobby');
  await anna.page.getByText('You are Anna.').waitFor();
  await order('admin suspend Anna --days 7 --reason "much noise"');
  await anna.page.getByText(/^This account is suspended until .*: much noise$/).waitFor();
  await anna.page.getByText(/You are [a-z]+-[a-z]+-\d{3}\.$/).waitFor();
  await order('admin suspend Otto --days never --reason "rude words"');
  await otto.page.getByText('This account is suspended: rude words').waitFor();
  await looksGood(otto.page, 'suspended at a seat');
  await go(otto.page, '#/account');
  await otto.page.getByText(/You keep the games of /).waitFor();
  await logIn(otto.page, 'Log in', 'Otto');
  await section(otto.page, 'Log in').getByText('This account is suspended: rude words').waitFor();
  await looksGood(otto.page, 'suspended');
  for (const { page, problems } of [anna, otto]) {
    expect(problems.filter((problem) => !/status of (401|403)/.test(problem))).toEqual([]);
    await page.close();
  }
}, GAME_MS);

test('the page on privacy can be read in every language', async () => {
  const { page, problems } = await openPage('#/account');
  await page.getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('heading', { name: 'Privacy' }).waitFor();
  await looksGood(page, 'privacy');
  const english = await page.locator('main').innerText();
  await page.getByRole('combobox').first().selectOption('de');
  await page.getByRole('heading', { name: 'Datenschutz' }).waitFor();
  const german = await page.locator('main').innerText();
  for (const text of [english, german]) expect(text).not.toMatch(/page-|undefined/);
  expect(german.split('\n').length).toBe(english.split('\n').length);
  expect(problems.filter((problem) => !/status of 401/.test(problem))).toEqual([]); // nobody asks for an account
  await page.close();
});
