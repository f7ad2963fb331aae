// A sitting that a screen begins, and that ends with the screen.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ScreenProps } from '../screen.ts';
import type { GamePlan, SeatPlan } from './messages.ts';
import { Signals } from './signals.ts';
import { Sitting, type TablePort } from './sitting.ts';

/** Begins a game at a table of the page's own, or at one that is there already. */
type Begin = (plan: SeatPlan | GamePlan, table?: TablePort) => Sitting;

export function useSitting({ nebel, module }: ScreenProps): [Sitting | undefined, Begin] {
  const sitting = useRef<Sitting>();
  const [, redraw] = useState(0);
  const draw = (): void => redraw((count) => count + 1);
  useEffect(() => () => sitting.current?.end(), []);
  sitting.current?.speak();
  const begin: Begin = (plan, table) => {
    sitting.current?.end();
    const signals = new Signals();
    const take = (): void => {
      signals.take(begun);
      draw();
    };
    const begun = new Sitting(nebel, module, plan, take, table);
    sitting.current = begun;
    draw();
    return begun;
  };
  return [sitting.current, begin];
}
