import { XMLParser, XMLValidator } from 'fast-xml-parser';
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
  override readonly name = 'XmlError';
}

const attributePrefix = '@';
/** The parser refuses or renames elements called like members of JavaScript objects; with a mark in front none is. */
const elementPrefix = '=';
const textName = '#text';
const cdataName = '#cdata';

/** Longest text that is read, in characters. A list of a thousand meetings with their people stays far below. */
const maxCharacters = 64 * 1024 * 1024;

/**
 * Reads a well-formed document and gives its root element. Values are never turned into numbers or booleans.
 * Document types and entities other than the five of XML and character references are refused.
 * @throws XmlError and nothing else.
 */
export function readXml(text: string): XmlNode {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (source.length > maxCharacters) throw new XmlError('too long');
  if (declaresDocumentType(source)) throw new XmlError('document types are not allowed');
  const roots = toNodes(parse(source));
  const root = roots[0];
  if (root === undefined || roots.length > 1) throw new XmlError('exactly one root element is needed');
  return root;
}

function parse(source: string): unknown {
  try {
    const verdict = XMLValidator.validate(source);
    if (verdict !== true) throw new XmlError(verdict.err.msg);
    return new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: attributePrefix,
      textNodeName: textName,
      cdataPropName: cdataName,
      transformTagName: (name) => (name.startsWith(elementPrefix) ? name : elementPrefix + name),
      transformAttributeName: (name) => (name.startsWith(attributePrefix) ? name : attributePrefix + name),
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: false,
      // Entities are decoded here and not by the parser, so that text inside CDATA is left alone.
      processEntities: false,
      ignoreDeclaration: true,
      ignorePiTags: true,
      maxNestedTags: 100,
    }).parse(source);
  } catch (error) {
    // The parser quotes what it read, which may be the whole text.
    throw new XmlError(error instanceof Error ? error.message.slice(0, 120) : 'not XML');
  }
}

/** Looks outside comments and CDATA sections, in one pass: a pattern with a lazy middle would take quadratic time on hostile text. */
function declaresDocumentType(source: string): boolean {
  let at = source.indexOf('<!');
  while (at !== -1) {
    const isComment = source.startsWith('<!--', at);
    const isCdata = source.startsWith('<![CDATA[', at);
    if (!isComment && !isCdata) return true;
    const end = source.indexOf(isComment ? '-->' : ']]>', at + 4);
    if (end === -1) return false;
    at = source.indexOf('<!', end);
  }
  return false;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toNodes(parsed: unknown): XmlNode[] {
  if (!Array.isArray(parsed)) return [];
  const nodes: XmlNode[] = [];
  for (const item of parsed) {
    if (!isRecord(item)) continue;
    const name = Object.keys(item).find((key) => key.startsWith(elementPrefix));
    if (name !== undefined) nodes.push(toNode(name, item));
  }
  return nodes;
}

function toNode(name: string, item: Record<string, unknown>): XmlNode {
  const inside = item[name];
  return {
    name: name.slice(elementPrefix.length),
    attributes: toAttributes(item[':@']),
    text: ownText(inside),
    children: toNodes(inside),
  };
}

function toAttributes(found: unknown): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  if (!isRecord(found)) return attributes;
  for (const [key, value] of Object.entries(found)) {
    if (typeof value === 'string') attributes.set(key.slice(attributePrefix.length), decodeOrThrow(value));
  }
  return attributes;
}

function ownText(inside: unknown): string {
  if (!Array.isArray(inside)) return '';
  let text = '';
  for (const item of inside) {
    if (!isRecord(item)) continue;
    const plain = item[textName];
    if (typeof plain === 'string') text += decodeOrThrow(plain);
    const cdata = item[cdataName];
    if (cdata !== undefined) text += plainTextOf(cdata);
  }
  return text;
}

/** The parser wraps the text of a CDATA section in a list of its own. */
function plainTextOf(cdata: unknown): string {
  if (typeof cdata === 'string') return cdata;
  if (!Array.isArray(cdata)) return '';
  let text = '';
  for (const item of cdata) {
    const piece = isRecord(item) ? item[textName] : undefined;
    if (typeof piece === 'string') text += piece;
  }
  return text;
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
