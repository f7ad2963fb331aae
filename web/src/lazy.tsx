// A component whose program is fetched when it is first shown.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from './words.ts';

export function lazy<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): (props: Props) => preact.JSX.Element {
  let Loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (!Loaded)
        void load().then((found) => {
          Loaded = found.default;
          redraw(1);
        });
    }, []);
    return Loaded ? <Loaded {...props} /> : <p role="status">{say('page-loading')}</p>;
  };
}
