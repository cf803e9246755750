/** Writes into each row of the route table, and into each part that is loaded later, where its source stands, so that the renderer finds its style sheets. */
import path from 'node:path';
import type { Plugin } from 'vite';
import { withoutProperties } from './plug-source.ts';

const screen = /screen:\s*\(\)\s*=>\s*import\(\s*'([^']+)'\s*\)/g;

/** `#meet/x.tsx` and `./x.tsx` as paths from the root of the repository. */
export const sourceOf = (specifier: string, from: string): string =>
  specifier.startsWith('#') ? `src/${specifier.slice(1)}` : path.posix.join(from, specifier);

export const withFiles = (code: string, from: string): string =>
  code.replace(screen, (all, specifier: string) => `file: ${JSON.stringify(sourceOf(specifier, from))}, ${all}`);

const part = /\bloadable(<[\w<>, ]+>)?\((?=\s*async \(\) =>[\s(]*await import\(\s*'([^']+)'\s*\))/g;
export const withSources = (code: string, from: string): string =>
  code.replace(
    part,
    (_all, type: string | undefined, specifier: string) =>
      `loadable.from(${JSON.stringify(sourceOf(specifier, from))})${type ?? ''}(`,
  );

/** What a domain brings to the server alone. */
const serverParts = ['server', 'http', 'search', 'sample', 'mailThing'];

const rows = /\/(src\/(?:.+\/)?(?:routes\.tsx|[\w-]+\.domain\.ts))$/;
const sources = /\/(src\/.+\.tsx?)$/;
const serverSide = /^\.\/(server\/|[\w-]+\.contract\.ts$)/;

export const screensPlugin = (): Plugin => ({
  name: 'atrium-screens',
  enforce: 'pre',
  // a domain names its server side, too, which no page loads
  resolveId: (source, importer) =>
    importer?.endsWith('.domain.ts') === true && serverSide.test(source) ? '\0server-side' : null,
  load: (id) => (id === '\0server-side' ? 'export {};' : null),
  transform: (code, id, options) => {
    const file = rows.exec(id)?.[1];
    if (file !== undefined) return { code: withFiles(withoutProperties(code, serverParts), path.posix.dirname(file)), map: null };
    const source = options?.ssr === true && code.includes('loadable') ? sources.exec(id)?.[1] : undefined;
    return source === undefined ? null : { code: withSources(code, path.posix.dirname(source)), map: null };
  },
});
