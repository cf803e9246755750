/** Addresses of the blog and names of its languages, apart from the other rules: readers' pages load no more than they use. */
import { type Locale, localeFacts, locales } from '#kit/facts.ts';

export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;

/** As search engines match it: English for every country, not for one alone (BCP 47). */
export const languageTag = (locale: Locale): string => locale.split('-')[0] ?? locale;

/** A language that an address names; undefined where it is none of ours. */
export const localeIn = (value: string | null | undefined): Locale | undefined => locales.find((one) => one === value);

/** The language for readers of none of them. */
export const fallbackOf = <T extends { locale: Locale }>(languages: readonly T[]): T | undefined =>
  languages.find((one) => one.locale === localeFacts.fallback) ?? languages[0];
