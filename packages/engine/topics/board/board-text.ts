/** Lines of a text without measuring: a browser and a server without its fonts must break it at the same places. */

/** Width of one character in ems, rather too wide than too narrow; the first that fits. */
const CHARACTER_WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[\p{Extended_Pictographic}]/u, 1.3],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u, 1],
  [/[\p{Script=Devanagari}\p{Script=Arabic}]/u, 0.62],
  [/[\s.,;:!'|()[\]ijlI]/u, 0.32],
  [/[mwMW@%—]/u, 0.92],
  [/[\p{Lu}\p{Script=Cyrillic}]/u, 0.7],
];
const OTHER_WIDTH = 0.6;

/** A character with its marks. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;
const JOINER = '\u200d';
const BOUND_TO_NEXT = /\u094d\u200c?$/u;
const DEVANAGARI = /^\p{Script=Devanagari}/u;
/** What stays on one line: a word with the blanks behind it, or one character of a script without blanks. */
const UNBROKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\u3001\u3002\uff01\uff0c\uff1f\u30fc]*\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu;

const characterWidth = (character: string): number =>
  CHARACTER_WIDTHS.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER_WIDTH;

export function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) ems += characterWidth(character);
  return ems * fontSize;
}

/** `end` is the last three code units of the text before; more is never looked at, so that long texts stay quick. */
const belongsTo = (end: string, character: string): boolean =>
  end.endsWith(JOINER) ||
  character === JOINER ||
  (character === '\u200c' && BOUND_TO_NEXT.test(end)) ||
  (BOUND_TO_NEXT.test(end) && DEVANAGARI.test(character));

/** What must not be cut: characters that a virama or a joiner binds stay together. */
function clusters(word: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (const match of word.matchAll(CHARACTER)) {
    const end = match.index;
    if (end === 0 || belongsTo(word.slice(Math.max(start, end - 3), end), match[0])) continue;
    found.push(word.slice(start, end));
    start = end;
  }
  return [...found, word.slice(start)];
}

/** A word that is longer than a line is cut between its characters. */
function cutWord(word: string, width: number, fontSize: number): string[] {
  const pieces: string[] = [];
  let [piece, used] = ['', 0];
  for (const cluster of clusters(word)) {
    const wide = textWidth(cluster, fontSize);
    if (piece !== '' && used + wide > width) {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    piece += cluster;
    used += wide;
  }
  return [...pieces, piece];
}

function wrapParagraph(paragraph: string, width: number, fontSize: number): string[] {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (const word of paragraph.match(UNBROKEN) ?? []) {
    const pieces = textWidth(word.trimEnd(), fontSize) > width ? cutWord(word, width, fontSize) : [word];
    for (const piece of pieces) {
      if (line !== '' && used + textWidth(piece.trimEnd(), fontSize) > width) {
        lines.push(line.trimEnd());
        [line, used] = ['', 0];
      }
      line += piece;
      used += textWidth(piece, fontSize);
    }
  }
  return [...lines, line.trimEnd()];
}

/** `width` 0: only the writer's own line breaks. */
export const wrapText = (text: string, width: number, fontSize: number): string[] =>
  text.split(/\r\n?|\n/u).flatMap((paragraph) => (width > 0 ? wrapParagraph(paragraph, width, fontSize) : [paragraph]));

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);
