// Builds the page as static files that can lie in any folder of a server.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { defineConfig } from 'vitest/config';

const roles = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };

/** The pictures of men that come with chessgroundx still have chessground's names of classes; its boards have others. */
const menByLetter = {
  name: 'men-by-letter',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith('chessground.cburnett.css')) return undefined;
    return Object.entries(roles).reduce((css, [word, letter]) => css.replaceAll(`piece.${word}.`, `piece.${letter}-piece.`), code);
  },
};

/** A board of Go without its picture of wood, which is larger than all programs together. */
const plainWood = {
  name: 'plain-wood',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    return id.endsWith('goban.css') ? code.replace("url('./board.png')", '') : undefined;
  },
};

/** Writes the service worker with the names of all files of the build, and a version that changes with them. */
const offline = {
  name: 'offline',
  async generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): void }, _: unknown, bundle: Record<string, unknown>) {
    const files = [...Object.keys(bundle).filter((name) => !name.startsWith('.')), 'icon.svg', 'nebel.webmanifest'];
    const version = createHash('sha256').update(files.join('\n')).update(readFileSync('index.html')).digest('hex').slice(0, 12);
    const { code } = await transformWithOxc(readFileSync('src/offline.ts', 'utf8'), 'offline.ts');
    const source = `const FILES = ${JSON.stringify(files)};\nconst VERSION = 'nebel-${version}';\n${code}`;
    this.emitFile({ type: 'asset', fileName: 'offline.js', source });
  },
};

/** On a desk a node and its office answer what the page asks of a server: those of `nebel serve --dev desk`, or of other sockets. */
const at = (socketPath: string) => ({ target: { host: 'localhost', port: 80, socketPath } });
const node = at(process.env['NEBEL_SOCKET'] ?? '../desk/nebel.sock');
const office = at(process.env['NEBEL_OFFICE_SOCKET'] ?? '../desk/office.sock');

export default defineConfig({
  base: './',
  server: { proxy: { '/seat': { ...node, ws: true }, '/lobby': { ...node, ws: true }, '^/api/game$': node, '/api': office } },
  plugins: [menByLetter, plainWood, offline],
  build: { outDir: '../build/web/site', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022', modulePreload: false, manifest: true },
  worker: { format: 'es' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: { include: ['tests/**/*.test.ts'], testTimeout: 240_000, expect: { poll: { timeout: 60_000 } } },
});
