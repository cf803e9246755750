/** Writes into each row of the route table where its screen's source stands, so that the renderer finds its style sheets. */
import path from 'node:path';
import type { Plugin } from 'vite';

const screen = /screen:\s*\(\)\s*=>\s*import\(\s*'([^']+)'\s*\)/g;

/** `#meet/x.tsx` and `./x.tsx` as paths from the root of the repository. */
export const sourceOf = (specifier: string, from: string): string =>
  specifier.startsWith('#') ? `src/${specifier.slice(1)}` : path.posix.join(from, specifier);

export const withFiles = (code: string, from: string): string =>
  code.replace(screen, (all, specifier: string) => `file: ${JSON.stringify(sourceOf(specifier, from))}, ${all}`);

/** The server's side of a domain, as the formatter lays it out. */
const serverParts = /^ {2}server: [\s\S]*?^ {2}\},\n/m;

const rows = /\/(src\/(?:.+\/)?(?:routes\.tsx|[\w-]+\.domain\.ts))$/;
const serverSide = /^\.\/(server\/|[\w-]+\.contract\.ts$)/;

export const screensPlugin = (): Plugin => ({
  name: 'atrium-screens',
  enforce: 'pre',
  // a domain names its server side, too, which no page loads
  resolveId: (source, importer) =>
    importer?.endsWith('.domain.ts') === true && serverSide.test(source) ? '\0server-side' : null,
  load: (id) => (id === '\0server-side' ? 'export {};' : null),
  transform: (code, id) => {
    const file = rows.exec(id)?.[1];
    return file === undefined ? null : { code: withFiles(code.replace(serverParts, ''), path.posix.dirname(file)), map: null };
  },
});
