import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { locales } from '../src/kit/facts.ts';
import { findRetired, readGlossary } from './glossary.ts';
import type { CountedRule } from './known-faults.ts';
import { filesBelow } from './sources.ts';

/** Names of values and tags are code, not words of the language. */
const notWords = /\{\s*\w+|<\/?\w+>/g;

/** One thing has one name on all screens: words that the glossary retires are not used for new texts. */
export const termsRule: CountedRule = {
  name: 'terms',
  find(root) {
    const retired = readGlossary(root).screens.flatMap(({ term, in: names, retired: words = {} }) =>
      locales.flatMap((locale) =>
        (words[locale] ?? []).map((word) => ({ locale, word, instead: locale === 'en-US' ? term : names[locale] })),
      ),
    );
    return ['src', 'packages']
      .flatMap((folder) => filesBelow(root, folder))
      .filter((path) => /\/text\/[^/]+\.json$/.test(path))
      .flatMap((path) => {
        const locale = basename(path, '.json');
        const text = readFileSync(join(root, path), 'utf8').replace(notWords, (name) => ' '.repeat(name.length));
        return retired
          .filter((one) => one.locale === locale)
          .flatMap(({ word, instead }) =>
            findRetired(text, word, locale)
              .filter(({ index }) => isInValue(text, index))
              .map(({ index, found }) => ({
                key: path,
                at: `${path}:${text.slice(0, index).split('\n').length}`,
                says: `says "${found}"; docs/glossary.md has "${instead}"`,
              })),
          );
      });
  },
};

/** A text stands behind its key: `"key": "text"`, one a line. */
function isInValue(text: string, index: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
  return /^\s*"[^"]*": "/.test(line);
}
