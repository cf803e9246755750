/** What is typed into the form of a category: flat, so that each field has one name. */
import { type Locale, localeFacts, locales } from '#kit/facts.ts';
import { isSlug, slugOf } from '../blog.rules.ts';
import type { CategoryView } from '../categories.contract.ts';
import type { NamesByLocale } from '../category-names.rules.ts';

/** `name-de`, `about-de` …, `slug`, `parent` (empty: none), `ordering`. */
export type CategoryDraft = Record<string, string>;
export const nameField = (locale: Locale): string => `name-${locale}`;
export const aboutField = (locale: Locale): string => `about-${locale}`;

export const categoryDraftOf = (of: CategoryView | null, parent: string): CategoryDraft => ({
  ...Object.fromEntries(locales.map((locale) => [nameField(locale), of?.names[locale] ?? ''])),
  ...Object.fromEntries(locales.map((locale) => [aboutField(locale), of?.descriptions[locale] ?? ''])),
  slug: of?.slug ?? '',
  parent: of === null ? parent : (of.parentId ?? ''),
  ordering: of?.ordering ?? 'date',
});

const wordsIn = (draft: CategoryDraft, field: (locale: Locale) => string): NamesByLocale =>
  Object.fromEntries(
    locales.flatMap((locale) => {
      const text = (draft[field(locale)] ?? '').trim();
      return text === '' ? [] : [[locale, text]];
    }),
  );
/** What is sent; the parent is a move of its own. */
export const contentOf = (draft: CategoryDraft) => ({
  slug: (draft['slug'] ?? '').trim(),
  names: wordsIn(draft, nameField),
  descriptions: wordsIn(draft, aboutField),
  ordering: draft['ordering'] === 'hand' ? ('hand' as const) : ('date' as const),
});

/** Fields that are shown at once: the reader's language, English, and those that have a name. */
export const firstLocales = (draft: CategoryDraft, reader: Locale): Locale[] =>
  locales.filter((one) => one === localeFacts.fallback || one === reader || (draft[nameField(one)] ?? '') !== '');

export function draftProblems(draft: CategoryDraft, reader: Locale): Record<string, string> {
  const { names, slug } = contentOf(draft);
  return {
    ...(Object.keys(names).length === 0 && { [nameField(reader)]: 'required' }),
    ...(slug === '' ? { slug: 'required' } : !isSlug(slug) && { slug: 'not_a_slug' }),
  };
}

/** The slug that follows a name as long as nobody wrote another one. */
export const slugAfter = (draft: CategoryDraft, field: string, name: string): string => {
  const { slug = '' } = draft;
  return slug === '' || slug === slugOf(draft[field] ?? '') ? slugOf(name) : slug;
};
