// Finished games of the server: all of them, or by player, rules and result.
import { useState } from 'preact/hooks';
import { Pick } from '../play/setup.tsx';
import type { ScreenProps } from '../screen.ts';
import { kept } from '../settings.ts';
import { say } from '../words.ts';
import type { Wish } from './api.ts';
import { GameList, ruleChoices } from './parts.tsx';

const results: [value: string, name: string][] = [
  ['', 'page-games-all'],
  ['white', 'page-games-white'],
  ['black', 'page-games-black'],
  ['draw', 'page-games-draw'],
  ['off', 'page-games-off'],
];

export default function GamesScreen({ nebel }: ScreenProps) {
  const [wish, setWish] = useState<Wish>({});
  const [player, setPlayer] = useState('');
  const change = (some: Wish): void => setWish({ ...wish, ...some });
  const rules: [string, string][] = [['', say('page-games-all')], ...ruleChoices(nebel)];
  const own = kept('name');
  return (
    <>
      <h2>{say('page-games')}</h2>
      <form
        class="setup"
        onSubmit={(event) => {
          event.preventDefault();
          change({ player: player.trim() });
        }}
      >
        <label>
          <span>{say('page-games-player')}</span>
          <input value={player} spellcheck={false} autocapitalize="off" onInput={(event) => setPlayer(event.currentTarget.value)} />
        </label>
        <Pick label={say('page-games-rules')} value={wish.rules ?? ''} options={rules} onPick={(value) => change({ rules: value })} />
        <Pick label={say('page-games-result')} value={wish.result ?? ''} options={results.map(([value, name]) => [value, say(name)])} onPick={(value) => change({ result: value })} />
        <button type="submit" class="first">
          {say('page-games-search')}
        </button>
        {own && (
          <a class="button" href={`#/player/${encodeURIComponent(own)}`}>
            {say('page-games-own')}
          </a>
        )}
      </form>
      <GameList nebel={nebel} wish={wish} />
    </>
  );
}
