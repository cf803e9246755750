/** Parts of a mail that only mail programs show: a copy inside of the product has its own buttons, and says why it is there by being there. */
const begin = '<!--mail-only-->';
const end = '<!--/mail-only-->';

/** No text of people looks like these marks, because `<` is escaped in it. */
export const mailOnly = (html: string): string => `${begin}${html}${end}`;

export const withoutMailOnlyHtml = (html: string): string =>
  html
    .split(begin)
    .map((part, at) => (at === 0 || !part.includes(end) ? part : part.slice(part.indexOf(end) + end.length)))
    .join('');

/** Without the signature (RFC 3676 §4.3), which is all that stands only in mail programs. */
export function withoutSignature(text: string): string {
  const at = text.lastIndexOf('\n-- \n');
  return (at === -1 ? text : text.slice(0, at)).trimEnd();
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** The text that `escapeMarkup` made safe. */
const unescapeMarkup = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => characters[name] ?? entity);

const wordsBegin = '<!--words-->';
const wordsEnd = '<!--/words-->';
/** Marks the built-in words of a mail, escaped text with `<br>` alone: a copy inside of the product shows them as text. */
export const builtInHtml = (html: string): string => `${wordsBegin}${html}${wordsEnd}`;

/** The built-in words of a mail as text; null: it has none, as its words were written by people. */
export function builtInText(html: string): string | null {
  const parts = html.split(wordsBegin).slice(1);
  const words = parts.map((part) => unescapeMarkup((part.split(wordsEnd)[0] ?? '').replaceAll('<br>', '\n')));
  return words.length === 0 ? null : words.join('\n\n');
}
