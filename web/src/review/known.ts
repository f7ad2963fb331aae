// What a seat could have known, in words: certain men, certainly empty squares, where the other's king or stones are likeliest, and what its
// last try told it. A belief with all boards tells what is certain; a sample, what all of its boards have.
import type { Shape } from '../../wasm/nebel.ts';
import { type BoardView, isGo, kindsOf, placeOf, squareAt, squareOf } from '../boards/view.ts';
import { say } from '../words.ts';
import type { Believed } from './messages.ts';

const ALMOST_ONE = 1 - 1e-9; // sums of weights are not exact
const LIKELIEST = 3;
const PER_CENT = 100;

/** Lists of men by kind; stones are listed by their points alone. */
const LISTS: Record<string, string> = { p: 'men-pawn', n: 'men-knight', b: 'men-bishop', r: 'men-rook', q: 'men-queen', k: 'men-king' };

const squareNumber = (shape: Shape, number: number): string => squareAt(shape, number % shape.files, Math.floor(number / shape.files));

/** The chance of any enemy man on each square. */
export const chancesOf = ({ density }: Believed): number[] => density[0]!.map((_, square) => density.reduce((sum, kind) => sum + kind[square]!, 0));

/** "a3-c3 e3": squares in the order of the board, neighbours of a rank as one. */
function runs(shape: Shape, squares: number[]): string {
  const found: [first: number, last: number][] = [];
  for (const square of squares) {
    const run = found.at(-1);
    if (run && run[1] + 1 === square && square % shape.files) run[1] = square;
    else found.push([square, square]);
  }
  return found.map(([first, last]) => squareNumber(shape, first) + (last > first ? `-${squareNumber(shape, last)}` : '')).join(' ');
}

const where = (chances: number[], holds: (chance: number) => boolean): number[] => chances.map((_, square) => square).filter((square) => holds(chances[square]!));

function certainMen(shape: Shape, density: number[][]): string {
  const lists = kindsOf(shape).map((kind, i) => {
    const squares = where(density[i]!, (chance) => chance > ALMOST_ONE);
    if (!squares.length || !kind) return runs(shape, squares);
    return say(LISTS[kind]!, squares.length, runs(shape, squares));
  });
  return lists.filter(Boolean).reverse().join(', ') || say('none');
}

function emptySquares(view: BoardView, chances: number[]): string {
  const own = new Set(
    view.men[view.seat].map((man) => {
      const [file, rank] = placeOf(view.shape, squareOf(view.shape, man));
      return rank * view.shape.files + file;
    }),
  );
  const empty = where(chances, (chance) => chance < 1 - ALMOST_ONE).filter((square) => !own.has(square));
  return empty.length ? runs(view.shape, empty) : say('none');
}

function likeliest(shape: Shape, chances: number[]): string {
  const open = where(chances, (chance) => chance > 0).sort((one, other) => chances[other]! - chances[one]!);
  return open
    .slice(0, LIKELIEST)
    .map((square) => `${squareNumber(shape, square)} ${Math.round(PER_CENT * chances[square]!)} %`)
    .join(', ');
}

/** Sentences about a belief. Of guesses nothing is certain; without a board there is nothing to say. */
export function known(view: BoardView, believed: Believed): string[] {
  const { density, count, before, isExact, isGuessed } = believed;
  if (!count) return [];
  const chances = chancesOf(believed);
  const { shape } = view;
  const sentences: string[] = [];
  if (!isGuessed) {
    sentences.push(say(isExact ? 'page-known-men' : 'page-known-men-sample', certainMen(shape, density)));
    sentences.push(say(isExact ? 'page-known-empty' : 'page-known-empty-sample', emptySquares(view, chances)));
  }
  if (isGo(shape)) sentences.push(say('page-known-likely-stones', likeliest(shape, chances.map((chance) => (chance > ALMOST_ONE ? 0 : chance))) || say('none')));
  else sentences.push(say('page-known-king', likeliest(shape, density.at(-1)!)));
  if (before !== undefined && isExact) sentences.push(say('page-known-news', before, count));
  return sentences;
}
