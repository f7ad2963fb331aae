// What the server tells of finished games (docs/protocol/archive.md).

/** A finished game as lists have it. Who is not known, or was removed, is null. */
export interface GameRow {
  id: string;
  white: string | null;
  black: string | null;
  game: string;
  clock: { base_ms: number; increment_ms: number };
  result: string;
  reason: string;
  began: string;
  ended: string;
  rated: boolean;
}

export interface GamePage {
  games: GameRow[];
  next?: string; // where the page after it begins
}

export interface PlayerCounts {
  name: string;
  bot: boolean;
  games: number;
  won: number;
  lost: number;
  drawn: number;
}

/** How strong somebody is with these rules, against people, bots or both. */
export interface Rating {
  game: string; // the ruleset
  among: Among;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
}
export type Among = 'all' | 'people' | 'bots';

/** A rating after a game. */
export interface RatingStep {
  game: string;
  among: Among;
  id: string; // of the finished game
  at: string;
  rating: number;
  deviation: number;
}

export interface BestPlayer {
  name: string;
  bot: boolean;
  rating: number;
  deviation: number;
  games: number;
}

export interface Wish {
  player?: string;
  rules?: string;
  result?: string;
  before?: string;
}

/** An answer, or why there is none: nothing of that kind, or no server. */
export type Asked<T> = { found: T } | { missing: 'none' | 'away' };

/** The server of the page, whatever folder that lies in. */
async function ask(path: string): Promise<Asked<string>> {
  try {
    const answer = await fetch(new URL(path, location.origin));
    if (answer.ok) return { found: await answer.text() };
    return { missing: answer.status === 404 || answer.status === 400 ? 'none' : 'away' };
  } catch {
    return { missing: 'away' };
  }
}

async function askJson<T>(path: string): Promise<Asked<T>> {
  const answer = await ask(path);
  return 'found' in answer ? { found: JSON.parse(answer.found) as T } : answer;
}

/** The record of a game, as JSON. */
export const askGame = (id: string): Promise<Asked<string>> => ask(`/api/game/${encodeURIComponent(id)}`);

export const askGames = (wish: Wish): Promise<Asked<GamePage>> =>
  askJson(`/api/games?${new URLSearchParams(Object.entries(wish).filter(([, value]) => value))}`);

export const askPlayer = (name: string): Promise<Asked<PlayerCounts>> => askJson(`/api/player/${encodeURIComponent(name)}`);

export const askRatings = (name: string): Promise<Asked<{ ratings: Rating[] }>> => askJson(`/api/player/${encodeURIComponent(name)}/ratings`);

export const askHistory = (name: string, game: string, among: Among): Promise<Asked<{ steps: RatingStep[] }>> =>
  askJson(`/api/player/${encodeURIComponent(name)}/history?${new URLSearchParams({ game, among })}`);

export const askBest = (game: string, among: Among): Promise<Asked<{ players: BestPlayer[] }>> => askJson(`/api/leaderboard?${new URLSearchParams({ game, among })}`);
