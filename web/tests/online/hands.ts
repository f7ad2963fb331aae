// How people put men: by mouse, by touch, by keyboard, by typed lines. Each tries what a list of the seat's names: "e2e4", "a7a8q", "d4", "pass".
import type { Page } from 'playwright-core';
import { BLACK, type Seat, type SeatNumber, type Shape } from '../../wasm/nebel.ts';
import { isGo, placeOf } from '../../src/boards/view.ts';

export interface Reach {
  page: Page;
  seat: Seat;
  shape: Shape;
}
export type Hand = (reach: Reach, attempt: string) => Promise<void>;

const kinds: Record<string, string> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };
const words: Record<string, string> = { pass: 'Pass', 'any?': 'Any pawn captures?' };
const isTurned = (shape: Shape, number: SeatNumber): boolean => number === BLACK && !isGo(shape);

/** Whether the man may become several. */
const asksKind = (seat: Seat, attempt: string): boolean => seat.tries().filter((other) => other.startsWith(attempt.slice(0, 4))).length > 1;

/** The middle of a square, on the screen. */
export async function pointOf({ page, seat, shape }: Reach, square: string): Promise<{ x: number; y: number }> {
  const [file, rank] = placeOf(shape, square);
  const place = isGo(shape) ? page.locator(`.shudan-vertex[data-x="${file}"][data-y="${shape.ranks - 1 - rank}"]`) : page.locator('cg-board');
  let box: Awaited<ReturnType<typeof place.boundingBox>> = null;
  while (!box) {
    await place.scrollIntoViewIfNeeded();
    box = await place.boundingBox(); // null while the board is drawn anew
  }
  if (isGo(shape)) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const [column, row] = isTurned(shape, seat.number) ? [shape.files - 1 - file, rank] : [file, shape.ranks - 1 - rank];
  return { x: box.x + ((column + 0.5) * box.width) / shape.files, y: box.y + ((row + 0.5) * box.height) / shape.ranks };
}

/** The squares of a try, one after the other. */
const squaresOf = (shape: Shape, attempt: string): string[] => (isGo(shape) ? [attempt] : [attempt.slice(0, 2), attempt.slice(2, 4)]);

/** A hand that points at squares and buttons. */
const pointing =
  (point: (page: Page, x: number, y: number) => Promise<void>, press: (page: Page, name: string) => Promise<void>): Hand =>
  async (reach, attempt) => {
    const { page, seat, shape } = reach;
    if (words[attempt]) return press(page, words[attempt]);
    const asks = !isGo(shape) && asksKind(seat, attempt);
    for (const square of squaresOf(shape, attempt)) {
      const { x, y } = await pointOf(reach, square);
      await point(page, x, y);
    }
    if (asks) await press(page, kinds[attempt[4]!]!);
  };

const byMouse = pointing(
  (page, x, y) => page.mouse.click(x, y),
  (page, name) => page.getByRole('button', { name, exact: true }).click(),
);

const byTouch = pointing(
  (page, x, y) => page.touchscreen.tap(x, y),
  (page, name) => page.getByRole('button', { name, exact: true }).tap(),
);

/** Arrows lead from the first square to the second. */
const byKeyboard: Hand = async ({ page, seat, shape }, attempt) => {
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).press('Enter');
  if (words[attempt]) return press(words[attempt]);
  const asks = !isGo(shape) && asksKind(seat, attempt);
  const [first, second] = squaresOf(shape, attempt);
  await page.locator(`[data-square="${first}"]`).focus();
  await page.keyboard.press('Enter');
  if (second) {
    const way = isTurned(shape, seat.number) ? -1 : 1;
    const [from, to] = [placeOf(shape, first!), placeOf(shape, second)];
    const [right, up] = [way * (to[0] - from[0]), way * (to[1] - from[1])];
    for (let i = 0; i < Math.abs(right); i++) await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
    for (let i = 0; i < Math.abs(up); i++) await page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown');
    await page.keyboard.press('Enter');
  }
  if (asks) await press(kinds[attempt[4]!]!);
};

const byLine: Hand = async ({ page }, attempt) => {
  await page.getByRole('textbox', { name: /^Type a/ }).fill(attempt);
  await page.keyboard.press('Enter');
};

export const hands = { mouse: byMouse, touch: byTouch, keyboard: byKeyboard, line: byLine };
export type HandName = keyof typeof hands;
