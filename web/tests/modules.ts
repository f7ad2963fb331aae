// The modules that `make wasm` built, and the native programs beside which they are tested.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Nebel } from '../wasm/nebel.ts';
import { Players } from '../wasm/players.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

export const nebelBytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`${root}/build/wasm/web/wasm/nebel.wasm`));
export const playersBytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`${root}/build/wasm/web/wasm/players.wasm`));

export const loadNebel = (): Promise<Nebel> => Nebel.load(nebelBytes());
export const loadPlayers = (): Promise<Players> => Players.load(playersBytes());

/** The path of a program of the native build. */
export const native = (name: string): string => `${root}/build/debug/${name}`;

export function run(name: string, words: string[], input = ''): string {
  return execFileSync(native(name), words, { input, encoding: 'utf8', maxBuffer: 1 << 30 });
}
