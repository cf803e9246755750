import { expect, test } from 'vitest';
import { locales } from '#kit/facts.ts';
import { searchEmoji } from './emoji-search.ts';
import { emojiWords } from './emoji-words.ts';

test('found by a word of either language, the exact one first', async () => {
  const [english, german] = [await emojiWords('en-US'), await emojiWords('de')];
  expect(searchEmoji({ own: german, english }, 'daumen')[0]).toEqual({ emoji: '👍', name: 'Daumen hoch' });
  expect(searchEmoji({ own: german, english }, 'thumbs_up')[0]?.emoji).toBe('👍');
  expect(searchEmoji({ own: english, english }, 'rocket')[0]?.emoji).toBe('🚀');
  expect(searchEmoji({ own: english, english }, 'qqq')).toEqual([]);
});
test.each(locales)('%s has a name for each', async (locale) => {
  const [words, english] = [await emojiWords(locale), await emojiWords('en-US')];
  expect(Object.keys(english).length).toBeGreaterThan(200);
  expect(Object.keys(words)).toEqual(Object.keys(english));
  expect(Object.values(words).filter((one) => one.split('|')[0] === '')).toEqual([]);
});
