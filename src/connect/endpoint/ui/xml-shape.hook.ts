import { decodeEntities } from '@atrium/bbb/xml-text';

/** One piece of a line: `mark` is punctuation, `name` an element, `good` and `bad` the return code, the rest is text. */
export type XmlPiece = { kind: 'mark' | 'name' | 'text' | 'good' | 'bad'; text: string };
export type CodeLine = { id: number; depth: number; pieces: readonly XmlPiece[] };

const mark = (text: string): XmlPiece => ({ kind: 'mark', text });
const tagPieces = (tag: string): XmlPiece[] => {
  const [, open = '<', name = '', rest = '>'] = /^(<[/?!]?)([^\s/>?]*)([\s\S]*)$/.exec(tag) ?? [];
  return [mark(open), { kind: 'name', text: name }, mark(rest)];
};
const valuePiece = (name: string, text: string): XmlPiece =>
  name === 'returncode' && (text === 'SUCCESS' || text === 'FAILED')
    ? { kind: text === 'SUCCESS' ? 'good' : 'bad', text }
    : { kind: 'text', text };

const nameIn = (tag: string): string => /^<\/?([^\s/>?]*)/.exec(tag)?.[1] ?? '';
const isClosing = (tag: string) => tag.startsWith('</');
const isAlone = (tag: string) => /^<[?!]/.test(tag) || tag.endsWith('/>');

/** Elements one below the other, indented; an element with nothing but text in it stays on one line. */
export function xmlLines(xml: string): CodeLine[] {
  const parts = xml.match(/<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>|[^<]+/g) ?? [];
  const tokens = parts.filter((part) => part.trim() !== '');
  const lines: CodeLine[] = [];
  let depth = 0;
  const put = (pieces: readonly XmlPiece[], at = depth) => lines.push({ id: lines.length, depth: at, pieces });
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const [next = '', after = ''] = [tokens[at + 1], tokens[at + 2]];
    const isText = !token.startsWith('<') || token.startsWith('<![CDATA[');
    if (isText) put([{ kind: 'text', text: token.trim() }]);
    else if (isClosing(token)) {
      depth = Math.max(0, depth - 1);
      put(tagPieces(token));
    } else if (isAlone(token)) put(tagPieces(token));
    else if (isClosing(next) && nameIn(next) === nameIn(token)) {
      put([...tagPieces(token), ...tagPieces(next)]);
      at += 1;
    } else if ((!next.startsWith('<') || next.startsWith('<![CDATA[')) && isClosing(after)) {
      put([...tagPieces(token), valuePiece(nameIn(token), next.trim()), ...tagPieces(after)]);
      at += 2;
    } else {
      put(tagPieces(token));
      depth += 1;
    }
  }
  return lines;
}

function jsonText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // cut in the middle, or no JSON after all: shown as it came
    return text;
  }
}

/** An answer as lines of code: XML and JSON laid out, everything else as it came. */
export function answerLines(contentType: string, body: string): CodeLine[] {
  if (/xml/i.test(contentType) || body.trimStart().startsWith('<response')) return xmlLines(body);
  const text = /json/i.test(contentType) ? jsonText(body) : body;
  return text.split('\n').map((line, id) => ({ id, depth: 0, pieces: [{ kind: 'text', text: line }] }));
}

const textPiece = /<!\[CDATA\[([\s\S]*?)\]\]>|([^<]+)/g;

/** The text of the first element of this name, such as `meetingID`, as it was meant; '' when there is none. */
export function textIn(xml: string, name: string): string {
  const [, inside = ''] = new RegExp(`<${name}>((?:<!\\[CDATA\\[[\\s\\S]*?\\]\\]>|[^<]+)*)`).exec(xml) ?? [];
  const pieces = [...inside.matchAll(textPiece)].map(([, literal, plain = '']) => literal ?? decodeEntities(plain) ?? plain);
  return pieces.join('').trim();
}
