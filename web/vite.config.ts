// Builds the page as static files that can lie in any folder of a server.
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

export default defineConfig({
  base: './',
  plugins: [menByLetter],
  build: { outDir: '../build/web/site', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022', modulePreload: false, manifest: true },
  worker: { format: 'es' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: { include: ['tests/**/*.test.ts'], testTimeout: 60_000 },
});
