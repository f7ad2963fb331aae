// The lobby of the server, as one page holds it: who the person is there, open games, own seeks and links, games and rematches.
// docs/protocol/lobby.md is the law. It stays connected while the person plays, since a rematch is asked for there.
import type { Nebel } from '../../wasm/nebel.ts';
import { keep, kept, whenKeptElsewhere } from '../settings.ts';
import { Link } from './link.ts';
import { readSuspended, type Suspended } from './suspended.ts';

export type Colour = 'white' | 'black';
export type Wish = Colour | 'any';

/** What is sought: the colour is what the one who seeks wants. */
export interface Offer {
  colour: Wish;
  clock: string; // "180000+2000", "none"
  game: string;
  isRated: boolean;
}
export interface Seek extends Offer {
  id: string;
  name: string;
  rating: string; // "1612", "1500?" while it is uncertain
}
export interface OwnOffer extends Offer {
  id: string;
  isLink: boolean;
}
/** A house bot. */
export interface Bot {
  name: string;
  isFree: boolean; // it takes a challenge now
  rating: string;
  level: number; // of its game; 0 for none
  game: string; // the name of its game
  text: string; // for people, if it has no level
}
export interface LobbyGame {
  token: string; // of the seat
  colour: Colour;
  name: string; // of the opponent
}

const GUEST = /^[a-z]+-[a-z]+-\d{3}$/; // no account has such a name
const PROTOCOL = '1';

/** Takes so many words off a line; the last is the rest of it. */
function split(line: string, count: number): string[] {
  const words = line.split(' ');
  return [...words.slice(0, count - 1), words.slice(count - 1).join(' ')];
}

/** A game as lines have it, which may be called rated. */
const gameText = ({ game, isRated }: Offer): string => (isRated ? `rated ${game}` : game);
const readGame = (text: string): { game: string; isRated: boolean } => ({ game: text.replace(/^rated /, ''), isRated: text.startsWith('rated ') });

export class Lobby {
  isHere = false; // the connection is there, and the server knows who we are
  hasBeen = false; // ever
  name = '';
  seeks: Seek[] = []; // of others and of the person
  own: OwnOffer[] = [];
  bots: Bot[] = [];
  games: LobbyGame[] = []; // that are not over, or began while the page was away
  look: Seek | undefined; // what the link of the address is for
  asked = new Set<string>(); // seats for which the person wants a rematch
  wanted = new Set<string>(); // and for which the opponent does
  suspended: Suspended | undefined; // why the last session ended
  error: { verb: string; code: string; text: string } | undefined; // of the last line
  private readonly link: Link;
  private readonly listeners = new Set<() => void>();
  private readonly known = new Set<string>(); // seats of all games that were told
  private wantsGame = false; // the next game is to be played in this page
  private code: string | undefined; // of the link that the address names
  private told: Bot[] = []; // until all are

  constructor(
    nebel: Nebel,
    private readonly onGame: (game: LobbyGame) => void,
  ) {
    this.link = new Link(nebel, '/lobby', { opened: () => undefined, take: (line) => this.take(line), lost: () => this.lose() });
    this.link.connect();
    whenKeptElsewhere('guest', () => this.comeAgain()); // a person is the same in all tabs
  }

  /** Calls back at every change, until the function that is returned is called. */
  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Whether the person has an account. */
  get hasAccount(): boolean {
    return this.name !== '' && !GUEST.test(this.name);
  }

  seek(offer: Offer): void {
    this.want(`seek ${offer.colour} ${offer.clock} any ${gameText(offer)}`);
  }
  makeLink({ colour, clock, game }: Offer): void {
    this.want(`link ${colour} ${clock} ${game}`);
  }
  takeSeek(id: string): void {
    this.want(`take ${id}`);
  }
  challenge(bot: string, offer: Offer): void {
    this.want(`challenge ${bot} ${offer.colour} ${offer.clock} ${gameText(offer)}`);
  }
  follow(code: string): void {
    this.want(`follow ${code}`);
  }
  rematch(token: string): void {
    this.want(`rematch ${token}`);
  }
  withdraw(id: string): void {
    this.send(`unseek ${id}`);
  }

  /** The game of this seat is over. */
  forget(token: string): void {
    this.games = this.games.filter((game) => game.token !== token);
  }

  /** Asks which bots there are, and which of them are free. */
  lookForBots(): void {
    if (this.isHere) this.link.send('bots');
  }

  /** The person is somebody else from now on. */
  comeAgain(): void {
    this.name = '';
    this.known.clear();
    this.games = [];
    this.link.connect();
    this.lose();
  }

