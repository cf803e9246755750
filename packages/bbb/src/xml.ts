import { decodeEntities, escapeAttribute, escapeText } from '#xml-text.ts';

/** One element as read: its own text joined (entities decoded, CDATA as is), its attributes and its child elements in order. */
export type XmlNode = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
  readonly children: readonly XmlNode[];
};

/** One element to be written. A string is its text, a list its children. */
export type XmlElement = {
  readonly name: string;
  readonly content: string | readonly XmlElement[];
  readonly attributes?: readonly (readonly [string, string])[];
  readonly form?: 'text' | 'cdata';
};

/** The text is not XML that we read; `message` says why in a few words. */
export class XmlError extends Error {
  override readonly name: string = 'XmlError';
}

/** The document holds more than its limits allow, whether it is well-formed or not. */
export class XmlTooLarge extends XmlError {
  override readonly name = 'XmlTooLarge';
}

/** How much of each a document may hold; what is more is refused before it costs time. `references`: ampersands, in CDATA too. */
export type XmlLimits = { elements: number; attributes: number; references: number };

/** A list of ten thousand meetings with twenty thousand people stays below; reading takes time in proportion to it. */
const answerLimits: XmlLimits = { elements: 600_000, attributes: 300_000, references: 600_000 };
/** Longest text that is read, in characters. */
const maxCharacters = 64 * 1024 * 1024;
const maxDepth = 100;

/**
 * Reads a well-formed document and gives its root element, in one pass. Values are never turned into numbers or booleans.
 * Document types and entities other than the five of XML and character references are refused.
 * @throws XmlError and nothing else.
 */
export function readXml(text: string, limits: XmlLimits = answerLimits): XmlNode {
  if (text.length > maxCharacters) throw new XmlTooLarge('too long');
  refuseMany(text, '<', limits.elements * 2);
  refuseMany(text, '&', limits.references);
  const source = (text.startsWith('\uFEFF') ? text.slice(1) : text).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return readRoot({ source, at: 0, attributesLeft: limits.attributes });
}

function refuseMany(text: string, mark: string, most: number): void {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
    count += 1;
    if (count > most) throw new XmlTooLarge(`more than ${most} times ${mark}`);
  }
}

type XmlReader = { readonly source: string; at: number; attributesLeft: number };
type OpenElement = { name: string; attributes: ReadonlyMap<string, string>; text: string; children: OpenElement[] };
/** Shared by the many elements that have none. */
const noAttributes: ReadonlyMap<string, string> = new Map([]);
const newElement = (name: string): OpenElement => ({ name, attributes: noAttributes, text: '', children: [] });

function readRoot(reading: XmlReader): XmlNode {
  const { source } = reading;
  const outside = newElement('');
  const open = [outside];
  for (;;) {
    const inside = open.at(-1) ?? outside;
    const start = source.indexOf('<', reading.at);
    const text = source.slice(reading.at, start === -1 ? undefined : start);
    if (inside !== outside) addText(inside, text);
    else if (text.trim() !== '') throw new XmlError('text outside the root element');
    if (start === -1) break;
    const second = source.charAt(start + 1);
    if (second === '!' || second === '?') readMarkup(reading, start, inside);
    else if (second === '/') {
      if (inside === outside || endTag(reading, start) !== inside.name) throw new XmlError('a closing tag does not fit');
      open.pop();
    } else {
      const { element, isEmpty } = startTag(reading, start);
      inside.children.push(element);
      if (open.length > maxDepth) throw new XmlError('too deep');
      if (!isEmpty) open.push(element);
    }
  }
  const [root, ...more] = outside.children;
  if (open.length > 1) throw new XmlError('the document is cut off');
  if (root === undefined || more.length > 0) throw new XmlError('exactly one root element is needed');
  return root;
}

function addText(element: OpenElement, text: string): void {
  if (text !== '') element.text += decodeOrThrow(text);
}

/** The place of a mark. Throws when it does not come any more. */
function placeOf({ source }: XmlReader, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  if (at === -1) throw new XmlError('the document is cut off');
  return at;
}

