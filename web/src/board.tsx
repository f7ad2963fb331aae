// The board of a seat: its own men, the enemy men that it believes in, and this turn's refused tries.
import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api';
import type { Color, Key, Piece, Role } from 'chessgroundx/types';
import { useEffect, useRef } from 'preact/hooks';
import 'chessgroundx/assets/chessground.base.css';
import 'chessgroundx/assets/chessground.brown.css';
import 'chessgroundx/assets/chessground.cburnett.css';
import type { SeatNumber } from '../wasm/nebel.ts';

export interface BoardView {
  seat: SeatNumber;
  files: number;
  ranks: number;
  men: string[]; // "nd5"
  tries: string[]; // "e2e4"
  refusals: string[];
}

const colors: [Color, Color] = ['white', 'black'];

function piecesOf(view: BoardView): Map<Key, Piece> {
  return new Map(view.men.map((man) => [man.slice(1) as Key, { role: `${man[0]}-piece` as Role, color: colors[view.seat] }]));
}

function destinations(tries: string[]): Map<Key, Key[]> {
  const found = new Map<Key, Key[]>();
  for (const attempt of tries) {
    if (!/^[a-h][1-8][a-h][1-8]/.test(attempt)) continue;
    const [from, to] = [attempt.slice(0, 2) as Key, attempt.slice(2, 4) as Key];
    found.set(from, [...(found.get(from) ?? []), to]);
  }
  return found;
}

export function Board({ view, onTry }: { view: BoardView; onTry: (attempt: string) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Api>();
  const color = colors[view.seat];

  useEffect(() => {
    board.current = Chessground(place.current!, { dimensions: { width: view.files, height: view.ranks }, animation: { enabled: false } });
    return () => board.current?.destroy();
  }, [view.files, view.ranks]);

  useEffect(() => {
    const shapes = view.refusals.filter((attempt) => /^[a-h]\d[a-h]\d/.test(attempt));
    const { state, set, redrawAll } = board.current!;
    set({
      orientation: color,
      turnColor: color,
      movable: { free: false, color, dests: destinations(view.tries), showDests: false, events: { after: (from, to) => onTry(from + to) } },
      drawable: { autoShapes: shapes.map((attempt) => ({ orig: attempt.slice(0, 2) as Key, dest: attempt.slice(2, 4) as Key, brush: 'red' })) },
    });
    state.boardState.pieces = piecesOf(view);
    redrawAll();
  });

  return <div class={`board files-${view.files}`} ref={place} role="img" aria-label={`Your men: ${view.men.join(', ') || 'none'}`} />;
}
