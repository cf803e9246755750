/** Words that the server says itself, from the text files of a domain. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

const branch = z.record(z.string(), z.unknown());
/** The text at a dotted key; null when there is none. */
function textAt(tree: unknown, key: string): string | null {
  const found = key.split('.').reduce<unknown>((at, name) => {
    const read = z.safeParse(branch, at);
    return read.success ? read.data[name] : null;
  }, tree);
  return typeof found === 'string' ? found : null;
}

async function wordsIn(folder: URL, locale: string, keys: readonly string[]): Promise<string[] | null> {
  const file = await readFile(new URL(`${locale}.json`, folder), 'utf8').catch(() => null);
  const tree: unknown = file === null ? null : JSON.parse(file);
  const words = keys.flatMap((key) => textAt(tree, key) ?? []);
  return words.length === keys.length ? words : null;
}

/** All of `keys` in that language, else in English, in their order; null when English lacks one. `folder` ends with a slash. */
export async function wordsFrom(
  folder: URL,
  ask: { locale: string; keys: readonly string[] },
): Promise<{ locale: string; words: string[] } | null> {
  for (const locale of [ask.locale, 'en-US']) {
    const words = await wordsIn(folder, locale, ask.keys);
    if (words !== null) return { locale, words };
  }
  return null;
}