  /** Asks what a link is for. */
  lookAt(code: string | undefined): void {
    if (this.code === code) return;
    this.code = code;
    this.look = undefined;
    if (code && this.isHere) this.send(`look ${code}`);
  }

  // --- Lines of the server ---

  private readonly takers: Record<string, (rest: string) => void> = {
    nebel: (version) => this.greet(version),
    you: (rest) => this.settle(rest),
    seek: (rest) => this.addSeek(rest),
    seeking: (rest) => this.addOwn(rest, false),
    link: (rest) => this.addOwn(rest, true),
    gone: (id) => this.remove(id),
    look: (rest) => (this.look = this.readSeek(rest)),
    game: (rest) => this.addGame(rest),
    asked: (token) => this.asked.add(token),
    rematch: (token) => this.wanted.add(token),
    bot: (rest) => this.told.push(this.readBot(rest)),
    bots: () => ([this.bots, this.told] = [this.told, []]),
    error: (rest) => this.fail(rest),
    quit: (rest) => this.leave(rest),
  };

  private take(line: string): void {
    const [verb, rest] = split(line, 2);
    this.takers[verb!]?.(rest!); // watching and games need no answer
    if (this.isHere) this.link.rest(); // a server that greets and closes is not asked again at once
    this.tellAll();
  }

  private greet(version: string): void {
    const token = kept('guest');
    if (version === PROTOCOL) this.link.send(token ? `hello ${token}` : 'guest');
    else this.fail(`nebel version ${version}`);
  }

  /** Everything that was known is told anew. */
  private settle(rest: string): void {
    const [token, name] = split(rest, 2);
    keep('guest', token!);
    keep('name', name!);
    this.name = name!;
    this.isHere = this.hasBeen = true;
    this.seeks = [];
    this.own = [];
    this.games = [];
    this.link.send('watch');
    this.link.send('games');
    this.told = [];
    this.lookForBots();
    if (this.code) this.link.send(`look ${this.code}`);
  }

  private readSeek(rest: string): Seek {
    const [id, name, rating, colour, clock, game] = split(rest, 6);
    return { id: id!, name: name!, rating: rating!, colour: colour as Wish, clock: clock!, ...readGame(game!) };
  }

  private readBot(rest: string): Bot {
    const [name, state, rating, level, game, text] = split(rest, 6);
    return { name: name!, isFree: state === 'free', rating: rating!, level: Number(level), game: game!, text: text! };
  }

  private addSeek(rest: string): void {
    const seek = this.readSeek(rest);
    this.seeks = [...this.seeks.filter(({ id }) => id !== seek.id), seek];
  }

  private addOwn(rest: string, isLink: boolean): void {
    const [id, colour, clock, game] = split(rest, 4);
    this.own = [...this.own.filter((own) => own.id !== id), { id: id!, colour: colour as Wish, clock: clock!, ...readGame(game!), isLink }];
    this.wantsGame ||= !document.hidden; // also after a reload; of two tabs, the one that is looked at
  }

  private remove(gone: string): void {
    this.seeks = this.seeks.filter(({ id }) => id !== gone);
    this.own = this.own.filter(({ id }) => id !== gone);
    if (this.look?.id === gone) this.look = undefined;
  }

  /** A game that this page waits for is entered; others are listed. */
  private addGame(rest: string): void {
    const [token, colour, name] = split(rest, 3);
    const game: LobbyGame = { token: token!, colour: colour as Colour, name: name! };
    const isNew = !this.known.has(game.token);
    this.known.add(game.token);
    this.games = [...this.games.filter((other) => other.token !== game.token), game];
    if (!isNew || !this.wantsGame) return;
    this.wantsGame = false;
    this.onGame(game);
  }

  private fail(rest: string): void {
    const [verb, code, text] = split(rest, 3);
    this.error = { verb: verb!, code: code!, text: text! };
    if (verb === 'challenge') this.lookForBots();
    if (verb === 'hello') {
      keep('guest', '');
      this.link.send('guest');
    } else if (verb === 'look') this.look = undefined;
    else if (verb !== 'unseek') this.wantsGame = this.own.length > 0;
  }

  /** The server closes the connection; who is suspended is told why, and is a new guest from then on. */
  private leave(rest: string): void {
    const [code, why] = split(rest, 2);
    if (code === 'suspended') this.suspended = readSuspended(why!);
  }

  private lose(): void {
    this.isHere = false;
    this.tellAll();
  }

  private want(line: string): void {
    this.wantsGame = true;
    this.send(line);
  }

  private send(line: string): void {
    this.error = undefined;
    if (this.isHere) this.link.send(line);
    this.tellAll();
  }

  private tellAll(): void {
    this.listeners.forEach((listener) => listener());
  }
}
