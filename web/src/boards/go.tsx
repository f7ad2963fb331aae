// A board of Go: own stones, points that were refused or called, and enemy stones that the seat believes in.
import { BoundedGoban, type GhostStone, type HeatVertex, type Map as ByPoint, type Marker } from '@sabaki/shudan';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import '@sabaki/shudan/css/goban.css';
import { Squares } from './squares.tsx';
import { type BoardProps, type BoardView, placeOf, signsOf, squareAt } from './view.ts';
import type { Sign } from '../../wasm/nebel.ts';

const stone = (side: number): 1 | -1 => (side ? 1 : -1); // Black is Shudan's 1
const markers: Record<Sign, Marker> = {
  refused: { type: 'cross' },
  captured: { type: 'triangle' },
  check: { type: 'circle' },
  pawn: { type: 'circle' },
  moved: { type: 'point' },
  doubt: { type: 'label', label: '?' },
};

/** A map of the board for Shudan, whose rows begin above. */
function byPoint<T>({ shape }: BoardView, value: (square: string) => T): ByPoint<T> {
  return Array.from({ length: shape.ranks }, (_, y) => Array.from({ length: shape.files }, (_, x) => value(squareAt(shape, x, shape.ranks - 1 - y))));
}

function useWidth(): [preact.RefObject<HTMLDivElement>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    setWidth(place.current!.clientWidth); // at once: the board is there with the words beside it
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, []);
  return [place, width];
}

export default function GoBoard({ view, label, onTry, onMark, marking }: BoardProps) {
  const [place, width] = useWidth();
  const [cursor, setCursor] = useState<string>();
  const { shape, men, seat } = view;
  const signs = byPoint<0 | 1 | -1>(view, (square) => (men[0].includes(square) ? stone(0) : men[1].includes(square) ? stone(1) : 0));
  const shown = byPoint<Marker | null>(view, (square) => {
    const [first] = signsOf(view.signs.get(square));
    return first ? markers[first] : null;
  });
  const ghosts = byPoint<GhostStone | null>(view, (square) => (view.marks.includes(square) ? { sign: stone(1 - seat) } : null));
  const heat = byPoint<HeatVertex | null>(view, (square) => {
    const chance = view.heat?.get(square);
    return chance ? { strength: Math.ceil(chance * 9), text: String(Math.round(100 * chance)) } : null;
  });
  const enter = (square: string): void => (marking !== undefined ? onMark?.(square, square) : onTry?.(square));
  const pointOf = ([x, y]: [number, number]): string => squareAt(shape, x, shape.ranks - 1 - y);
  const vertexOf = (square: string): [number, number] => {
    const [file, rank] = placeOf(shape, square);
    return [file, shape.ranks - 1 - rank];
  };
  const column = (x: number): string => squareAt(shape, x, 0)[0]!;
  return (
    <div class="board go" ref={place} onContextMenu={(event) => event.preventDefault()}>
      <div class="men" aria-hidden="true">
        {width > 0 && (
          <BoundedGoban
            maxWidth={width}
            maxHeight={width}
            showCoordinates
            coordX={column}
            coordY={(y) => shape.ranks - y}
            signMap={signs}
            markerMap={shown}
            ghostStoneMap={ghosts}
            heatMap={heat}
            selectedVertices={cursor ? [vertexOf(cursor)] : []}
            onVertexMouseUp={(event, vertex) => {
              if (event.button === 2) onMark?.(pointOf(vertex));
              else if (event.button === 0) enter(pointOf(vertex));
            }}
          />
        )}
      </div>
      <Squares view={view} label={label} onEnter={onTry && enter} onMark={onMark} onCursor={setCursor} />
    </div>
  );
}
