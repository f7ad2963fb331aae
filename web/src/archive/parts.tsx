// What the screens of finished games have in common.
import { useEffect, useState } from 'preact/hooks';
import type { Nebel } from '../../wasm/nebel.ts';
import { clockText, clockWords, gameWords } from '../play/game_words.ts';
import { language, say } from '../words.ts';
import { askGames, type GameRow, type Wish } from './api.ts';

/** Who played, with the way to the other games. */
export function Player({ name }: { name: string | null }) {
  return name ? <a href={`#/player/${encodeURIComponent(name)}`}>{name}</a> : <>{say('page-games-somebody')}</>;
}

/** Rulesets by the names that the server knows, and in words. */
export const ruleChoices = (nebel: Nebel): [name: string, words: string][] => [
  ...nebel.rulesets().map(({ name, words }): [string, string] => [name, words]),
  ['phantom-go', 'Phantom Go'],
];

/** Saves a text as a file. */
export function Save({ name, form, text }: { name: string; form: string; text: string }) {
  const save = (): void => {
    const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
    Object.assign(document.createElement('a'), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  };
  return (
    <button type="button" onClick={save}>
      {say('page-game-save', form)}
    </button>
  );
}

/** The address of this screen, to send to a friend. */
export function Address() {
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <input class="address" readOnly value={location.href} aria-label={say('page-lobby-address')} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" onClick={() => void navigator.clipboard.writeText(location.href).then(() => setCopied(true))}>
        {say('page-lobby-copy')}
      </button>
      <span role="status">{isCopied && say('page-lobby-copied')}</span>
    </>
  );
}

const clockOf = ({ base_ms, increment_ms }: GameRow['clock']): string => clockWords(clockText({ baseMs: base_ms, incrementMs: increment_ms }));
export const dayWords = (moment: string): string => new Date(moment).toLocaleDateString(language().code, { dateStyle: 'medium' });
const resultWords = (result: string): string => (result === '*' ? say('page-games-off') : result);

function Row({ nebel, row }: { nebel: Nebel; row: GameRow }) {
  return (
    <li>
      <span>
        <strong>
          <Player name={row.white} /> - <Player name={row.black} /> {resultWords(row.result)}
        </strong>{' '}
        {gameWords(nebel, row.game)}; {clockOf(row.clock)}; {row.rated && `${say('page-rated-mark')}; `}<time dateTime={row.ended}>{dayWords(row.ended)}</time>
      </span>
      <a class="button" href={`#/game/${row.id}`} aria-label={`${say('page-review-this')}: ${row.white ?? say('white')} - ${row.black ?? say('black')}`}>
        {say('page-review-show')}
      </a>
    </li>
  );
}

type Listed = { games: GameRow[]; next?: string | undefined; isAway?: boolean } | undefined;

/** Finished games, newest first, a page at a time. */
export function GameList({ nebel, wish }: { nebel: Nebel; wish: Wish }) {
  const [listed, setListed] = useState<Listed>();
  const key = JSON.stringify(wish);
  const more = async (before: GameRow[], next?: string): Promise<Listed> => {
    const answer = await askGames({ ...wish, ...(next ? { before: next } : {}) });
    return 'found' in answer ? { games: [...before, ...answer.found.games], next: answer.found.next } : { games: before, isAway: answer.missing === 'away' };
  };
  useEffect(() => {
    let isLeft = false;
    setListed(undefined);
    void more([]).then((found) => isLeft || setListed(found));
    return () => void (isLeft = true);
  }, [key]);
  if (!listed) return <p role="status">{say('page-loading')}</p>;
  return (
    <>
      {listed.isAway && <p role="alert">{say('page-game-away')}</p>}
      {!listed.isAway && !listed.games.length && <p role="status">{say('page-games-none')}</p>}
      <ul class="offers">
        {listed.games.map((row) => (
          <Row key={row.id} nebel={nebel} row={row} />
        ))}
      </ul>
      {listed.next && (
        <p class="actions">
          <button type="button" onClick={() => void more(listed.games, listed.next).then(setListed)}>
            {say('page-games-more')}
          </button>
        </p>
      )}
    </>
  );
}
