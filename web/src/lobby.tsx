// Play people: the lobby of the server. Open games to take, new games, links for friends, and the person's games. #/lobby/CODE is a link.
import { useEffect, useState } from 'preact/hooks';
import type { Nebel } from '../wasm/nebel.ts';
import type { ScreenProps } from './app.tsx';
import type { Lobby, Offer, OwnOffer, Seek, Wish } from './online/lobby.ts';
import { enter, useLobby } from './online/use_lobby.ts';
import { clockText, clockWords, gameWords } from './play/game_words.ts';
import { clocks, colours, gameOf, GamePicks, Pick, usualGame } from './play/setup.tsx';
import { say } from './words.ts';

const USUAL_CLOCK = 2;
const BY_LOT = 2; // of colours
const wishes: Wish[] = ['white', 'black', 'any'];

const errors: Record<string, string> = {
  gone: 'page-lobby-gone',
  many: 'page-lobby-many',
  fast: 'page-lobby-fast',
  busy: 'page-lobby-busy',
  running: 'page-lobby-running',
  version: 'away-quit-version',
};

// --- What is offered, in words ---

/** What the person would play, if somebody else has the wish. */
function colourWords(wish: Wish): string {
  if (wish === 'any') return say('page-lobby-by-lot');
  return say('page-lobby-plays', say(wish === 'white' ? 'black' : 'white'));
}

const offerWords = (nebel: Nebel, { game, clock }: Offer): string => `${gameWords(nebel, game)}; ${clockWords(clock)}`;

// --- The parts of the screen ---

interface PartProps {
  nebel: Nebel;
  lobby: Lobby;
}

function OpenGames({ nebel, lobby }: PartProps) {
  const isOwn = ({ id }: Seek): boolean => lobby.own.some((own) => own.id === id);
  const seeks = lobby.seeks.filter((seek) => !isOwn(seek));
  return (
    <section>
      <h3>{say('page-lobby-open')}</h3>
      {seeks.length === 0 && <p>{say('page-lobby-nobody')}</p>}
      <ul class="offers">
        {seeks.map((seek) => (
          <li key={seek.id}>
            <span>
              <strong>{seek.name}</strong> {offerWords(nebel, seek)}; {colourWords(seek.colour)}
            </span>
            <button type="button" class="first" aria-label={`${say('page-play')}: ${seek.name}`} onClick={() => lobby.takeSeek(seek.id)}>
              {say('page-play')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A link that the person made: its address to copy. */
function LinkAddress({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false);
  const address = `${location.href.replace(/#.*/, '')}#/lobby/${code}`;
  return (
    <>
      <input class="address" readOnly value={address} aria-label={say('page-lobby-address')} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}>
        {say('page-lobby-copy')}
      </button>
      <span role="status">{isCopied && say('page-lobby-copied')}</span>
    </>
  );
}

function OwnOffers({ nebel, lobby }: PartProps) {
  const row = (own: OwnOffer) => (
    <li key={own.id}>
      <span>{offerWords(nebel, own)}</span>
      {own.isLink && <LinkAddress code={own.id} />}
      <button type="button" onClick={() => lobby.withdraw(own.id)}>
        {say('page-lobby-withdraw')}
      </button>
    </li>
  );
  const [links, seeks] = [lobby.own.filter(({ isLink }) => isLink), lobby.own.filter(({ isLink }) => !isLink)];
  return (
    <>
      {seeks.length > 0 && (
        <section>
          <h3>{say('page-lobby-own')}</h3>
          <ul class="offers">{seeks.map(row)}</ul>
        </section>
      )}
      {links.length > 0 && (
        <section>
          <h3>{say('page-lobby-links')}</h3>
          <ul class="offers">{links.map(row)}</ul>
        </section>
      )}
    </>
  );
}

function OwnGames({ lobby }: PartProps) {
  if (!lobby.games.length) return null;
  return (
    <section>
      <h3>{say('page-lobby-games')}</h3>
      <ul class="offers">
        {lobby.games.map((game) => (
          <li key={game.token}>
            <span>
              {say('page-lobby-against', game.name)}; {say('page-lobby-plays', say(game.colour))}
            </span>
            <button type="button" class="first" onClick={() => enter(game)}>
              {say('page-lobby-return')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the link of the address is for. */
function Invitation({ nebel, lobby }: PartProps) {
  const { look } = lobby;
  if (!look) return null;
  return (
    <section class="verdict">
      <h3>{say('page-lobby-invites', look.name)}</h3>
      <p>
        {offerWords(nebel, look)}; {colourWords(look.colour)}
      </p>
      <p class="actions">
        <button type="button" class="first" onClick={() => lobby.follow(look.id)}>
          {say('page-play')}
        </button>
      </p>
    </section>
  );
}

function NewGame({ nebel, lobby }: PartProps) {
  const [game, setGame] = useState(usualGame);
  const [colour, setColour] = useState(BY_LOT);
  const [clock, setClock] = useState(USUAL_CLOCK);
  const offer = (): Offer => ({ colour: wishes[colour]!, clock: clockText(clocks[clock]!), game: gameOf(game) });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    lobby.seek(offer());
  };
  return (
    <section>
      <h3>{say('page-new-game')}</h3>
      <form class="setup" onSubmit={submit}>
        <GamePicks nebel={nebel} choices={game} change={(some) => setGame((before) => ({ ...before, ...some }))} />
        <Pick label={say('start-colour')} value={colour} options={colours.map((name, i) => [i, say(name)])} onPick={setColour} />
        <Pick label={say('start-clock')} value={clock} options={clocks.map(({ name }, i) => [i, say(name)])} onPick={setClock} />
        <button type="submit" class="first" disabled={!lobby.isHere}>
          {say('page-new-game')}
        </button>
        <button type="button" disabled={!lobby.isHere} onClick={() => lobby.makeLink(offer())}>
          {say('page-lobby-link')}
        </button>
      </form>
    </section>
  );
}

function noticeOf({ isHere, hasBeen, error }: Lobby): string {
  if (!isHere && !error) return say(hasBeen ? 'away-lost' : 'page-lobby-connecting');
  const words = error && errors[error.code];
  return words ? say(words) : (error?.text ?? '');
}

export default function LobbyScreen({ nebel, rest: [code] }: ScreenProps) {
  const lobby = useLobby(nebel);
  useEffect(() => lobby.lookAt(code), [code]);
  const part = { nebel, lobby };
  return (
    <>
      <h2>{say('page-lobby')}</h2>
      {lobby.name && <p class="intro">{say('page-lobby-you', lobby.name)}</p>}
      <p class="notice" role="status">
        {noticeOf(lobby)}
      </p>
      <div class="lobby">
        <div>
          <Invitation {...part} />
          <OwnGames {...part} />
          <OwnOffers {...part} />
          <OpenGames {...part} />
        </div>
        <NewGame {...part} />
      </div>
    </>
  );
}
