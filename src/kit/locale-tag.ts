/**
 * The tag given to `Intl`. Arabic is written with the digits of the codes and links beside it (they would mix otherwise);
 * English uses the days-first dates and 24 hours that the rest of the world reads.
 */
const intlTags: Readonly<Partial<Record<string, string>>> = {
  'en-US': 'en-GB',
  ar: 'ar-u-nu-latn',
  ur: 'ur-u-nu-latn',
  hi: 'hi-u-nu-latn',
  fr: 'fr-FR',
  de: 'de-DE',
  pt: 'pt-BR',
  zh: 'zh-CN',
};
export const intlTag = (locale: string): string => intlTags[locale] ?? locale;
/** English sums put the sign first and keep the dot: €1,415.31. */
export const moneyTag = (locale: string): string => (locale === 'en-US' ? 'en-IE' : intlTag(locale));
