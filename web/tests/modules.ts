// The modules that `make wasm` built, and the native programs beside which they are tested.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Nebel } from '../wasm/nebel.ts';
import { Players } from '../wasm/players.ts';
import { Review } from '../wasm/records.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const moduleBytes = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`${root}/build/wasm/web/wasm/${name}.wasm`));

export const loadNebel = (): Promise<Nebel> => Nebel.load(moduleBytes('nebel'));
export const loadReview = (): Promise<Review> => Review.load(moduleBytes('review'));
export const loadPlayers = (): Promise<Players> => Players.load(moduleBytes('players'));

/** The path of a program of the native build. */
export const native = (name: string): string => `${root}/build/debug/${name}`;

export function run(name: string, words: string[], input = ''): string {
  return execFileSync(native(name), words, { input, encoding: 'utf8', maxBuffer: 1 << 30 });
}
