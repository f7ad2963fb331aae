// The connection is cut in the middle of a try: the page says so, comes back without a reload, and nothing is lost or done twice.
import { expect, test } from 'vitest';
import { expectWithin, GAME_MS, logLines, say } from '../site.ts';
import { order, type Person, sitDown, withStand } from './stand.ts';

withStand();

const BACK_MS = 5000; // the longest that a person may wait once the server can be reached again
const AT_ONCE_MS = 1000;
const lost = 'The connection is lost; it is being tried again.';

/** A browser says in its console that a server does not answer; nothing else may be said there. */
const worse = (problems: string[]): string[] => problems.filter((problem) => !/WebSocket connection to|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(REFUSED|RESET)/.test(problem));

async function type(person: Person, line: string): Promise<void> {
  await person.page.getByRole('textbox', { name: /^Type a/ }).fill(line);
  await person.page.keyboard.press('Enter');
}

/** Each call once, in its order, and no try sent by two numbers. */
async function checkWhole({ page, ear, problems }: Person, calls: string[]): Promise<void> {
  expect((await logLines(page).allInnerTexts()).slice(1)).toEqual(calls);
  const numbers = ear.sent.filter((line) => / try /.test(line)).map((line) => line.split(' ')[0]);
  const tries = new Set(ear.sent.filter((line) => / try /.test(line)));
  expect(new Set(numbers).size).toBe(tries.size); // what is sent again has its old number
  expect(worse(problems)).toEqual([]);
}

// While the node stands still, a try is sent and has no answer. Then the connection is cut.
test.each([
  ['nginx is ended', ['kill proxy', 'go on'], ['start proxy']],
  ['the node is killed', ['kill server'], ['start server']],
  ['both are killed', ['kill server', 'kill proxy'], ['start server', 'start proxy']],
])('%s in the middle of a try', async (_, cut, mend) => {
  const [white, black] = await sitDown('kriegspiel', [{}, {}], [600_000, 0]);
  await say(white.page, 'e2d3');
  await order('pause');
  await type(white, 'e2e4');
  await expect.poll(() => white.ear.sent.some((line) => line.endsWith('try e2e4'))).toBe(true);
  for (const line of cut) await order(line);
  for (const { page } of [white, black]) await page.getByText(lost).waitFor();
  for (const line of mend) await order(line);
  const beganMs = performance.now();
  await white.page.getByText("1.2. You try e2e4. Black's move.").waitFor();
  await black.page.getByText("1. Black's move.").waitFor();
  const tookMs = performance.now() - beganMs;
  console.log(`back after ${Math.round(tookMs)} ms`);
  expectWithin(tookMs, BACK_MS);
  for (const { page } of [white, black]) await expect.poll(() => page.getByText(lost).count()).toBe(0);
  await say(black.page, 'd7d5'); // the game goes on
  await white.page.getByText("1. White's move. 1 pawn try.").waitFor();
  await checkWhole(white, ["White's move.", '1. You try e2d3. Illegal move.', "1.2. You try e2e4. Black's move.", "1. White's move. 1 pawn try."]);
  await checkWhole(black, ["White's move.", "1. Black's move.", "1. You try d7d5. White's move. 1 pawn try."]);
  await white.page.close();
  await black.page.close();
}, GAME_MS);

test('a network that was away: the page comes back at once when the browser is online again', async () => {
  const [white, black] = await sitDown('kriegspiel');
  await order('kill proxy');
  await white.page.getByText(lost).waitFor();
  await white.page.context().setOffline(true);
  await new Promise((resolve) => setTimeout(resolve, 4000)); // by now it waits for seconds
  await order('start proxy');
  await white.page.context().setOffline(false);
  const beganMs = performance.now();
  await expect.poll(() => white.page.getByText(lost).count(), { interval: 20 }).toBe(0);
  const tookMs = performance.now() - beganMs;
  console.log(`back ${Math.round(tookMs)} ms after the browser was online`);
  expectWithin(tookMs, AT_ONCE_MS);
  await say(white.page, 'e2e4');
  await checkWhole(white, ["White's move.", "1. You try e2e4. Black's move."]);
  await white.page.close();
  await black.page.close();
}, GAME_MS);
