/**
 * The modules of the product, read from their sources: the code of each without comments, types and layout, and what it imports.
 * Sources are read and not the build's chunks, because those change with every row of the route table and differ in their names.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { minifySync, parseSync, transformWithOxc } from 'vite';
import * as z from 'zod/mini';
import { sectionsOf, titlesOf, screenWords } from './vite/vite-text.ts';

/** Imports are ids as well: a path from the root, with its query, or `package:name`. */
export type SourceModule = { code: string; imports: string[]; lazyImports: string[] };

/** Decides whether the closure goes on from one module to another. */
export type FollowImport = (edge: { from: string; to: string; lazy: 'lazy' | 'static' }) => boolean;

export type ModuleGraph = {
  read(id: string): Promise<SourceModule>;
  /** All modules that can be reached from these, themselves included. */
  closure(ids: readonly string[], follow: FollowImport): Promise<Set<string>>;
  /** One for each module, in an order of their own: they change with code and with who imports what, but not when files move. */
  digests(ids: ReadonlySet<string>): Promise<string[]>;
  /** The texts of the page titles that a piece of code names, in the languages that are looked at. */
  titlesIn(code: string): string[];
  resolve(specifier: string, from: string): string | null;
};

const locales = ['en-US', 'ar'] as const;

export const sha256 = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

/** Where `#…` and the workspace's own packages lead. */
const aliases: readonly { from: RegExp; specifier: RegExp; to: string }[] = [
  { from: /^packages\/bbb\//, specifier: /^#(.+)$/, to: 'packages/bbb/src/$1' },
  { from: /^packages\/engine\//, specifier: /^#(.+)$/, to: 'packages/engine/$1' },
  { from: /^/, specifier: /^#(.+)$/, to: 'src/$1' },
  { from: /^/, specifier: /^@atrium\/bbb\/(.+)$/, to: 'packages/bbb/src/$1.ts' },
  { from: /^/, specifier: /^@atrium\/engine\/((?:protocol|server)\/.+)$/, to: 'packages/engine/$1.ts' },
  { from: /^/, specifier: /^@atrium\/engine\/(.+)$/, to: 'packages/engine/$1' },
];

const packageFile = z.object({ version: z.string() });

function versionOf(root: string, name: string): string {
  const file = path.join(root, 'node_modules', name, 'package.json');
  return existsSync(file) ? packageFile.parse(JSON.parse(readFileSync(file, 'utf8'))).version : 'none';
}

function resolveImport(specifier: string, from: string): string | null {
  if (/^(virtual|node):/.test(specifier)) return null;
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const alias = aliases.find((one) => one.from.test(from) && one.specifier.test(specifier));
  if (alias !== undefined) return specifier.replace(alias.specifier, alias.to);
  return `package:${specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')}`;
}

/** The code without types, comments and layout, and without the paths of its imports, which come in their order. */
async function readCode(file: string, text: string): Promise<{ code: string; imports: string[]; lazyImports: string[] }> {
  const { code } = await transformWithOxc(text, file, { sourcemap: false, tsconfig: false, jsx: { runtime: 'automatic' } });
  const { module } = parseSync('module.js', code);
  const named = [
    ...module.staticImports.map((one) => one.moduleRequest),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest ?? [])),
  ].map(({ start, end, value }) => ({ start, end, value, lazy: false }));
  const lazy = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^(['"`])([^$]+)\1$/.exec(code.slice(start, end));
    return literal?.[2] === undefined ? [] : [{ start, end, value: literal[2], lazy: true }];
  });
  const all = [...new Map([...named, ...lazy].map((one) => [one.start, one])).values()].toSorted((a, b) => a.start - b.start);
  const blanked = all.toReversed().reduce((rest, { start, end }) => `${rest.slice(0, start)}''${rest.slice(end)}`, code);
  return {
    code: minifySync('module.js', blanked, { compress: false, mangle: false }).code,
    imports: all.filter((one) => !one.lazy).map((one) => one.value),
    lazyImports: all.filter((one) => one.lazy).map((one) => one.value),
  };
}

/** Texts, in the languages that are looked at, of the sections that the import asks for. */
const readTexts = (file: string): string => JSON.stringify(locales.map((locale) => screenWords(sectionsOf(file, locale))));

/** The function with a memory: each id is worked out once. */
function once<T>(work: (id: string) => T): (id: string) => T {
  const known = new Map<string, T>();
  return (id) => {
    const found = known.get(id) ?? work(id);
    known.set(id, found);
    return found;
  };
}

/** @param root of the repository */
export function moduleGraph(root: string): ModuleGraph {
  const titles = new Map<string, string[]>();
  for (const locale of locales)
    for (const [key, text] of Object.entries(titlesOf(root, locale))) titles.set(key, [...(titles.get(key) ?? [key]), text]);
  const titlesIn = (code: string) => [...titles].flatMap(([key, texts]) => (code.includes(`'${key}'`) ? texts : []));

  const load = async (id: string): Promise<SourceModule> => {
    const none = { imports: [], lazyImports: [] };
    if (id.startsWith('package:')) return { code: `${id}@${versionOf(root, id.slice('package:'.length))}`, ...none };
    const file = path.join(root, id);
    if (/\/text\/en-US\.json(\?|$)/.test(id)) return { code: readTexts(file), ...none };
    const text = readFileSync(file.replace(/\?.*$/, ''), 'utf8');
    if (id.endsWith('.css')) return { code: text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' '), ...none };
    if (!/\.tsx?$/.test(id)) return { code: text, ...none };
    const { code, imports, lazyImports } = await readCode(file, text);
    const ids = (specifiers: readonly string[]) => specifiers.flatMap((one) => resolveImport(one, id) ?? []);
    return { code: [code, ...titlesIn(text)].join('\n'), imports: ids(imports), lazyImports: ids(lazyImports) };
  };
  const read = once(load);
  const ownDigest = once(async (id) => sha256([(await read(id)).code]));

  return {
    read,
    titlesIn,
    resolve: resolveImport,
    closure: async (ids, follow) => {
      const reached = new Set(ids);
      // a set goes on over what is added while it is read
      for (const from of reached) {
        const { imports, lazyImports } = await read(from);
        for (const to of imports) if (follow({ from, to, lazy: 'static' })) reached.add(to);
        for (const to of lazyImports) if (follow({ from, to, lazy: 'lazy' })) reached.add(to);
      }
      return reached;
    },
    digests: async (ids) => {
      const of = async (id: string) => {
        const { imports, lazyImports } = await read(id);
        const inside = [...imports, ...lazyImports].filter((one) => ids.has(one));
        return sha256(await Promise.all([id, ...inside].map(ownDigest)));
      };
      return (await Promise.all([...ids].map(of))).toSorted();
    },
  };
}
