// The squares of a board as a grid that the keyboard and screen readers can walk: arrows lead, Enter takes and puts, Space marks. It lies
// over the drawn board, shows what was called, and lets the mouse through.
import { useRef, useState } from 'preact/hooks';
import { type BoardView, describe, isGo, placeOf, signsOf, squareAt } from './view.ts';

interface SquaresProps {
  view: BoardView;
  label: string;
  onEnter?: ((square: string) => void) | undefined;
  onMark?: ((square: string) => void) | undefined;
  onCursor?: (square: string) => void;
}

const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** How strongly a chance is coloured, from 0 to 9. */
const heatStep = (chance: number): number => Math.min(9, Math.ceil(chance * 9));

export function Squares({ view, label, onEnter, onMark, onCursor }: SquaresProps) {
  const { files, ranks } = view.shape;
  const isTurned = (view.below ?? view.seat) === 1 && !isGo(view.shape); // a board of Go lies the same way for both
  const place = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(() => squareAt(view.shape, files >> 1, isTurned ? ranks - 2 : 1));

  const lead = (square: string): void => {
    setCursor(square);
    onCursor?.(square);
  };
  const go = ([right, up]: [number, number]): void => {
    const way = isTurned ? -1 : 1;
    const [file, rank] = placeOf(view.shape, cursor);
    const next = squareAt(view.shape, Math.min(files - 1, Math.max(0, file + way * right)), Math.min(ranks - 1, Math.max(0, rank + way * up)));
    lead(next);
    place.current?.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step) go(step);
    else if (event.key === 'Enter') onEnter?.(cursor);
    else if (event.key === ' ') onMark?.(cursor);
    else return;
    event.preventDefault();
  };

  const shown = (square: string): string => {
    const signs = signsOf(view.signs.get(square)).map((sign) => `sign-${sign}`);
    const heat = view.heat?.get(square);
    return [...signs, ...(heat ? [`heat-${heatStep(heat)}`] : [])].join(' ');
  };
  const rows = isTurned ? range(ranks) : range(ranks).reverse();
  const columns = isTurned ? range(files).reverse() : range(files);
  return (
    <div class={`squares files-${files} ranks-${ranks}`} role="grid" aria-label={label} ref={place} onKeyDown={press}>
      {rows.map((rank) => (
        <div role="row">
          {columns.map((file) => {
            const square = squareAt(view.shape, file, rank);
            return (
              <div
                role="gridcell"
                class={shown(square)}
                data-square={square}
                tabIndex={square === cursor ? 0 : -1}
                aria-label={describe(view, square)}
                onFocus={() => lead(square)}
                onClick={() => onEnter?.(square)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}
