/** How texts are compared and cut into words by whatever searches them, on both sides. */

/** Lower case without accents: `Élan` and `elan` are the same. */
export const foldText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of a text in their order, without punctuation. */
export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Chinese and Japanese write no spaces: each sign is found as a word of its own. */
export const spacedForSearch = (text: string): string =>
  text.replaceAll(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu, ' $& ');
