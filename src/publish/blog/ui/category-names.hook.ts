import { type Locale, localeFacts } from '#kit/facts.ts';

export type NamesByLocale = Readonly<Partial<Record<Locale, string>>>;
/** As readers of the language see it: else in English, else in the first language there is. */
export const nameIn = (names: NamesByLocale, locale: Locale): string =>
  names[locale] ?? names[localeFacts.fallback] ?? Object.values(names)[0] ?? '';
