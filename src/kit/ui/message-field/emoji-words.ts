import type { Locale } from '#kit/facts.ts';
import type { EmojiWords } from './emoji-search.ts';

const files = import.meta.glob<EmojiWords>('./emoji/*.json', { import: 'default' });
/** Names and keywords in a language; loaded when the first emoji is sought. */
export const emojiWords = async (locale: Locale): Promise<EmojiWords> => (await files[`./emoji/${locale}.json`]?.()) ?? {};
export type EmojiDictionary = { own: EmojiWords; english: EmojiWords };
export async function loadEmojiDictionary(locale: Locale): Promise<EmojiDictionary> {
  const [own, english] = await Promise.all([emojiWords(locale), emojiWords('en-US')]);
  return { own, english };
}
