// A chess board of any size: men to drag or click, enemy men that the seat believes in, and this turn's refused tries.
import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api';
import type { Color, Key, Piece, Role } from 'chessgroundx/types';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import 'chessgroundx/assets/chessground.base.css';
import 'chessgroundx/assets/chessground.brown.css';
import 'chessgroundx/assets/chessground.cburnett.css';
import { kindName } from './view.ts';
import { say } from '../words.ts';
import { Squares } from './squares.tsx';
import type { BoardProps, BoardView } from './view.ts';

const colors: [Color, Color] = ['white', 'black'];
const isMove = (attempt: string): boolean => /^[a-h]\d[a-h]\d/.test(attempt);

function piecesOf({ men, marks, seat }: BoardView): Map<Key, Piece> {
  const pieces = (list: string[], side: number): [Key, Piece][] =>
    list.map((man) => [man.slice(1) as Key, { role: `${man[0]}-piece` as Role, color: colors[side]! }]);
  return new Map([...pieces(marks, 1 - seat), ...pieces(men[0], 0), ...pieces(men[1], 1)]);
}

function destinations(tries: string[]): Map<Key, Key[]> {
  const found = new Map<Key, Key[]>();
  for (const attempt of tries.filter(isMove)) {
    const [from, to] = [attempt.slice(0, 2) as Key, attempt.slice(2, 4) as Key];
    found.set(from, [...(found.get(from) ?? []), to]);
  }
  return found;
}

function Promotions({ tries, onTry }: { tries: string[]; onTry: (attempt: string) => void }) {
  return (
    <div class="promotions" role="group" aria-label={say('ask-promotion')}>
      <span>{say('ask-promotion')}</span>
      {tries.map((attempt) => (
        <button type="button" onClick={() => onTry(attempt)}>
          {kindName(attempt[4]!)}
        </button>
      ))}
    </div>
  );
}

export default function ChessBoard({ view, label, onTry, onMark, marking }: BoardProps) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Api>();
  const [promoting, setPromoting] = useState<string[]>([]);
  const color = colors[view.seat];
  const below = colors[view.below ?? view.seat];

  // Before anything else can be clicked: what is said beside the board and the board itself change together.
  useLayoutEffect(() => {
    board.current = Chessground(place.current!, { dimensions: { width: view.shape.files, height: view.shape.ranks }, animation: { enabled: false } });
    return () => board.current?.destroy();
  }, [view.shape.files, view.shape.ranks]);

  const tryMove = (from: string, to: string): void => {
    const fitting = view.tries.filter((attempt) => attempt.startsWith(from + to));
    if (fitting.length > 1) setPromoting(fitting);
    else onTry?.(fitting[0] ?? from + to); // a promotion of which only one is left: the others were refused
  };

  useLayoutEffect(() => {
    const { state, set, redrawAll } = board.current!;
    const canTry = onTry && marking === undefined;
    set({
      orientation: below,
      turnColor: color,
      viewOnly: !canTry,
      movable: { free: false, color: canTry ? color : undefined, dests: destinations(view.tries), showDests: false, events: { after: tryMove } },
      drawable: {
        enabled: false,
        visible: true,
        autoShapes: view.refusals.filter(isMove).map((attempt) => ({ orig: attempt.slice(0, 2) as Key, dest: attempt.slice(2, 4) as Key, brush: 'red' })),
      },
    });
    state.boardState.pieces = piecesOf(view);
    redrawAll();
  });

  const mark = (event: MouseEvent, man?: string): void => {
    const square = board.current!.getKeyAtDomPos([event.clientX, event.clientY]);
    event.preventDefault();
    if (square) onMark?.(square, man);
  };
  const enter = (square: string): void => {
    if (marking !== undefined) onMark?.(square, marking + square);
    else board.current!.selectSquare(square as Key);
  };
  return (
    <div
      class={`board chess of-${color} ${below}-below files-${view.shape.files} ranks-${view.shape.ranks}`}
      onContextMenu={mark}
      onClick={(event) => {
        const square = marking !== undefined && board.current!.getKeyAtDomPos([event.clientX, event.clientY]);
        if (square) onMark?.(square, marking + square);
      }}
    >
      <div class="men" ref={place} aria-hidden="true" />
      <Squares view={view} label={label} onEnter={onTry && enter} onMark={onMark} />
      {promoting.length > 0 && (
        <Promotions
          tries={promoting}
          onTry={(attempt) => {
            setPromoting([]);
            onTry?.(attempt);
          }}
        />
      )}
    </div>
  );
}
