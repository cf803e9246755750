import { isSafeAddress } from '#kit/safe-address.ts';

/** A piece of a message: words, or an address that may be followed. */
export type MessagePiece = { text: string; href: string | null };

const addresses = /\bhttps?:\/\/[^\s<>"'`\\]+/giu;
/** Signs that end a sentence, not the address in it. */
const tail = /(?<![.,;:!?)\]}>*_…。、，）】])[.,;:!?)\]}>*_…。、，）】]+$/u;

function pieceOf(found: string): MessagePiece[] {
  const text = found.replace(tail, '');
  if (!isSafeAddress(text)) return [{ text: found, href: null }];
  const rest = found.slice(text.length);
  return [{ text, href: text }, ...(rest === '' ? [] : [{ text: rest, href: null }])];
}

/** The pieces of one paragraph, line breaks kept. */
export function linkedPieces(paragraph: string): MessagePiece[] {
  const pieces: MessagePiece[] = [];
  let at = 0;
  for (const match of paragraph.matchAll(addresses)) {
    if (match.index > at) pieces.push({ text: paragraph.slice(at, match.index), href: null });
    pieces.push(...pieceOf(match[0]));
    at = match.index + match[0].length;
  }
  if (at < paragraph.length) pieces.push({ text: paragraph.slice(at), href: null });
  return pieces;
}

/** The paragraphs of a message in plain text; only whole addresses of the web become links. */
export const messageParagraphs = (text: string): MessagePiece[][] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/u)
    .map((one) => one.replace(/^\n+|(?<!\s)\s+$/gu, ''))
    .filter((one) => one.trim() !== '')
    .map(linkedPieces);
