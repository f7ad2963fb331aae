// A sitting that a screen begins, and that ends with the screen.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ScreenProps } from '../app.tsx';
import type { GamePlan } from './messages.ts';
import { Signals } from './signals.ts';
import { Sitting } from './sitting.ts';

export function useSitting({ nebel, module }: ScreenProps): [Sitting | undefined, (plan: GamePlan) => void] {
  const sitting = useRef<Sitting>();
  const [, redraw] = useState(0);
  const draw = (): void => redraw((count) => count + 1);
  useEffect(() => () => sitting.current?.end(), []);
  sitting.current?.speak();
  const begin = (plan: GamePlan): void => {
    sitting.current?.end();
    const signals = new Signals();
    const begun = new Sitting(nebel, module, plan, () => {
      signals.take(begun);
      draw();
    });
    sitting.current = begun;
    draw();
  };
  return [sitting.current, begin];
}
