import { locales } from '#kit/facts.ts';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';

/** Languages that are offered for text tracks, as BCP 47 tags; each other one can be typed by its tag over the API. */
const offered =
  'ar am az bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu ha he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my ne nl no pa pl ps pt pt-BR ro ru si sk sl so sq sr sv sw ta te tg th ti tk tr uk ur uz vi yo zh zh-Hant zu'.split(
    ' ',
  );

const nameIn = (reader: string, tag: string): string => {
  try {
    return new Intl.DisplayNames([reader], { type: 'language', fallback: 'code' }).of(tag) ?? tag;
  } catch {
    // a server may have sent a tag that is none
    return tag;
  }
};

/** The name of a language in that language itself: "Deutsch", "العربية". */
export const ownName = (tag: string): string => nameIn(tag, tag);

/** Names of languages in the reader's language, and those to choose from, in the reader's order. */
export function useLanguages() {
  const { locale } = useReader();
  const tag = intlTag(locale);
  const name = (of: string): string => nameIn(tag, of);
  const first = locale.split('-')[0] ?? locale;
  const names = offered.map((value) => ({ value, label: name(value) })).toSorted((a, b) => a.label.localeCompare(b.label, tag));
  return { name, names, first: locales.includes(locale) ? first : 'en' };
}