/** Comments and instructions are passed over, the text of a CDATA section is taken as it is. */
function readMarkup(reading: XmlReader, start: number, inside: OpenElement): void {
  const { source } = reading;
  const isCdata = source.startsWith('<![CDATA[', start);
  if (!isCdata && source.charAt(start + 1) === '!' && !source.startsWith('<!--', start))
    throw new XmlError('document types are not allowed');
  const [begin, mark] = isCdata ? ['<![CDATA[', ']]>'] : source.startsWith('<?', start) ? ['<?', '?>'] : ['<!--', '-->'];
  const end = placeOf(reading, mark, start + begin.length);
  if (isCdata && inside.name === '') throw new XmlError('text outside the root element');
  if (isCdata) inside.text += source.slice(start + begin.length, end);
  reading.at = end + mark.length;
}

function endTag(reading: XmlReader, start: number): string {
  const end = placeOf(reading, '>', start);
  reading.at = end + 1;
  return reading.source.slice(start + 2, end).trimEnd();
}

const readName = /[:A-Z_a-z\u00C0-\uFFFD][-:.\w\u00B7-\uFFFD]*/y;
// names may hold the blanks of Unicode, which are none in XML
const attributeStart = /[ \t\r\n]+([:A-Z_a-z\u00C0-\uFFFD][-:.\w\u00B7-\uFFFD]*)[ \t\r\n]*=[ \t\r\n]*(["'])/y;
const tagEnd = /[ \t\r\n]*(\/?)>/y;

function startTag(reading: XmlReader, start: number): { element: OpenElement; isEmpty: boolean } {
  const name = matchAt(readName, reading, start + 1)?.[0];
  if (name === undefined) throw new XmlError('a tag has no name');
  const element = newElement(name);
  const attributes = new Map<string, string>();
  for (;;) {
    const end = matchAt(tagEnd, reading, reading.at);
    if (end !== null) return { element, isEmpty: end[1] === '/' };
    readAttribute(reading, attributes);
    element.attributes = attributes;
  }
}

function readAttribute(reading: XmlReader, attributes: Map<string, string>): void {
  const [, name, quote] = matchAt(attributeStart, reading, reading.at) ?? [];
  if (name === undefined || quote === undefined) throw new XmlError('a tag is not well-formed');
  if (attributes.has(name)) throw new XmlError('an attribute comes twice');
  reading.attributesLeft -= 1;
  if (reading.attributesLeft < 0) throw new XmlTooLarge('too many attributes');
  const closing = placeOf(reading, quote, reading.at);
  attributes.set(name, decodeOrThrow(reading.source.slice(reading.at, closing)));
  reading.at = closing + 1;
}

/** Matches a sticky pattern there and goes on behind it. */
function matchAt(pattern: RegExp, reading: XmlReader, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  const found = pattern.exec(reading.source);
  if (found !== null) reading.at = pattern.lastIndex;
  return found;
}

function decodeOrThrow(text: string): string {
  const decoded = decodeEntities(text);
  if (decoded === undefined) throw new XmlError('an unknown entity is used');
  return decoded;
}

/** An element with text, or with children; numbers and booleans are written the way BBB writes them. */
export function element(name: string, content: string | number | boolean | readonly XmlElement[]): XmlElement {
  return { name, content: typeof content === 'number' || typeof content === 'boolean' ? String(content) : content };
}

/** An element whose text is written as a CDATA section, as bbb-webhooks does for addresses. */
export function cdataElement(name: string, content: string): XmlElement {
  return { name, content, form: 'cdata' };
}

const xmlName = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** Whether a text can be the name of an element we write. */
export function isXmlName(name: string): boolean {
  return xmlName.test(name);
}

/**
 * The document as text, without a declaration (as bbb-web). No text can break out of its element, and characters that
 * XML 1.0 cannot hold are left out.
 * @throws XmlError when an element's name is not an XML name.
 */
export function writeXml(root: XmlElement): string {
  const { name, content, attributes } = root;
  if (!isXmlName(name)) throw new XmlError(`"${name}" is not an element name`);
  let opening = `<${name}`;
  if (attributes !== undefined) for (const [key, value] of attributes) opening += ` ${key}="${escapeAttribute(value)}"`;
  if (typeof content === 'string') return `${opening}>${escapeText(content, root.form ?? 'text')}</${name}>`;
  if (content.length === 0) return `${opening}/>`;
  let inside = '';
  for (const child of content) inside += writeXml(child);
  return `${opening}>${inside}</${name}>`;
}
