// Accounts in Chromium: register as a guest who has a game, log out and in, other sessions, the password, deletion; no findings of axe from a small
// telephone to a wide screen.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { GAME_MS, openPage } from '../site.ts';
import { looksGood } from './looks.ts';
import { withStand } from './stand.ts';

withStand();

const PASSWORD = 'four umpires eat soup';

const section = (page: Page, name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function fill(page: Page, name: string, values: Record<string, string>): Promise<void> {
  const form = section(page, name);
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.locator('button[type=submit]').click();
}

const openAccount = async (page: Page): Promise<void> => page.getByRole('link', { name: 'Account' }).click();

test('a guest registers and is the same person in the lobby, here and elsewhere', async () => {
  const anna = await openPage();
  await anna.page.getByRole('link', { name: 'Play people' }).click();
  const guest = /You are (\S+)\.$/.exec(await anna.page.getByText(/You are \S+\.$/).innerText())![1]!;
  await openAccount(anna.page);
  await anna.page.getByText(`You keep the games of ${guest}`).waitFor();
  await looksGood(anna.page, 'register');
  await fill(anna.page, 'Register', { Name: 'admin', Password: PASSWORD });
  await section(anna.page, 'Register').getByRole('status').getByText('A name has 3 to 20 letters').waitFor();
  await fill(anna.page, 'Register', { Name: 'Anna', Password: PASSWORD });
  await anna.page.getByText('You are Anna.').waitFor();
  await anna.page.getByText('; here').waitFor();
  await looksGood(anna.page, 'account');
  await anna.page.getByRole('link', { name: 'Play people' }).click();
  await anna.page.getByText('You are Anna.').waitFor();

  const phone = await openPage('#/account', { viewport: { width: 320, height: 640 } });
  await fill(phone.page, 'Log in', { Name: 'anna', Password: `${PASSWORD}x` });
  await phone.page.getByText('Name or password is wrong.').waitFor();
  await fill(phone.page, 'Log in', { Name: 'anna', Password: PASSWORD });
  await phone.page.getByText('You are Anna.').waitFor();
  await phone.page.getByRole('link', { name: 'Play people' }).click();
  await phone.page.getByText('You are Anna.').waitFor();

  // The phone is logged out from the desk, and at once it is somebody else.
  await openAccount(anna.page);
  await anna.page.getByRole('button', { name: /^End: / }).click();
  await phone.page.getByText(/You are [a-z]+-[a-z]+-\d{3}\.$/).waitFor();

  await fill(anna.page, 'Change the password', { Password: PASSWORD, 'New password': 'seven bishops sing loud' });
  await anna.page.getByText('Done.', { exact: true }).waitFor();
  const token = await anna.page.evaluate(() => localStorage.getItem('nebel-guest')!);
  expect(token).toMatch(/^[\w-]{43}$/);
  await anna.page.getByRole('button', { name: /^Log out: / }).click();
  await section(anna.page, 'Log in').waitFor();
  expect(await anna.page.evaluate(() => JSON.stringify(localStorage))).not.toContain(token);
  await fill(anna.page, 'Log in', { Name: 'Anna', Password: 'seven bishops sing loud' });
  await anna.page.getByText('You are Anna.').waitFor();
  const [download] = await Promise.all([anna.page.waitForEvent('download'), anna.page.getByRole('button', { name: 'Save it as a file' }).click()]);
  expect(download.suggestedFilename()).toBe('nebel-account.json');
  await anna.page.getByText('Delete the account').first().click();
  await fill(anna.page, 'Delete the account', { Password: 'seven bishops sing loud' });
  await section(anna.page, 'Register').waitFor();
  for (const { page, problems } of [anna, phone]) {
    expect(problems.filter((problem) => !/status of (400|401|403)/.test(problem))).toEqual([]);
    await page.close();
  }
}, GAME_MS);

test('who logs in in one tab is that person in the other', async () => {
  const { page, problems } = await openPage('#/lobby');
  await page.getByText(/You are [a-z]+-[a-z]+-\d{3}\.$/).waitFor();
  const [other] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open('#/account'))]);
  await fill(other, 'Register', { Name: 'Zoe', Password: PASSWORD });
  await page.getByText('You are Zoe.').waitFor();
  await other.getByRole('button', { name: /^Log out: / }).click();
  await page.getByText(/You are [a-z]+-[a-z]+-\d{3}\.$/).waitFor();
  await fill(other, 'Log in', { Name: 'Zoe', Password: PASSWORD });
  await page.getByText('You are Zoe.').waitFor();
  expect(problems.filter((problem) => !/status of (400|401|403)/.test(problem))).toEqual([]);
  await page.close();
}, GAME_MS);
