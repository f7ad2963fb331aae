// A component whose program is fetched when it is first shown, or earlier if that is likely.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from './words.ts';

interface Lazy<Props> {
  (props: Props): preact.JSX.Element;
  fetch(): Promise<void>;
}

export function lazy<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Lazy<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const fetch = async (): Promise<void> => {
    Loaded ??= (await load()).default;
  };
  const Shown = (props: Props): preact.JSX.Element => {
    const [, redraw] = useState(0);
    useEffect(() => void fetch().then(() => redraw(1)), []); // also if it came between the drawing and this
    return Loaded ? <Loaded {...props} /> : <p role="status">{say('page-loading')}</p>;
  };
  return Object.assign(Shown, { fetch });
}
