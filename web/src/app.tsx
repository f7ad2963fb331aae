// The frame of all screens: their names, the language, and the screen that the address names.
import { useState } from 'preact/hooks';
import type { Nebel } from '../wasm/nebel.ts';
import { lazy } from './lazy.tsx';
import { keptSeat } from './online/kept.ts';
import { isSounding, setSounding } from './play/signals.ts';
import { useRoute } from './router.ts';
import type { ScreenProps } from './screen.ts';
import { language, languages, say, speak } from './words.ts';

const screens = {
  practice: { name: 'page-practice', Screen: lazy<ScreenProps>(() => import('./screens/practice.tsx')) },
  lobby: { name: 'page-lobby', Screen: lazy<ScreenProps>(() => import('./screens/lobby.tsx')) },
  account: { name: 'page-account', Screen: lazy<ScreenProps>(() => import('./screens/account.tsx')) },
  learn: { name: 'page-learn', Screen: lazy<ScreenProps>(() => import('./screens/learn.tsx')) },
  review: { name: 'page-review', Screen: lazy<ScreenProps>(() => import('./screens/review.tsx')) },
  lines: { name: 'page-lines', Screen: lazy<ScreenProps>(() => import('./screens/lines.tsx')) },
  leaderboard: { name: 'page-leaderboard', Screen: lazy<ScreenProps>(() => import('./screens/leaderboard.tsx')) },
  games: { name: 'page-games', Screen: lazy<ScreenProps>(() => import('./archive/games.tsx')) },
  game: { name: 'page-game', Screen: lazy<ScreenProps>(() => import('./archive/game.tsx')) },
  player: { name: 'page-games-player', Screen: lazy<ScreenProps>(() => import('./archive/player.tsx')) },
  privacy: { name: 'page-privacy', Screen: lazy<ScreenProps>(() => import('./screens/privacy.tsx')) },
  seat: { name: 'page-seat', Screen: lazy<ScreenProps>(() => import('./screens/seat.tsx')) },
};
type ScreenName = keyof typeof screens;
const FIRST: ScreenName = 'practice';

/** Screens that others lead to. */
const unlisted = ['game', 'player', 'privacy'];

/** What the frame names, and a game at a server only if this tab has one. */
const listed = (here: ScreenName): [string, { name: string }][] =>
  Object.entries(screens).filter(([screen]) => (screen === 'seat' ? here === 'seat' || keptSeat() : !unlisted.includes(screen)));

function Languages({ onChange }: { onChange: () => void }) {
  return (
    <label class="language">
      <span class="hidden">{say('page-language')}</span>
      <select value={language().code} onChange={(event) => void speak(event.currentTarget.value).then(onChange)}>
        {languages.map(({ code, name }) => (
          <option value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function SoundSwitch() {
  const [isOn, setOn] = useState(isSounding());
  const change = (): void => {
    setSounding(!isOn);
    setOn(!isOn);
  };
  return (
    <button type="button" class="sound" aria-pressed={isOn} onClick={change}>
      {say('page-sound')}
    </button>
  );
}

export function App({ nebel, module }: { nebel: Nebel; module: WebAssembly.Module }) {
  const route = useRoute();
  const [, redraw] = useState(0);
  const here = route.screen in screens ? (route.screen as ScreenName) : FIRST;
  const { Screen } = screens[here];
  return (
    <>
      <header>
        <h1>Nebel</h1>
        <nav>
          {listed(here).map(([screen, { name }]) => (
            <a href={`#/${screen}`} aria-current={screen === here ? 'page' : undefined}>
              {say(name)}
            </a>
          ))}
        </nav>
        <SoundSwitch />
        <Languages onChange={() => redraw((count) => count + 1)} />
      </header>
      <main>
        <Screen key={here} nebel={nebel} module={module} rest={route.rest} />
      </main>
    </>
  );
}
