import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { locales } from '../src/kit/facts.ts';
import { findRetired, readGlossary } from './glossary.ts';

const { screens } = readGlossary(resolve(import.meta.dirname, '..'));

test.each(locales)('no term in %s holds a word that the glossary retires', (locale) => {
  const names = screens.map((one) => (locale === 'en-US' ? one.term : one.in[locale]));
  const retired = screens.flatMap((one) => one.retired?.[locale] ?? []);
  expect(retired.flatMap((word) => names.flatMap((name) => findRetired(name, word, locale)))).toEqual([]);
});

test.each([
  ['de', 'Eine Besprechung, zwei Besprechungen', 2],
  ['de', 'Vorbesprechung', 0],
  ['ja', '定例会議を開始', 1],
])('in %s a retired word is found in "%s" where a word begins', (locale, text, times) => {
  const word = locale === 'de' ? 'Besprechung' : '会議';
  expect(findRetired(text, word, locale)).toHaveLength(times);
});
