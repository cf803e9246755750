/** Words of headings and states as banks write them, in any language: compared without marks, case and punctuation. */
import { foldText } from '#kit/search-text.ts';

/** Most characters of a cell that are compared: no heading is longer. */
const LONGEST = 120;

/** Zeros of scripts with digits of their own: Arabic, Persian and Urdu, Devanagari, Thai, wide ones. */
const zeros = [...'٠۰०๐０'].map((zero) => zero.charCodeAt(0));
/** With the digits and signs that computers use. */
export const plainDigits = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹०-९๐-๙０-９]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (zeros.find((zero) => code >= zero && code < zero + 10) ?? code));
    })
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Words between single blanks, with one at each end. */
export function plainWords(text: string): string {
  const plain = foldText(text.slice(0, LONGEST)).replace(/ł/g, 'l').replace(/ı/g, 'i').replace(/ø/g, 'o').replace(/ß/g, 'ss');
  return ` ${plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')} `;
}

/** One word that is looked for: `wert` as a whole word, `*wert` and `wert*` at its end and beginning, `=wert` as all there is. */
export type WordPattern = { text: string; whole: 'all' | 'part' };

export const wordList = (words: string): WordPattern[] =>
  words.split('|').map((word) => {
    const text = plainWords(word);
    if (word.startsWith('=')) return { text, whole: 'all' };
    return { text: text.slice(word.startsWith('*') ? 1 : 0, word.endsWith('*') ? -1 : undefined), whole: 'part' };
  });

export const says = (plain: string, { text, whole }: WordPattern): boolean =>
  whole === 'all' ? plain === text : plain.includes(text);
export const saysAny = (plain: string, words: readonly WordPattern[]): boolean => words.some((word) => says(plain, word));
