import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Locale, locales } from '../src/kit/facts.ts';
import { needsOf, missingForms } from './icu.ts';
import { filesBelow, nodesOf } from './sources.ts';
import type { Source } from './sources.ts';

type Messages = { [key: string]: string | Messages };
const messages: z.ZodMiniType<Messages> = z.lazy(() => z.record(z.string(), z.union([z.string(), messages])));

/** `text` or `key` (with its namespace, `*` at its end for all below); `locales` omitted means every language. */
const allowance = z.object({
  text: z.optional(z.string()),
  key: z.optional(z.string()),
  locales: z.optional(z.array(z.string())),
  reason: z.string().check(z.minLength(10)),
});
type Allowance = z.infer<typeof allowance>;

type Namespace = { name: string; folder: string; english: Map<string, string> };
type Context = { root: string; allowed: Allowance[] };

/** Texts: 13 languages, the same keys, the same values, the right plural forms, truly translated, and all of them used. */
export function checkText(root: string, sources: Source[]): string[] {
  const file = join(root, 'scripts/text-allowed.json');
  const allowed = existsSync(file) ? z.array(allowance).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
  const namespaces = textFolders(root).map((folder) => ({
    name: nameOf(folder),
    folder,
    english: readTexts(root, `${folder}/en-US.json`),
  }));
  return [
    ...namespaces.flatMap((namespace) => locales.flatMap((locale) => checkLocale(namespace, locale, { root, allowed }))),
    ...unusedKeys(namespaces, sources),
    ...staleAllowances(namespaces, allowed),
  ];
}

/** Every folder named `text` that holds languages. */
function textFolders(root: string): string[] {
  const files = ['src', 'packages']
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => /\/text\/[^/]+\.json$/.test(path));
  return [...new Set(files.map((path) => path.slice(0, path.lastIndexOf('/'))))];
}

/** The namespace is the folder's name: `src/meet/rooms/text` → `rooms`. */
function nameOf(folder: string): string {
  return folder.split('/').at(-2) ?? folder;
}

function readTexts(root: string, path: string): Map<string, string> {
  if (!existsSync(join(root, path))) return new Map();
  return new Map(flatten(messages.parse(JSON.parse(readFileSync(join(root, path), 'utf8'))), ''));
}

function flatten(tree: Messages, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

function checkLocale(namespace: Namespace, locale: Locale, context: Context): string[] {
  const path = `${namespace.folder}/${locale}.json`;
  if (!existsSync(join(context.root, path))) return [`${path} is missing`];
  const texts = readTexts(context.root, path);
  const missing = [...namespace.english.keys()].filter((key) => !texts.has(key)).map((key) => `${path} lacks "${key}"`);
  const surplus = [...texts.keys()]
    .filter((key) => !namespace.english.has(key))
    .map((key) => `${path} has "${key}", which English has not`);
  const wrong = [...texts].flatMap(([key, text]) => {
    const english = namespace.english.get(key);
    if (english === undefined) return [];
    const problems = [
      ...messageProblems(text, english, locale),
      ...(locale === 'en-US' ? [] : sameProblem({ key: `${namespace.name}.${key}`, text, english, locale }, context.allowed)),
    ];
    return problems.map((problem) => `${path} "${key}" ${problem}`);
  });
  return [...missing, ...surplus, ...wrong];
}

function messageProblems(text: string, english: string, locale: string): string[] {
  try {
    const [needs, wanted] = [needsOf(text), needsOf(english)];
    const differ = (one: string[], other: string[]) => one.join() !== other.join();
    return [
      ...(differ(needs.names, wanted.names)
        ? [`takes {${needs.names.join('}, {')}}, English takes {${wanted.names.join('}, {')}}`]
        : []),
      ...(differ(needs.tags, wanted.tags)
        ? [`has the tags <${needs.tags.join('>, <')}>, English <${wanted.tags.join('>, <')}>`]
        : []),
      ...[...wanted.choices].flatMap(([name, options]) =>
        differ(needs.choices.get(name) ?? [], options) ? [`{${name}} chooses among other cases than in English`] : [],
      ),
      ...needs.plurals.flatMap((plural) => {
        const missing = missingForms(locale, plural);
        return missing.length > 0 ? [`{${plural.name}} lacks the plural form ${missing.join(', ')}`] : [];
      }),
    ];
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}

type Pair = { key: string; text: string; english: string; locale: string };

function sameProblem({ key, text, english, locale }: Pair, allowed: Allowance[]): string[] {
  if (text !== english || !hasWords(text)) return [];
  const fits = allowed.some((one) => (one.locales?.includes(locale) ?? true) && (one.text === text || matches(one.key, key)));
  return fits ? [] : ['is the same as in English (scripts/text-allowed.json can give a reason)'];
}

const matches = (pattern: string | undefined, key: string) =>
  pattern?.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : pattern === key;

/** A text of nothing but values and signs has nothing to translate. */
function hasWords(text: string): boolean {
  try {
    return /\p{L}{2}/u.test(needsOf(text).text);
  } catch {
    return true;
  }
}

function staleAllowances(namespaces: Namespace[], allowed: Allowance[]): string[] {
  const keys = namespaces.flatMap(({ name, english }) => [...english.keys()].map((key) => `${name}.${key}`));
  const texts = new Set(namespaces.flatMap(({ english }) => [...english.values()]));
  const stale = allowed.filter(
    (one) => !(one.text !== undefined && texts.has(one.text)) && !keys.some((key) => matches(one.key, key)),
  );
  return stale.map((one) => `scripts/text-allowed.json: "${one.text ?? one.key}" is not a text any more`);
}

/** What the code says: whole strings, beginnings of templates (`state.${…}`), and the names in files of mails. */
type CodeStrings = { literals: Set<string>; heads: Set<string>; mails: Set<string> };

function readSaid(sources: Source[]): CodeStrings {
  const said: CodeStrings = { literals: new Set(), heads: new Set(), mails: new Set() };
  for (const { tree, path } of sources.filter((source) => !/\.test\.tsx?$/.test(source.path))) {
    for (const { type, value, raw } of nodesOf(tree)) {
      if (type === 'StringLiteral' && typeof value === 'string') said.literals.add(value);
      if (type === 'StringLiteral' && typeof value === 'string' && path.endsWith('.mail.ts')) said.mails.add(value);
      if (type === 'TemplateElement' && typeof raw === 'string') (raw.endsWith('.') ? said.heads : said.literals).add(raw);
    }
  }
  return said;
}

function unusedKeys(namespaces: Namespace[], sources: Source[]): string[] {
  const said = readSaid(sources);
  return namespaces.flatMap(({ name, folder, english }) =>
    [...english.keys()].filter((key) => !isUsed(name, key, said)).map((key) => `${folder}/en-US.json "${key}" is used nowhere`),
  );
}

/**
 * A key is used when it stands in the code as a whole ('list.title', 'rooms.list.title'), when a template begins with one of its
 * parents and goes on with a value (`state.${room.state}`), or when it is a part of a mail (mail.<name>.subject).
 */
function isUsed(namespace: string, key: string, said: CodeStrings): boolean {
  const [first, second = '', ...more] = key.split('.');
  if (first === 'mail' && more.length > 0 && said.mails.has(second)) return true;
  if ([key, `${namespace}.${key}`].some((name) => said.literals.has(name))) return true;
  const parents = [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index + 1));
  return parents.some((parent) => said.heads.has(parent) || said.heads.has(`${namespace}.${parent}`));
}
