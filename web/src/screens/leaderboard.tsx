// The best players of a ruleset: people and bots, together and apart. #/leaderboard/icc/people.
import { useEffect, useState } from 'preact/hooks';
import { type Among, askBest, type Asked, type BestPlayer } from '../archive/api.ts';
import { Player, ruleChoices } from '../archive/parts.tsx';
import { Pick } from '../play/setup.tsx';
import type { ScreenProps } from '../screen.ts';
import { say } from '../words.ts';

export const amongWords: [among: Among, name: string][] = [
  ['all', 'page-among-all'],
  ['people', 'page-among-people'],
  ['bots', 'page-among-bots'],
];

const columns = ['page-rating-place', 'page-games-player', 'page-rating', 'page-games'];

function Best({ players }: { players: BestPlayer[] }) {
  if (!players.length) return <p role="status">{say('page-leaderboard-none')}</p>;
  return (
    <table class="best">
      <thead>
        <tr>
          {columns.map((name) => (
            <th scope="col">{say(name)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {players.map(({ name, rating, deviation, games }, place) => (
          <tr key={name}>
            <td>{place + 1}</td>
            <th scope="row">
              <Player name={name} />
            </th>
            <td>
              {rating} ± {deviation}
            </td>
            <td>{games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Found = Asked<{ players: BestPlayer[] }> | undefined;

function FoundBest({ found }: { found: Found }) {
  if (!found) return <p role="status">{say('page-loading')}</p>;
  return 'found' in found ? <Best players={found.found.players} /> : <p role="alert">{say('page-game-away')}</p>;
}

export default function LeaderboardScreen({ nebel, rest: [rules = nebel.rulesets()[0]!.name, word] }: ScreenProps) {
  const [found, setFound] = useState<Found>();
  const among = amongWords.find(([value]) => value === word)?.[0] ?? 'all';
  const go = (to: string, who: string): void => void (location.hash = `#/leaderboard/${to}/${who}`);
  useEffect(() => {
    let isLeft = false;
    setFound(undefined);
    void askBest(rules, among).then((answer) => isLeft || setFound(answer));
    return () => void (isLeft = true);
  }, [rules, among]);
  return (
    <>
      <h2>{say('page-leaderboard')}</h2>
      <p class="intro">{say('page-leaderboard-help')}</p>
      <form class="setup" onSubmit={(event) => event.preventDefault()}>
        <Pick label={say('page-games-rules')} value={rules} options={ruleChoices(nebel)} onPick={(value) => go(value, among)} />
        <Pick label={say('page-among')} value={among} options={amongWords.map(([value, name]) => [value, say(name)])} onPick={(value) => go(rules, value)} />
      </form>
      <FoundBest found={found} />
    </>
  );
}
