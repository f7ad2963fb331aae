// A sitting that a screen begins, and that ends with the screen.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ScreenProps } from '../app.tsx';
import type { GamePlan } from './messages.ts';
import { Sitting } from './sitting.ts';

export function useSitting({ nebel, module }: ScreenProps): [Sitting | undefined, (plan: GamePlan) => void] {
  const sitting = useRef<Sitting>();
  const [, redraw] = useState(0);
  const draw = (): void => redraw((count) => count + 1);
  useEffect(() => () => sitting.current?.end(), []);
  sitting.current?.speak();
  const begin = (plan: GamePlan): void => {
    sitting.current?.end();
    sitting.current = new Sitting(nebel, module, plan, draw);
    draw();
  };
  return [sitting.current, begin];
}
