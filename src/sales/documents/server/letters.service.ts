/** Which characters a TrueType font can draw, from its `cmap` table (OpenType 1.9), so that a page never asks for one that no font has. */

type CodePointSpan = readonly [first: number, last: number];

function spansOfTable(view: DataView, at: number): CodePointSpan[] {
  const format = view.getUint16(at);
  if (format === 12) {
    return Array.from({ length: view.getUint32(at + 12) }, (_one, group) => {
      const place = at + 16 + group * 12;
      return [view.getUint32(place), view.getUint32(place + 4)] as const;
    });
  }
  if (format !== 4) return [];
  const segments = view.getUint16(at + 6) / 2;
  return Array.from({ length: segments }, (_one, segment) => {
    const last = view.getUint16(at + 14 + segment * 2);
    const first = view.getUint16(at + 16 + segments * 2 + segment * 2);
    return [first, last] as const;
  }).filter(([first]) => first !== 0xffff);
}

/** Ranges of code points that the font has. */
export function spansOf(font: Uint8Array): CodePointSpan[] {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = Array.from({ length: view.getUint16(4) }, (_one, at) => 12 + at * 16);
  const entry = tables.find((at) => view.getUint32(at) === 0x636d6170);
  if (entry === undefined) return [];
  const cmap = view.getUint32(entry + 8);
  const subtables = Array.from({ length: view.getUint16(cmap + 2) }, (_one, at) => cmap + view.getUint32(cmap + 8 + at * 8));
  return [...new Set(subtables)].flatMap((at) => spansOfTable(view, at));
}

/** Tells of a code point whether one of the fonts has it. */
export function coverage(fonts: readonly Uint8Array[]): (point: number) => boolean {
  const spans = fonts.flatMap(spansOf);
  const known = new Uint8Array(0x11_0000 / 8);
  for (const [first, last] of spans)
    for (let point = first; point <= last; point += 1) known[point >> 3] = (known[point >> 3] ?? 0) | (1 << (point & 7));
  return (point) => ((known[point >> 3] ?? 0) & (1 << (point & 7))) !== 0;
}

/** Shown for a character that no font has. */
export const stranger = '\u25a1';
/** Direction marks, isolates and joiners steer the text and are not drawn. */
const steering = /[\u200b-\u200f\u2066-\u2069\n]/;

/** A run of letters that no line could hold may break after every twenty: addresses of the web, words of somebody's keyboard. */
const breakable = (text: string): string =>
  text.replaceAll(/[^\s\u200b]{32,}/gu, (run) => run.replaceAll(/.{20}(?=.)/gu, '$&\u200b'));

/** The text with what cannot be drawn as `stranger`, and without control characters. */
export const drawable = (text: string, has: (point: number) => boolean): string =>
  Array.from(breakable(text.toWellFormed()), (letter) => {
    if (steering.test(letter)) return letter;
    if (/\p{Cc}/u.test(letter)) return ' ';
    // a sign that only changes how the letter before it looks, such as the colour of an emoji
    if (/[\p{Variation_Selector}\p{Emoji_Modifier}]/u.test(letter)) return '';
    return has(letter.codePointAt(0) ?? 0) ? letter : stranger;
  }).join('');

const scripts = [/\p{scx=Arab}/u, /\p{scx=Deva}/u, /\p{scx=Grek}/u, /\p{scx=Cyrl}/u, /\p{scx=Hira}|\p{scx=Kana}|\p{scx=Hani}/u];
const plainLetter = /[\p{scx=Latn}\p{Script=Common}\p{Script=Inherited}]/u;
/**
 * For a page of which the compiler died (typst 0.13 does where scripts and letters of no font meet in one word or line): a text in which they
 * do keeps its Latin letters alone. Texts of one script, which are the page's own words and nearly all names, stay as they are.
 */
export function plainer(text: string): string {
  const letters = Array.from(text).filter((letter) => !plainLetter.test(letter));
  const used = scripts.filter((script) => letters.some((letter) => script.test(letter)));
  const isMixed =
    text.includes(stranger) || used.length > 1 || letters.some((letter) => !used.some((script) => script.test(letter)));
  if (!isMixed) return text;
  return Array.from(text, (letter) => (/[\n\u0020-\u017f\u2010-\u2027]/.test(letter) ? letter : '?')).join('');
}
