/**
 * Texts for the bundle. English comes with the code that says it. Another language is one module on the server, and in the browser one file
 * per namespace, of which a page loads those that its code says. The titles of the route table stand apart, as frames name pages that are not loaded.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { localeFacts, locales } from '../../src/kit/facts.ts';
import { baseNamespaces } from '../../src/kit/ui/text/texts.ts';

type Namespace = { name: string; folder: string };
type Messages = { [key: string]: string | Messages };
type Compiled = { [key: string]: unknown };

const folders = (parent: string): string[] =>
  existsSync(parent)
    ? readdirSync(parent, { withFileTypes: true })
        .filter((e) => e.isDirectory())
        .map((e) => e.name)
    : [];

/** Every folder of texts: the kit's, the shell's, the engine's, and one per domain and per topic of a meeting, named as those. */
export function namespacesOf(root: string): Namespace[] {
  const fixed = [
    { name: 'kit', folder: path.join(root, 'src/kit/text') },
    { name: 'editor', folder: path.join(root, 'src/kit/ui/editor/text') },
    { name: 'chart', folder: path.join(root, 'src/kit/ui/chart/text') },
    { name: 'dateField', folder: path.join(root, 'src/kit/ui/date-field/text') },
    { name: 'shell', folder: path.join(root, 'src/app/shell/text') },
    { name: 'cookies', folder: path.join(root, 'src/app/shell/cookies/text') },
    { name: 'palette', folder: path.join(root, 'src/app/shell/palette/text') },
    { name: 'dates', folder: path.join(root, 'src/meet/schedule/ui/blocks/text') },
    { name: 'engine', folder: path.join(root, 'packages/engine/text') },
  ];
  const wings = folders(path.join(root, 'src')).filter((wing) => !['app', 'kit'].includes(wing));
  const domains = wings.flatMap((wing) =>
    folders(path.join(root, 'src', wing)).map((name) => ({ name, folder: path.join(root, 'src', wing, name, 'text') })),
  );
  const ofMeetings = 'packages/engine/topics';
  const topics = folders(path.join(root, ofMeetings)).map((name) => ({
    name,
    folder: path.join(root, ofMeetings, name, 'text'),
  }));
  return [...fixed, ...domains, ...topics].filter(({ folder }) => existsSync(folder));
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

const keysOfTitles = (root: string): string[] => {
  const tables = globSync('src/*/*/*.domain.ts', { cwd: root }).toSorted();
  return tables.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/title:\s*'([\w.-]+)'/g)].map((found) => found[1] ?? ''),
  );
};

/** The texts of the titles that the domains' screens name; one without an English text stops the build. */
export function titlesOf(root: string, locale: string = localeFacts.fallback): Record<string, string> {
  const [english, own] = [textsOf(root, localeFacts.fallback), textsOf(root, locale)];
  return Object.fromEntries(
    keysOfTitles(root).map((key) => {
      const text = lookUp(own, key.split('.')) ?? lookUp(english, key.split('.'));
      if (text === null) throw new Error(`a screen names the title ${key}, which has no English text`);
      return [key, text];
    }),
  );
}

/** Each ICU message as the small tree that the format-only half of use-intl reads: the parser (9 kB) stays out of the page. */
export const compiled = (messages: Messages): Compiled =>
  Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compiled(value)]),
  );

/**
 * The words of screens alone: mails, and the small pages that are sent without the renderer (`served`), are written by the server, which
 * reads their words itself.
 */
export function screenWords({ served: _served, ...messages }: Messages): Messages {
  const { mail, ...rest } = messages;
  const areMails = isMessages(mail) && Object.values(mail).every((one) => isMessages(one) && 'subject' in one);
  return areMails ? rest : messages;
}

/** Everything in one language, as the renderer has it; the titles are a namespace of their own, with their whole keys. */
const wholeOf = (root: string, locale: string): Compiled => ({
  ...Object.fromEntries(
    Object.entries(textsOf(root, locale)).map(([name, messages]) => [
      name,
      isMessages(messages) ? compiled(screenWords(messages)) : messages,
    ]),
  ),
  titles: titlesOf(root, locale),
});

