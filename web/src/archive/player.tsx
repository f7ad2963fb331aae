// A player: how many games were won, how strong it is, and which games it has played.
import { useEffect, useState } from 'preact/hooks';
import { Block, Report } from '../screens/order.tsx';
import { Pick } from '../play/setup.tsx';
import { Ratings } from '../screens/profile_ratings.tsx';
import type { ScreenProps } from '../screen.ts';
import { say } from '../words.ts';
import { askPlayer, type PlayerCounts } from './api.ts';
import { GameList } from './parts.tsx';

const results: [value: string, name: string][] = [
  ['', 'page-games-all'],
  ['won', 'page-games-won'],
  ['lost', 'page-games-lost'],
  ['draw', 'page-games-draw'],
  ['off', 'page-games-off'],
];

function Counts({ name }: { name: string }) {
  const [counts, setCounts] = useState<PlayerCounts>();
  useEffect(() => {
    let isLeft = false;
    void askPlayer(name).then((answer) => isLeft || ('found' in answer && setCounts(answer.found)));
    return () => void (isLeft = true);
  }, [name]);
  return <p>{counts && say('page-player-counts', counts.games, counts.won, counts.lost, counts.drawn)}</p>;
}

function Games({ nebel, name }: { nebel: ScreenProps['nebel']; name: string }) {
  const [result, setResult] = useState('');
  return (
    <>
      <h2>{name}</h2>
      <Counts name={name} />
      <Ratings nebel={nebel} name={name} />
      <form class="setup" onSubmit={(event) => event.preventDefault()}>
        <Pick label={say('page-games-result')} value={result} options={results.map(([value, word]) => [value, say(word)])} onPick={setResult} />
      </form>
      <GameList nebel={nebel} wish={{ player: name, result }} />
      <Block name={name} />
      <Report subject={{ name }} />
    </>
  );
}

export default function PlayerScreen({ nebel, rest }: ScreenProps) {
  const name = decodeURIComponent(rest[0] ?? '');
  return <Games key={name} nebel={nebel} name={name} />;
}
