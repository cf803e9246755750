/** The product's terms (`docs/glossary.json`): what each means, what it is called in every language, and the words it replaces. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Locale, locales } from '../src/kit/facts.ts';

const translated = locales.filter((locale) => locale !== 'en-US');
const words = z.string().check(z.minLength(1));
const screenTerm = z.strictObject({
  term: words,
  meaning: words,
  in: z.record(z.enum(translated), words),
  /** Per language, regular expressions of words that new texts may not use for it. */
  retired: z.optional(z.partialRecord(z.enum(locales), z.array(words))),
});
const glossary = z.strictObject({
  screens: z.array(screenTerm),
  code: z.array(z.strictObject({ term: words, meaning: words })),
});
export type Glossary = z.infer<typeof glossary>;

export function readGlossary(root: string): Glossary {
  return glossary.parse(JSON.parse(readFileSync(join(root, 'docs/glossary.json'), 'utf8')));
}

/** In these scripts a word has no visible beginning, or takes its article in front. */
const unspaced = new Set(['ar', 'ja', 'zh']);

/** Where a retired word begins a word of this text; its ending does not matter. */
export function findRetired(text: string, word: string, locale: string): { index: number; found: string }[] {
  return [...text.matchAll(new RegExp(word, 'giu'))]
    .filter(({ index }) => unspaced.has(locale) || !/[\p{L}\p{M}]/u.test(text[index - 1] ?? ''))
    .map(({ index, 0: found }) => ({ index, found }));
}

const table = (head: string[], rows: string[][]) =>
  [head, ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .toSpliced(1, 0, `|${'---|'.repeat(head.length)}`)
    .join('\n');

/** Rows of one language: the retired words of a term, as regular expressions, and the term. */
const retiredIn = (screens: Glossary['screens'], locale: Locale): string[][] =>
  screens.flatMap((one) => {
    const words = one.retired?.[locale] ?? [];
    return words.length === 0 ? [] : [[locale, words.join(', '), locale === 'en-US' ? one.term : one.in[locale]]];
  });

/** The same for people: `docs/glossary.md`. */
export function glossaryDocument({ screens, code }: Glossary): string {
  const meanings = (terms: { term: string; meaning: string }[]) => terms.map(({ term, meaning }) => [term, meaning]);
  return [
    '# Glossary',
    'Made from `docs/glossary.json` (`node scripts/docs.ts --write`). A new term is entered there first, in every language; the gate `words`',
    'refuses new texts that use a retired word.\n',
    '## Terms on screens\n',
    table(['term', 'meaning'], meanings(screens)),
    '\n## Words of the code\n',
    table(['word', 'meaning'], meanings(code)),
    '\n## The terms in other languages\n',
    table(
      ['term', ...translated],
      screens.map((one) => [one.term, ...translated.map((locale) => one.in[locale])]),
    ),
    '\n## Retired words\n',
    table(
      ['language', 'instead of', 'say'],
      locales.flatMap((locale) => retiredIn(screens, locale)),
    ),
    '',
  ].join('\n');
}
