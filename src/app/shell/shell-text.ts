import type { NavigationEntry } from '#kit/ui/navigation-entry.ts';
import { textOf } from '#kit/ui/text/text-of.ts';
import en from './text/en-US.json' with { type: 'json' };

export const shellText = textOf('shell', en);

/** Domains name their entries by keys that only the tests can check. */
export const navigationWord = (say: ReturnType<typeof shellText>, { word }: Pick<NavigationEntry, 'word'>): string =>
  say.maybe(`nav.${word}`) ?? word;
