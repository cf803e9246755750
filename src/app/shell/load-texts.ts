import { textLoaders } from 'virtual:atrium-text';
import type { Locale } from '#kit/facts.ts';
import type { Texts } from '#kit/ui/text/texts.ts';

/** The texts of a language; null for English, which comes with the code. */
export async function loadTexts(locale: Locale): Promise<Texts | null> {
  const load = textLoaders[locale];
  return load === undefined ? null : (await load()).default;
}
