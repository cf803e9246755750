/** Chinese and Japanese write no spaces: each sign is found as a word of its own. */
export const spacedForSearch = (text: string): string =>
  text.replaceAll(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu, ' $& ');
