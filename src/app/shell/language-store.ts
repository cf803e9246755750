import type { Locale } from '#kit/facts.ts';
import type { Texts } from '#kit/ui/text/texts.ts';
import type { Language, LanguageStore } from './page-context.ts';

type Means = { load: (locale: Locale) => Promise<Texts | null>; chosen: () => Locale; keep: (locale: Locale) => void };

/** The language in use. A language that cannot be loaded leaves the present one. */
export function languageStore(first: Language, { load, chosen, keep }: Means): LanguageStore {
  const listeners = new Set<() => void>();
  const state: { language: Language } = { language: first };
  return {
    get: () => state.language,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    use: async (locale, how) => {
      const texts = await load(locale);
      if (how === 'keep') keep(locale);
      state.language = { locale, texts };
      for (const listener of listeners) listener();
    },
    chosen,
  };
}
