import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { isolating } from '#ui/isolate.ts';
import type { Text } from '#ui/text.ts';

export type Words = { text: Text; locale: string; dir: 'ltr' | 'rtl' };

const Context = createContext<Words | null>(null);

export function WordsProvider({ text, locale, dir, children }: Words & { children: ReactNode }) {
  const words = useMemo(() => ({ text: isolating(text, dir), locale, dir }), [text, locale, dir]);
  return <Context value={words}>{children}</Context>;
}

export function useWords(): Words {
  const words = useContext(Context);
  if (!words) throw new Error('a part of the meeting was drawn outside of its WordsProvider');
  return words;
}
