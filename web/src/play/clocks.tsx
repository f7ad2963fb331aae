// Both clocks, counted on from what the worker told.
import { useEffect, useState } from 'preact/hooks';
import { say } from '../words.ts';
import type { Sitting } from './sitting.ts';

const TICK_MS = 100;
const TENTHS_BELOW_MS = 10_000;

function textOf(leftMs: number): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  if (leftMs <= TENTHS_BELOW_MS) return `0:${(Math.ceil(leftMs / 100) / 10).toFixed(1).padStart(4, '0')}`;
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

export function Clocks({ sitting }: { sitting: Sitting }) {
  const { clocksMs } = sitting.news;
  const [, redraw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!clocksMs) return null;
  const passedMs = performance.now() - sitting.newsAtMs;
  const left = (seat: number): number => Math.max(0, clocksMs[seat]! - (sitting.seat.toMove === seat ? passedMs : 0));
  return (
    <p class="clocks">
      {[0, 1].map((seat) => (
        <span class={sitting.seat.toMove === seat ? 'clock runs' : 'clock'}>
          {say(seat ? 'black' : 'white')} <time role="timer">{textOf(left(seat))}</time>
        </span>
      ))}
    </p>
  );
}
