// What was said, line by line; a screen reader speaks each new line once.
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../words.ts';

export function Log({ lines }: { lines: string[] }) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => end.current?.scrollIntoView?.({ block: 'nearest' }), [lines.length]);
  return (
    <div class="log" role="log" aria-label={say('umpire-says')} tabIndex={0}>
      <ol>
        {lines.map((line, i) => (
          <li key={i} ref={i === lines.length - 1 ? end : undefined}>
            {line}
          </li>
        ))}
      </ol>
    </div>
  );
}
