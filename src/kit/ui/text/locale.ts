import { type Locale, localeFacts, locales } from '#kit/facts.ts';

// biome-ignore lint/performance/noBarrelFile: screens ask for the tag of `Intl` where they ask for the language
export { intlTag, moneyTag } from '#kit/locale-tag.ts';

/** Each language by its own name; the short form stands where there is no room. */
export const localeNames: Readonly<Record<Locale, string>> = {
  'en-US': 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  hi: 'हिन्दी',
  id: 'Bahasa Indonesia',
  ja: '日本語',
  pt: 'Português',
  ru: 'Русский',
  tr: 'Türkçe',
  ur: 'اردو',
  zh: '中文',
};

const rightToLeft: readonly string[] = ['ar', 'ur'];
export type TextDirection = 'ltr' | 'rtl';
export const directionOf = (locale: Locale): TextDirection => (rightToLeft.includes(locale) ? 'rtl' : localeFacts.direction);
export const shortName = (locale: Locale): string => (locale.split('-')[0] ?? locale).toUpperCase();

const languageOf = (tag: string): string => (tag.split('-')[0] ?? '').toLowerCase();

/** The offered language for a tag: `de-AT` finds `de`, `en` finds `en-US`; null when the language is not offered. */
export function localeFor(tag: string): Locale | null {
  const wanted = tag.trim().toLowerCase();
  if (wanted === '') return null;
  return locales.find((l) => l.toLowerCase() === wanted) ?? locales.find((l) => languageOf(l) === languageOf(wanted)) ?? null;
}

type LanguagePreference = { tag: string; weight: number };
function preferenceOf(part: string): LanguagePreference {
  const [tag = '', ...options] = part.split(';').map((p) => p.trim());
  const quality = options.find((o) => o.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: Number.isFinite(weight) ? weight : 0 };
}

/**
 * The reader's language: the cookie when it names one that is offered, else the best of `Accept-Language`
 * (RFC 9110 §12.5.4), else English.
 */
export function negotiateLocale(wish: { cookie: string | undefined; acceptLanguage: string }): Locale {
  const chosen = wish.cookie === undefined ? null : localeFor(wish.cookie);
  if (chosen !== null) return chosen;
  const wanted = wish.acceptLanguage
    .slice(0, 1000)
    .split(',')
    .map(preferenceOf)
    .filter((p) => p.weight > 0);
  for (const { tag } of wanted.toSorted((a, b) => b.weight - a.weight)) {
    const found = localeFor(tag);
    if (found !== null) return found;
  }
  return localeFacts.fallback;
}
