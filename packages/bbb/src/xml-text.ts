const namedEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Replaces the five entities of XML and character references; `undefined` when the text uses any other. */
export function decodeEntities(text: string): string | undefined {
  if (!text.includes('&')) return text;
  let known = true;
  const decoded = text.replace(/&([^;&\s]{0,32});?/g, (whole, body: string) => {
    const character = whole.endsWith(';') ? entity(body) : undefined;
    if (character === undefined) known = false;
    return character ?? '';
  });
  return known ? decoded : undefined;
}

/** Replaces the five entities of XML and character references, once; everything else stays as it is. */
export function knownEntitiesDecoded(text: string): string {
  return text.replace(/&([^;&\s]{1,9});/g, (whole, body: string) => entity(body) ?? whole);
}

function entity(body: string): string | undefined {
  const decimal = /^#([0-9]{1,7})$/.exec(body)?.[1];
  if (decimal !== undefined) return characterOf(Number.parseInt(decimal, 10));
  const hexadecimal = /^#x([0-9A-Fa-f]{1,6})$/.exec(body)?.[1];
  if (hexadecimal !== undefined) return characterOf(Number.parseInt(hexadecimal, 16));
  return namedEntities.get(body);
}

function characterOf(code: number): string | undefined {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || code > 0x10ffff || isSurrogate ? undefined : String.fromCodePoint(code);
}

/** Keeps what XML 1.0 (section 2.2, Char) can hold; a lone half of a surrogate pair becomes U+FFFD. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters XML 1.0 cannot hold.
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}

/** Anything that is not written as it is: markup, what XML 1.0 cannot hold, and halves of surrogate pairs, whole pairs included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters XML 1.0 cannot hold.
const special = /[&<>"'\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

/** Text for the inside of an element. A carriage return is written as a reference, because readers turn a bare one into a line feed. */
export function escapeText(text: string, form: 'text' | 'cdata'): string {
  // almost every text of an answer is plain, and answers have thousands of them
  if (form === 'text' && !special.test(text)) return text;
  const clean = printable(text);
  if (form === 'cdata') return `<![CDATA[${clean.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  return clean
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\r', '&#13;');
}

/** Text for an attribute's value in double quotes; line breaks and tabs are written as references, or readers make blanks of them. */
export function escapeAttribute(text: string): string {
  return escapeText(text, 'text').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** Escapes every ampersand that begins none of the five entities and no character reference. */
export function escapeBareAmpersands(text: string): string {
  return text.replace(/&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)/g, '&amp;');
}
