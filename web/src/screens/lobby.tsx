// Play people: the lobby of the server. Open games to take, house bots, new games, links for friends, and the person's games. #/lobby/CODE is a link.
import { useEffect, useState } from 'preact/hooks';
import type { Nebel } from '../../wasm/nebel.ts';
import type { Bot, Lobby, Offer, OwnOffer, Seek, Wish } from '../online/lobby_connection.ts';
import { errorWords } from '../online/lobby_words.ts';
import { enter, useLobby } from '../online/use_lobby.ts';
import { clockText, clockWords, gameWords } from '../play/game_words.ts';
import { clocks, colours, type GameChoices, gameOf, GamePicks, Pick, usualGame } from '../play/setup.tsx';
import type { ScreenProps } from '../screen.ts';
import { say } from '../words.ts';

const BUSY_MS = 5000; // between two looks whether a busy bot is free
const USUAL_CLOCK = 2;
const BY_LOT = 2; // of colours
const wishes: Wish[] = ['white', 'black', 'any'];

// --- What is offered, in words ---

/** What the person would play, if somebody else has the wish. */
function colourWords(wish: Wish): string {
  if (wish === 'any') return say('page-lobby-by-lot');
  return say('page-lobby-plays', say(wish === 'white' ? 'black' : 'white'));
}

const offerWords = (nebel: Nebel, { game, clock, isRated }: Offer): string =>
  [gameWords(nebel, game), clockWords(clock), ...(isRated ? [say('page-rated-mark')] : [])].join('; ');

/** Somebody in the lobby, and how strong. */
function Name({ name, rating }: { name: string; rating: string }) {
  return (
    <>
      <strong>{name}</strong> ({rating})
    </>
  );
}

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
              <Name {...seek} /> {offerWords(nebel, seek)}; {colourWords(seek.colour)}
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

/** What a new game is to be: of people and of bots. */
interface Terms {
  game: GameChoices;
  colour: number;
  clock: number;
  isRated: boolean; // if that can be
}
const usualTerms: Terms = { game: usualGame, colour: BY_LOT, clock: USUAL_CLOCK, isRated: false };

/** Rated games have a clock and the usual board of their rules. */
const canBeRated = ({ game: { isGo, size, board }, clock }: Terms): boolean =>
  clocks[clock]!.baseMs > 0 && (isGo ? size === usualGame.size : board === usualGame.board);

const offerOf = (terms: Terms, hasAccount: boolean): Offer => ({
  colour: wishes[terms.colour]!,
  clock: clockText(clocks[terms.clock]!),
  game: gameOf(terms.game),
  isRated: terms.isRated && hasAccount && canBeRated(terms),
});

interface TermsProps extends PartProps {
  terms: Terms;
}

function BotRow({ nebel, lobby, terms, bot }: TermsProps & { bot: Bot }) {
  const words = bot.level ? nebel.levelWords(gameOf(terms.game), bot.level) : bot.text;
  return (
    <li>
      <span>
        <Name {...bot} /> {words}
        {!bot.isFree && `; ${say('page-bots-state')}`}
      </span>
      <button type="button" class="first" disabled={!bot.isFree} aria-label={`${say('page-play')}: ${bot.name}`} onClick={() => lobby.challenge(bot.name, offerOf(terms, lobby.hasAccount))}>
        {say('page-play')}
      </button>
    </li>
  );
}

/** Those that play the game that is chosen; the weakest first. */
function HouseBots(props: TermsProps) {
  const { lobby, terms } = props;
  const bots = lobby.bots.filter(({ game }) => gameOf(terms.game).startsWith(`${game}(`));
  const isShort = lobby.bots.some(({ isFree }) => !isFree);
  useEffect(() => lobby.lookForBots(), []);
  useEffect(() => {
    const timer = isShort ? setInterval(() => lobby.lookForBots(), BUSY_MS) : undefined;
    return () => clearInterval(timer);
  }, [isShort]);
  return (
    <section>
      <h3>{say('page-bots')}</h3>
      <p>{say(bots.length ? 'page-bots-help' : 'page-bots-none')}</p>
      <ul class="offers">
        {bots.map((bot) => (
          <BotRow key={bot.name} {...props} bot={bot} />
        ))}
      </ul>
    </section>
  );
}

function RatedSwitch({ terms, hasAccount, change }: { terms: Terms; hasAccount: boolean; change: (some: Partial<Terms>) => void }) {
  const isPossible = hasAccount && canBeRated(terms);
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={terms.isRated && isPossible}
        disabled={!isPossible}
        aria-describedby="rated-hint"
        onChange={(event) => change({ isRated: event.currentTarget.checked })}
      />
      <span>{say('page-rated')}</span>
      <small id="rated-hint">{!isPossible && say('page-rated-hint')}</small>
    </label>
  );
}

function NewGame({ nebel, lobby, terms, change }: TermsProps & { change: (some: Partial<Terms>) => void }) {
  const offer = (): Offer => offerOf(terms, lobby.hasAccount);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    lobby.seek(offer());
  };
  return (
    <section>
      <h3>{say('page-new-game')}</h3>
      <form class="setup" onSubmit={submit}>
        <GamePicks nebel={nebel} choices={terms.game} change={(some) => change({ game: { ...terms.game, ...some } })} />
        <Pick label={say('start-colour')} value={terms.colour} options={colours.map((name, i) => [i, say(name)])} onPick={(colour) => change({ colour })} />
        <Pick label={say('start-clock')} value={terms.clock} options={clocks.map(({ name }, i) => [i, say(name)])} onPick={(clock) => change({ clock })} />
        <RatedSwitch terms={terms} hasAccount={lobby.hasAccount} change={change} />
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

function noticeOf(lobby: Lobby): string {
  if (!lobby.isHere && !lobby.error) return say(lobby.hasBeen ? 'away-lost' : 'page-lobby-connecting');
  return errorWords(lobby);
}

export default function LobbyScreen({ nebel, rest: [code] }: ScreenProps) {
  const lobby = useLobby(nebel);
  const [terms, setTerms] = useState(usualTerms);
  useEffect(() => lobby.lookAt(code), [code]);
  const part = { nebel, lobby, terms };
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
          <HouseBots {...part} />
        </div>
        <NewGame {...part} change={(some) => setTerms((before) => ({ ...before, ...some }))} />
      </div>
    </>
  );
}
