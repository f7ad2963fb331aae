// Two people play a game at the stand to its end, each with the hand that was chosen.
import { expect } from 'vitest';
import { loadNebel } from '../modules.ts';
import { logLines } from '../site.ts';
import { randomFrom } from '../silence/twins.ts';
import { type HandName, hands } from './hands.ts';
import { type Person, sitDown } from './stand.ts';

const TRIES_MAX = 150; // of both; then both pass, or the one to move resigns

/** Waits for what the page was told to be heard, and shown: a call is one line of the log. */
export async function settled(person: Person, heard: number, what = ''): Promise<void> {
  await expect.poll(() => person.ear.heard, { timeout: 60_000, interval: 5, message: what }).toBeGreaterThanOrEqual(heard);
  await logLines(person.page).nth(person.ear.heard).waitFor(); // the first line says who plays what
}

/** What a live region says to a screen reader; there must be one for calls, and each line in it once. */
async function checkSpoken({ page, ear }: Person): Promise<void> {
  const lines = await logLines(page).allInnerTexts();
  const calls = ear.told.filter((line) => / hear /.test(line));
  expect(new Set(calls).size).toBe(calls.length); // nothing was told again
  expect(lines.length).toBe(1 + calls.length + 1); // who plays what, the calls, and that the game is over
  expect(lines.at(-1)).toBe('The game is over.');
  expect(await page.locator('[role=log], [role=status], [role=alert], [aria-live]').allInnerTexts()).toEqual(['', lines.join('\n')]); // the notice is silent
}

/** Plays by chance until the game is over; returns how it ended. */
export async function playOut(game: string, names: [HandName, HandName], seed: number): Promise<string> {
  const random = randomFrom(seed);
  const nebel = await loadNebel();
  const handle = nebel.game(game);
  const people = await sitDown(game, [{ hasTouch: names[0] === 'touch' }, { hasTouch: names[1] === 'touch' }]);
  for (let count = 0; !people[0].ear.isOver; count++) {
    const mover = people.find(({ ear, number }) => ear.seat!.toMove === number)!;
    const { page, ear, number } = mover;
    const other = people[1 - number]!;
    const before = ear.heard;
    const tries = ear.seat!.tries();
    const isLate = count >= TRIES_MAX;
    if (isLate && !tries.includes('pass')) {
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await expect.poll(() => ear.isOver && other.ear.isOver, { timeout: 60_000 }).toBe(true);
      break;
    }
    const attempt = isLate ? 'pass' : tries[random(tries.length)]!;
    await hands[names[number]]({ page, seat: ear.seat!, shape: handle.shape }, attempt);
    await settled(mover, before + 1, `${attempt} by ${names[number]}`);
    if (ear.seat!.toMove !== number) await expect.poll(() => other.ear.seat!.toMove, { timeout: 60_000, interval: 5 }).toBe(ear.seat!.toMove);
  }
  for (const person of people) {
    await person.page.getByText('The game is over.').waitFor();
    await checkSpoken(person);
    expect(person.problems).toEqual([]);
    await person.page.close();
  }
  handle.close();
  return people[0].ear.told.map((line) => / over (.*)/.exec(line)?.[1]).find(Boolean)!;
}
