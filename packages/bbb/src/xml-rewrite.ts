import { isXmlName, XmlError } from '#xml.ts';
import { decodeEntities, escapeText } from '#xml-text.ts';

/** An element without child elements, met while a document is rewritten. `parents` begins with the root. */
export type XmlLeaf = {
  readonly name: string;
  readonly parents: readonly string[];
  /** Decoded text. @throws XmlError when it uses an unknown entity. */
  readonly text: () => string;
};

/** What becomes of a leaf: its new text, `null` to take it out, `undefined` to leave it as it is. */
export type XmlRule = (leaf: XmlLeaf) => string | null | undefined;

type XmlTag = { name: string; start: number; end: number; kind: 'open' | 'empty' | 'close' };

/** Walls against hostile servers, as in `readXml`. */
const maxCharacters = 64 * 1024 * 1024;
const maxDepth = 100;

/**
 * Passes a document on with the texts of some leaves changed. Every other character stays as it was: unknown elements,
 * blanks, comments, attributes, CDATA, the declaration. A rule that changes nothing gives the same text again.
 * One pass; nothing but the changed texts is decoded.
 * @throws XmlError for document types, tags that do not fit together, more than 100 levels, anything but one root.
 */
export function rewriteXml(source: string, rule: XmlRule): string {
  if (source.length > maxCharacters) throw new XmlError('too long');
  const walk = startOf(source);
  for (let tag = nextTag(walk); tag; tag = nextTag(walk)) {
    const { open } = walk;
    const top = open.at(-1);
    if (tag.kind === 'close') {
      if (top?.name !== tag.name) throw new XmlError('a closing tag does not fit');
      open.pop();
      walk.parents.pop();
      if (walk.last === top) applyRule(walk, { open: top, close: tag, rule });
    } else {
      if (!top && walk.roots > 0) throw new XmlError('exactly one root element is needed');
      if (!top) walk.roots += 1;
      if (open.length >= maxDepth) throw new XmlError('too deep');
      if (tag.kind === 'empty') applyRule(walk, { open: tag, close: tag, rule });
      else {
        open.push(tag);
        walk.parents.push(tag.name);
      }
    }
    walk.last = tag;
  }
  if (walk.open.length > 0 || walk.roots === 0) throw new XmlError('the document is cut off');
  walk.pieces.push(source.slice(walk.copied));
  return walk.copied === 0 ? source : walk.pieces.join('');
}

type XmlWalk = {
  source: string;
  at: number;
  open: XmlTag[];
  parents: string[];
  last: XmlTag | undefined;
  roots: number;
  pieces: string[];
  /** Up to here the source is in the pieces, changed or not. */
  copied: number;
};

function startOf(source: string): XmlWalk {
  return { source, at: 0, open: [], parents: [], last: undefined, roots: 0, pieces: [], copied: 0 };
}

/** The next tag; comments, CDATA and processing instructions are passed over. */
function nextTag(walk: XmlWalk): XmlTag | undefined {
  const { source } = walk;
  for (;;) {
    const start = source.indexOf('<', walk.at);
    refuseTextOutside(walk, start);
    if (start === -1) return undefined;
    const second = source.charCodeAt(start + 1);
    if (second === exclamation || second === question) {
      walk.at = endOfMarkup(walk, start);
      continue;
    }
    const end = endOfTag(source, start);
    walk.at = end;
    if (second === slash) return { name: source.slice(start + 2, end - 1).trimEnd(), start, end, kind: 'close' };
    const isEmpty = source.charCodeAt(end - 2) === slash;
    return { name: nameOf(source, start + 1, isEmpty ? end - 2 : end - 1), start, end, kind: isEmpty ? 'empty' : 'open' };
  }
}

const exclamation = 0x21;
const slash = 0x2f;
const question = 0x3f;

function refuseTextOutside(walk: XmlWalk, start: number): void {
  if (walk.open.length > 0) return;
  const between = walk.source.slice(walk.at, start === -1 ? undefined : start);
  if (between.replace(/^\uFEFF/, '').trim() !== '') throw new XmlError('text outside the root element');
}

