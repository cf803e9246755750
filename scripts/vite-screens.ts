/** Writes into each row of the route table where its screen's source stands, so that the renderer finds its style sheets. */
import path from 'node:path';
import type { Plugin } from 'vite';

const screen = /screen:\s*\(\)\s*=>\s*import\(\s*'([^']+)'\s*\)/g;

/** `#meet/x.tsx` and `./x.tsx` as paths from the root of the repository. */
export const sourceOf = (specifier: string, from: string): string =>
  specifier.startsWith('#') ? `src/${specifier.slice(1)}` : path.posix.join(from, specifier);

export const withFiles = (code: string): string =>
  code.replace(screen, (all, specifier: string) => `file: ${JSON.stringify(sourceOf(specifier, 'src/app'))}, ${all}`);

export const screensPlugin = (): Plugin => ({
  name: 'atrium-screens',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/src/app/routes.tsx') ? { code: withFiles(code), map: null } : null),
});
