// The board of any game. The programs of each kind are fetched when a game of that kind is shown.
import { lazy } from '../lazy.tsx';
import { type BoardProps, isGo } from './view.ts';

const ChessBoard = lazy<BoardProps>(() => import('./chess.tsx'));
const GoBoard = lazy<BoardProps>(() => import('./go.tsx'));

/** Fetches the board that is shown most, or another. */
export const fetchBoard = (kind: 'chess' | 'go' = 'chess'): Promise<void> => (kind === 'chess' ? ChessBoard : GoBoard).fetch();

export function Board(props: BoardProps) {
  return isGo(props.view.shape) ? <GoBoard {...props} /> : <ChessBoard {...props} />;
}
