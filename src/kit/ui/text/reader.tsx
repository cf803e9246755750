import { createContext, type ReactNode, useContext } from 'react';
import { type Locale, localeFacts } from '#kit/facts.ts';
import { type TextDirection, directionOf } from './locale.ts';
import type { Texts } from './texts.ts';

/** What depends on who reads: language, direction, time zone, and the moment for which the page was made. */
export type Reader = {
  locale: Locale;
  dir: TextDirection;
  /** IANA name of the time zone, e.g. `Europe/Berlin`. */
  zone: string;
  /** Epoch milliseconds; the same on the server and at hydration. */
  now: number;
  /** Texts of the language, in a browser those that were needed so far; null for English, which every part brings along. */
  texts: Texts | null;
  /** Loads a namespace that is not among the texts yet. */
  load: (namespaces: readonly string[]) => Promise<void>;
  /** Loads the language, keeps the choice and shows it. */
  setLocale: (locale: Locale) => Promise<void>;
};

const fallback: Reader = {
  locale: localeFacts.fallback,
  dir: directionOf(localeFacts.fallback),
  zone: 'UTC',
  now: 0,
  texts: null,
  load: async () => {},
  setLocale: async () => {},
};
const ReaderContext = createContext<Reader>(fallback);

export function ReaderProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}
export const useReader = (): Reader => useContext(ReaderContext);
