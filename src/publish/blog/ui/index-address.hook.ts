import type { Locale } from '#kit/facts.ts';

/** What an address of the index chooses; each is also the name of its parameter. */
export const indexFilters = ['category', 'author', 'tag', 'search'] as const;
export type IndexFilter = Partial<Record<(typeof indexFilters)[number], string>>;
/** As an address says it, so that links keep it; null: the language follows the reader. */
export type LanguageChoice = Locale | 'all' | null;
/** The address of the index with this filter. */
export function indexPath(filter: IndexFilter, chosen: LanguageChoice, cursor?: string): string {
  const query = new URLSearchParams({
    ...filter,
    ...(chosen === null ? {} : { language: chosen }),
    ...(cursor === undefined ? {} : { cursor }),
  }).toString();
  return query === '' ? '/posts' : `/posts?${query}`;
}
