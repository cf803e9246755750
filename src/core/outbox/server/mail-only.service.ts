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
