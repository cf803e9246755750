import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { isolating } from '#ui/isolate.ts';
import type { EngineText } from '#ui/text.ts';

export type EngineWords = { text: EngineText; locale: string; dir: 'ltr' | 'rtl' };

const Context = createContext<EngineWords | null>(null);

export function WordsProvider({ text, locale, dir, children }: EngineWords & { children: ReactNode }) {
  const words = useMemo(() => ({ text: isolating(text, dir), locale, dir }), [text, locale, dir]);
  return <Context value={words}>{children}</Context>;
}

export function useWords(): EngineWords {
  const words = useContext(Context);
  if (!words) throw new Error('a part of the meeting was drawn outside of its WordsProvider');
  return words;
}