function endOfMarkup({ source, open }: XmlWalk, start: number): number {
  const isComment = source.startsWith('<!--', start);
  const isCdata = open.length > 0 && source.startsWith('<![CDATA[', start);
  const isInstruction = source.startsWith('<?', start);
  if (!isComment && !isCdata && !isInstruction) throw new XmlError('document types are not allowed');
  const mark = isComment ? '-->' : isCdata ? ']]>' : '?>';
  const end = source.indexOf(mark, start + 2);
  if (end === -1) throw new XmlError('the document is cut off');
  return end + mark.length;
}

/** After the `>` that ends a tag; one inside an attribute's quotes does not. */
function endOfTag(source: string, start: number): number {
  const first = source.indexOf('>', start);
  if (first === -1) throw new XmlError('the document is cut off');
  let at = start;
  for (;;) {
    const quote = nextQuote(source, at, first);
    if (quote === -1) return first + 1;
    const closing = source.indexOf(source.charAt(quote), quote + 1);
    if (closing === -1) throw new XmlError('the document is cut off');
    if (closing > first) return endOfQuotedTag(source, closing + 1);
    at = closing + 1;
  }
}

/** The slow way, for tags that have a `>` inside quotes: character by character. */
function endOfQuotedTag(source: string, from: number): number {
  let quote = '';
  for (let at = from; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (quote === '' && character === '>') return at + 1;
    if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = '';
  }
  throw new XmlError('the document is cut off');
}

function nextQuote(source: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x22 || code === 0x27) return at;
  }
  return -1;
}

function nameOf(source: string, start: number, end: number): string {
  let at = start;
  while (at < end && source.charCodeAt(at) > 0x20) at += 1;
  if (at === start) throw new XmlError('a tag has no name');
  return source.slice(start, at);
}

function applyRule(walk: XmlWalk, { open, close, rule }: { open: XmlTag; close: XmlTag; rule: XmlRule }): void {
  const { source } = walk;
  const isEmpty = open === close;
  const inside = isEmpty ? '' : source.slice(open.end, close.start);
  const changed = rule({ name: open.name, parents: walk.parents, text: () => plainText(inside) });
  if (changed === undefined) return;
  if (changed === null) {
    replace(walk, { from: open.start, to: close.end, by: '' });
    return;
  }
  const text = escapeText(changed, inside.startsWith('<![CDATA[') ? 'cdata' : 'text');
  if (!isEmpty) replace(walk, { from: open.end, to: close.start, by: text });
  else replace(walk, { from: open.end - 2, to: open.end, by: `>${text}</${checkedName(open.name)}>` });
}

function checkedName(name: string): string {
  if (!isXmlName(name)) throw new XmlError('a tag has no usable name');
  return name;
}

function replace(walk: XmlWalk, change: { from: number; to: number; by: string }): void {
  walk.pieces.push(walk.source.slice(walk.copied, change.from), change.by);
  walk.copied = change.to;
}

/** Text of a leaf's inside: entities decoded, CDATA as it is, comments and instructions out. */
function plainText(inside: string): string {
  if (!inside.includes('<')) return decoded(inside);
  let text = '';
  let at = 0;
  for (;;) {
    const start = inside.indexOf('<', at);
    text += decoded(start === -1 ? inside.slice(at) : inside.slice(at, start));
    if (start === -1) return text;
    const isCdata = inside.startsWith('<![CDATA[', start);
    const mark = isCdata ? ']]>' : inside.startsWith('<!--', start) ? '-->' : '?>';
    const end = inside.indexOf(mark, start + 2);
    if (isCdata) text += inside.slice(start + '<![CDATA['.length, end);
    at = end + mark.length;
  }
}

function decoded(text: string): string {
  const plain = decodeEntities(text);
  if (plain === undefined) throw new XmlError('an unknown entity is used');
  return plain;
}
