/**
 * Letters of Japanese and Chinese. Each style sheet names a hundred slices of its font and has 30 kB compressed, so it comes with pages in
 * that language, and to others once they show such letters. The browser then fetches only the slices that it needs.
 */
import type { Locale } from '#kit/facts.ts';

const sheets: Partial<Record<Locale, string>> = {
  ja: 'src/app/shell/document/japanese-letters.ts',
  zh: 'src/app/shell/document/chinese-letters.ts',
};
/** Sources of the build that a page in this language needs at once. */
export const letterSources = (locale: Locale): string[] => {
  const sheet = sheets[locale];
  return sheet === undefined ? [] : [sheet];
};
