// What a board shows, whatever the game: men by side, marks, and what was called. All of it comes from a seat.
import { type Seat, type SeatNumber, type Shape, SIGNS, type Sign } from '../../wasm/nebel.ts';
import { say } from '../words.ts';

export interface BoardView {
  seat: SeatNumber; // whose board it is
  below?: SeatNumber; // who sits below, if not that seat
  shape: Shape;
  men: [string[], string[]]; // that are seen, by side: "nd5", in Go "d4"
  marks: string[]; // enemy men that the seat believes in
  tries: string[]; // what can be tried now
  refusals: string[];
  signs: Map<string, number>;
  heat?: Map<string, number>; // how likely an enemy man is on a square
}

export interface BoardProps {
  view: BoardView;
  label: string;
  onTry?: ((attempt: string) => void) | undefined;
  onMark?: ((square: string, man?: string) => void) | undefined; // without a man: the next kind
  marking?: string | undefined; // the man that a click puts: "n", in Go ""
}

/** The board of a seat that knows what it was told. */
export function viewOf(seat: Seat, shape: Shape, marks: string[] = []): BoardView {
  return {
    seat: seat.number,
    shape,
    men: [seat.men(0), seat.men(1)],
    marks,
    tries: seat.tries(),
    refusals: seat.refusals(),
    signs: seat.signs(),
  };
}

export const isGo = (shape: Shape): boolean => shape.kinds === 1;

/** Columns have letters; those of Go leave out the i. */
const letters = (shape: Shape): string => (isGo(shape) ? 'abcdefghjklmnopqrst' : 'abcdefgh');
export const squareAt = (shape: Shape, file: number, rank: number): string => `${letters(shape)[file]}${rank + 1}`;
export const placeOf = (shape: Shape, square: string): [file: number, rank: number] => [letters(shape).indexOf(square[0]!), Number(square.slice(1)) - 1];

/** "nd5" is a knight on d5; in Go "d4" a stone. */
export const squareOf = (shape: Shape, man: string): string => (isGo(shape) ? man : man.slice(1));

/** The kinds of men that can be marked, in the order in which a click goes through them. */
const KINDS = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' } as const;
export const kindsOf = (shape: Shape): string[] => (isGo(shape) ? [''] : Object.keys(KINDS));
export const kindName = (kind: string): string => say(KINDS[kind as keyof typeof KINDS] ?? 'page-stone');

const signNames: Record<Sign, string> = {
  refused: 'sign-refused',
  captured: 'sign-captured',
  check: 'sign-check',
  pawn: 'sign-pawn',
  moved: 'sign-moved',
  doubt: 'page-sign-doubt',
};
export const signsOf = (sum = 0): Sign[] => (Object.keys(SIGNS) as Sign[]).filter((sign) => sum & SIGNS[sign]);

const colour = (side: number): string => say(side ? 'black' : 'white');

/** A square in words, for who does not see the board. */
export function describe(view: BoardView, square: string): string {
  const { shape, seat } = view;
  const on = (men: string[]): string | undefined => men.find((man) => squareOf(shape, man) === square);
  const name = (man: string): string => kindName(isGo(shape) ? '' : man[0]!);
  const [own, other, marked] = [on(view.men[seat]), on(view.men[1 - seat]!), on(view.marks)];
  const what = own
    ? say('page-own-man', square, name(own))
    : other
      ? say('page-seen-man', square, colour(1 - seat), name(other))
      : marked
        ? say('page-marked-man', square, name(marked))
        : square;
  const signs = signsOf(view.signs.get(square)).map((sign) => say(signNames[sign]));
  return signs.length ? say('page-signed', what, signs.join(', ')) : what;
}
