import { expect, test } from 'vitest';
import { foldText, spacedForSearch, wordsIn } from './search-text.ts';

test.each([
  ['Élan', 'elan'],
  ['Ａｂｃ', 'abc'],
  ['ĞÜŞ', 'gus'],
  ['ﬁle', 'file'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('words are cut at all that is neither letter nor digit nor a mark of one', () => {
  expect(wordsIn(' "R&D", कक्षा 9b! ')).toEqual(['R', 'D', 'कक्षा', '9b']);
  expect(wordsIn('...')).toEqual([]);
});

test('signs of scripts without spaces are words of their own', () => {
  expect(wordsIn(spacedForSearch('abc東京タワー'))).toEqual(['abc', ...'東京タワー']);
});
