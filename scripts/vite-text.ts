/** Texts for the bundle: one chunk per language with every namespace, and the English titles of the route table. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { localeFacts, locales } from '../src/kit/facts.ts';

type Namespace = { name: string; folder: string };
type Messages = { [key: string]: string | Messages };
type Compiled = { [key: string]: unknown };

const folders = (parent: string): string[] =>
  existsSync(parent)
    ? readdirSync(parent, { withFileTypes: true })
        .filter((e) => e.isDirectory())
        .map((e) => e.name)
    : [];

/** Every folder of texts: the kit's, the shell's, the engine's, and one per domain, named as the domain. */
export function namespacesOf(root: string): Namespace[] {
  const fixed = [
    { name: 'kit', folder: path.join(root, 'src/kit/text') },
    { name: 'shell', folder: path.join(root, 'src/app/shell/text') },
    { name: 'engine', folder: path.join(root, 'packages/engine/text') },
  ];
  const wings = folders(path.join(root, 'src')).filter((wing) => !['app', 'kit'].includes(wing));
  const domains = wings.flatMap((wing) =>
    folders(path.join(root, 'src', wing)).map((name) => ({ name, folder: path.join(root, 'src', wing, name, 'text') })),
  );
  return [...fixed, ...domains].filter(({ folder }) => existsSync(folder));
}

const isMessages = (value: unknown): value is Messages => typeof value === 'object' && value !== null;
function read(file: string): Messages {
  if (!existsSync(file)) return {};
  const messages: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isMessages(messages)) throw new Error(`${file} holds no messages`);
  return messages;
}

/** The texts of one language by namespace. */
export const textsOf = (root: string, locale: string): Record<string, Messages> =>
  Object.fromEntries(namespacesOf(root).map(({ name, folder }) => [name, read(path.join(folder, `${locale}.json`))]));

function lookUp(messages: Messages | string | undefined, keys: readonly string[]): string | null {
  const [key, ...rest] = keys;
  if (key === undefined) return typeof messages === 'string' ? messages : null;
  return typeof messages === 'object' ? lookUp(messages[key], rest) : null;
}

/** The English texts of the titles that the route table names; an unknown one stops the build. */
export function titlesOf(root: string): Record<string, string> {
  const table = readFileSync(path.join(root, 'src/app/routes.tsx'), 'utf8');
  const english = textsOf(root, localeFacts.fallback);
  const keys = [...table.matchAll(/title:\s*'([\w.-]+)'/g)].map((found) => found[1] ?? '');
  return Object.fromEntries(
    keys.map((key) => {
      const text = lookUp(english, key.split('.'));
      if (text === null) throw new Error(`the route table names the title ${key}, which has no English text`);
      return [key, text];
    }),
  );
}

/** Each ICU message as the small tree that the format-only half of use-intl reads: the parser (9 kB) stays out of the page. */
export const compiled = (messages: Messages): Compiled =>
  Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compiled(value)]),
  );

const ownText = /\/text\/en-US\.json$/;
const moduleOf = (value: unknown): string => `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
const list = 'virtual:atrium-text';
const isOurs = (id: string): boolean => id === list || id.startsWith(`${list}/`);

export function textPlugin(root: string): Plugin {
  const others = locales.filter((locale) => locale !== localeFacts.fallback);
  return {
    name: 'atrium-text',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
      ssr: { noExternal: ['use-intl'] },
    }),
    resolveId: (id) => (isOurs(id) ? `\0${id}` : null),
    load(id) {
      if (ownText.test(id) && !id.includes('/node_modules/')) return { code: moduleOf(compiled(read(id))), moduleType: 'js' };
      if (!id.startsWith('\0') || !isOurs(id.slice(1))) return null;
      for (const { folder } of namespacesOf(root))
        for (const file of readdirSync(folder)) this.addWatchFile(path.join(folder, file));
      const what = id.slice(list.length + 2);
      if (what === '')
        return `export const textLoaders = { ${others.map((l) => `${JSON.stringify(l)}: () => import('${list}/${l}')`).join(', ')} };`;
      if (what === 'titles') return `export const englishTitles = ${JSON.stringify(titlesOf(root))};`;
      return moduleOf(compiled(textsOf(root, what)));
    },
  };
}
