import type { Locale } from '#kit/facts.ts';
import { usedNamespaces } from '#kit/ui/text/said.ts';
import type { PageLanguage, LanguageStore } from '#app/shell/page-context.ts';

type LanguageStoreOptions = { open: (locale: Locale) => PageLanguage; chosen: () => Locale; keep: (locale: Locale) => void };
/** Titles are in no code: the frame finds them by the route table. */
const needed = (): readonly string[] => ['titles', ...usedNamespaces.all()];

/** The language in use. A language that cannot be loaded leaves the present one. */
export function languageStore(first: PageLanguage, { open, chosen, keep }: LanguageStoreOptions): LanguageStore {
  const listeners = new Set<() => void>();
  const state: { language: PageLanguage } = { language: first };
  return {
    get: () => state.language,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ready: () => state.language.load(needed()),
    use: async (locale, how) => {
      const language = open(locale);
      await language.load(needed());
      if (how === 'keep') keep(locale);
      state.language = language;
      for (const listener of listeners) listener();
    },
    chosen,
  };
}
