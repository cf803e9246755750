/** Words that the server says itself, from the text files of a domain. */
import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { rememberedBy } from '#kit/remembered.ts';

const branch = z.record(z.string(), z.unknown());
/** The text at a dotted key; null when there is none. */
function textAt(tree: unknown, key: string): string | null {
  const found = key.split('.').reduce<unknown>((at, name) => {
    const read = z.safeParse(branch, at);
    return read.success ? read.data[name] : null;
  }, tree);
  return typeof found === 'string' ? found : null;
}

// the same as long as the file is: reading it takes longer than all that is done with a line of it
const treeOf = rememberedBy(async (named: string): Promise<unknown> => {
  const file = await readFile(new URL(named), 'utf8').catch(() => null);
  return file === null ? null : JSON.parse(file);
});

async function wordsIn(folder: URL, locale: string, keys: readonly string[]): Promise<string[] | null> {
  const file = new URL(`${locale}.json`, folder);
  const at = await stat(file).catch(() => null);
  const tree = at === null ? null : await treeOf(`${file.href}?changed=${at.mtimeMs}`);
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

/** The direction of a page in that language. */
export const directionIn = (locale: string): 'ltr' | 'rtl' => (locale === 'ar' || locale === 'ur' ? 'rtl' : 'ltr');
