// Screens by address: #/learn/phantom-go/3 is the screen "learn" with two words more.
import { useEffect, useState } from 'preact/hooks';

export interface Route {
  screen: string; // "" for the first one
  rest: string[];
}

function read(): Route {
  const [screen = '', ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  return { screen, rest };
}

export function useRoute(): Route {
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const change = (): void => setRoute(read());
    addEventListener('hashchange', change);
    change(); // it may have changed before this was heard
    return () => removeEventListener('hashchange', change);
  }, []);
  return route;
}
