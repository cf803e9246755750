import { inLocale } from '#core/platform/platform.rules.ts';
import type { Locale } from '#kit/facts.ts';

export type NamesByLocale = Readonly<Partial<Record<Locale, string>>>;
/** As readers of the language see it: else in English, else in the first language there is. */
export const nameIn = (names: NamesByLocale, locale: string): string => inLocale(names, locale)?.text ?? '';
