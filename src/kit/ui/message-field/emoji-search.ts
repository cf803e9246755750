/** Emoji by their words. Names and keywords are those of Unicode CLDR 45 (© Unicode, Inc., Unicode License v3); `|` parts them, the name first. */
export type EmojiWords = Readonly<Record<string, string>>;
export type EmojiChoice = { emoji: string; name: string };

const rankOf = (words: string, search: string): number => {
  const parts = words.toLocaleLowerCase().split('|');
  if (parts.includes(search)) return 0;
  if (parts.some((part) => part.startsWith(search))) return 1;
  return parts.some((part) => part.split(' ').some((word) => word.startsWith(search))) ? 2 : 3;
};
/** `own`: in the language of the reader; `english` ones are known in every language. The best first. */
export function searchEmoji({ own, english }: { own: EmojiWords; english: EmojiWords }, query: string): EmojiChoice[] {
  const search = query.toLocaleLowerCase().replaceAll('_', ' ');
  return Object.entries(own)
    .map(([emoji, words]) => ({
      ...{ emoji, name: words.split('|')[0] ?? '' },
      rank: Math.min(rankOf(words, search), rankOf(english[emoji] ?? '', search)),
    }))
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ emoji, name }) => ({ emoji, name }));
}