/** What a browser fetches: file name → texts by namespace. */
export function filesOf(root: string, locale: string): Record<string, Compiled> {
  const whole = wholeOf(root, locale);
  const files: Record<string, Compiled> = { base: {} };
  for (const [name, messages] of Object.entries(whole)) {
    const file = baseNamespaces.includes(name) ? 'base' : name;
    files[file] = { ...files[file], [name]: messages };
  }
  return files;
}

/** A domain with many screens may say some sections of its texts only where they are needed: `en-US.json?without=a.b&part.json`, `?only=a.b&part.json`. */
const ownText = /\/text\/en-US\.json(?:\?(without|only)=([\w.]+)&part\.json)?$/;
/** What an import of English texts gives, or the same sections in another language. */
export function sectionsOf(id: string, locale: string = localeFacts.fallback): Messages {
  const [, how, names = ''] = ownText.exec(id) ?? [];
  const named = names.split('.');
  const messages = Object.entries(read(id.replace(/en-US\.json(\?.*)?$/, `${locale}.json`)));
  return Object.fromEntries(messages.filter(([name]) => how === undefined || (how === 'only') === named.includes(name)));
}
const moduleOf = (value: unknown): string => `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
const list = 'virtual:atrium-text';
const isOurs = (id: string): boolean => id === list || id.startsWith(`${list}/`);

const others = locales.filter((locale) => locale !== localeFacts.fallback);

/** Every file of every language; `version` changes with any of them, and stands in their addresses. */
function builtFiles(root: string): { version: string; files: { name: string; source: string }[] } {
  const files = others.flatMap((locale) =>
    Object.entries(filesOf(root, locale)).map(([name, texts]) => ({ name: `${locale}/${name}`, source: JSON.stringify(texts) })),
  );
  const version = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 10);
  return { version, files };
}

/** Which namespaces the code of a file says: by the English texts in it. */
function namespacesIn(root: string, modules: readonly string[]): string[] {
  const folders = new Map(namespacesOf(root).map(({ name, folder }) => [folder, name]));
  return modules
    .filter((id) => ownText.test(id))
    .flatMap((id) => folders.get(path.dirname(realpathSync(id.replace(/\?.*$/, '')))) ?? []);
}

export function textPlugin(root: string): Plugin {
  const inDevelopment = 'dev';
  return {
    name: 'atrium-text',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
      ssr: { noExternal: ['use-intl'] },
    }),
    resolveId: (id) => (isOurs(id) ? `\0${id}` : null),
    load(id) {
      if (ownText.test(id) && !id.includes('/node_modules/'))
        return { code: moduleOf(compiled(screenWords(sectionsOf(id)))), moduleType: 'js' };
      if (!id.startsWith('\0') || !isOurs(id.slice(1))) return null;
      for (const { folder } of namespacesOf(root))
        for (const file of readdirSync(folder)) this.addWatchFile(path.join(folder, file));
      const what = id.slice(list.length + 2);
      const version = this.environment.mode === 'dev' ? inDevelopment : builtFiles(root).version;
      // the browser fetches files
      const loaders = this.environment.name === 'client' ? [] : others;
      if (what === '')
        return [
          `export const textsVersion = ${JSON.stringify(version)};`,
          `export const textLoaders = { ${loaders.map((l) => `${JSON.stringify(l)}: () => import('${list}/${l}')`).join(', ')} };`,
        ].join('\n');
      if (what === 'titles') return `export const englishTitles = ${JSON.stringify(titlesOf(root))};`;
      return moduleOf(wholeOf(root, what));
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const asked = new RegExp(`^/assets/texts/${inDevelopment}/([\\w-]+)/([\\w-]+)\\.json$`).exec(request.url ?? '');
        const texts = asked === null ? undefined : filesOf(root, asked[1] ?? '')[asked[2] ?? ''];
        if (texts === undefined) return next();
        response.setHeader('content-type', 'application/json').end(JSON.stringify(texts));
      });
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const { version, files } = builtFiles(root);
      for (const { name, source } of files)
        this.emitFile({ type: 'asset', fileName: `assets/texts/${version}/${name}.json`, source });
      const said: Record<string, string[]> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const names = namespacesIn(root, chunk.moduleIds);
        if (names.length > 0) said[chunk.fileName] = names;
      }
      this.emitFile({ type: 'asset', fileName: '.vite/texts.json', source: JSON.stringify({ version, said }) });
    },
  };
}
