/** The data about a PDF/A-3 file, its XMP packet (ISO 19005-3, 6.6), with what Factur-X adds. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as z from 'zod/mini';
import { textOf, type Value } from './pdf-tokens.service.ts';
import { type Parts, requireName, requireShape } from './pdfa-parts.service.ts';

type Element = {
  name: string;
  space: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly Element[];
  text: string;
};
type Spaces = Readonly<Record<string, string>>;

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const container = 'http://www.aiim.org/pdfa/ns/extension/';
const schemaSpace = 'http://www.aiim.org/pdfa/ns/schema#';
const propertySpace = 'http://www.aiim.org/pdfa/ns/property#';
const claimSpace = 'http://www.aiim.org/pdfa/ns/id/';

type Kind = 'text' | 'integer' | 'date' | 'Alt' | 'Seq' | 'Bag';
/** Of the schemas that need no explanation (XMP 2005 and ISO 19005), those that our compiler may write. */
const predefined: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  'http://purl.org/dc/elements/1.1/': {
    title: 'Alt',
    description: 'Alt',
    creator: 'Seq',
    date: 'Seq',
    subject: 'Bag',
    language: 'Bag',
    format: 'text',
  },
  'http://ns.adobe.com/xap/1.0/': { CreatorTool: 'text', CreateDate: 'date', ModifyDate: 'date', MetadataDate: 'date' },
  'http://ns.adobe.com/xap/1.0/mm/': { DocumentID: 'text', InstanceID: 'text', RenditionClass: 'text', History: 'Seq' },
  'http://ns.adobe.com/xap/1.0/t/pg/': { NPages: 'integer' },
  'http://ns.adobe.com/pdf/1.3/': { PDFVersion: 'text', Keywords: 'text', Producer: 'text' },
  [claimSpace]: { part: 'integer', conformance: 'text' },
};
const isDay = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?)?)?$/;

const attributesField = z.record(z.string(), z.string());
const nodes = z.array(z.record(z.string(), z.unknown()));

/** Elements with the namespaces that their prefixes stand for. */
function elementsOf(found: unknown, spaces: Spaces): Element[] {
  return z.parse(nodes, found).flatMap((node): Element[] => {
    const attributes = attributesField.safeParse(node[':@'] ?? {}).data ?? {};
    const entry = Object.entries(node).find(([key]) => key !== ':@' && key !== '#text' && !key.startsWith('?'));
    if (entry === undefined) return [];
    const own = Object.entries(attributes).filter(([key]) => key.startsWith('xmlns:'));
    const here = { ...spaces, ...Object.fromEntries(own.map(([key, uri]) => [key.slice('xmlns:'.length), uri])) };
    const [prefix = '', name = ''] = entry[0].split(':');
    const texts = z.parse(nodes, entry[1]).flatMap((child) => (typeof child['#text'] === 'string' ? [child['#text']] : []));
    return [{ name, space: here[prefix] ?? '', attributes, children: elementsOf(entry[1], here), text: texts.join('') }];
  });
}

const childOf = (element: Element | undefined, space: string, name: string): Element | undefined =>
  element?.children.find((one) => one.space === space && one.name === name);
const items = (element: Element | undefined, kind: string): readonly Element[] => childOf(element, rdf, kind)?.children ?? [];

function isKind(element: Element, kind: Kind): boolean {
  if (kind === 'text') return element.children.length === 0;
  if (kind === 'integer') return /^[+-]?\d+$/.test(element.text);
  if (kind === 'date') return isDay.test(element.text);
  const list = items(element, kind);
  if (element.children.length !== 1 || list.length === 0) return false;
  return kind !== 'Alt' || list.some((one) => one.attributes['xml:lang'] === 'x-default');
}

/** Schemas that the file explains itself; each value of ours is a plain text. */
function explainedBy(parts: Parts, properties: readonly Element[]): ReadonlyMap<string, ReadonlySet<string>> {
  const wrong = (text: string) => parts.note('6.6.2.3.3', text);
  const found = properties.find(({ space, name }) => space === container && name === 'schemas');
  const schemas = items(found, 'Bag');
  if (found !== undefined && schemas.length === 0) wrong('a list of schemas that is none');
  const explained = schemas.map((schema): [string, ReadonlySet<string>] => {
    const said = new Map(schema.children.map((one) => [one.space === schemaSpace ? one.name : '?', one]));
    for (const name of said.keys())
      if (!['schema', 'namespaceURI', 'prefix', 'property'].includes(name)) wrong(`a schema with ${name}`);
    for (const name of ['schema', 'namespaceURI', 'prefix'])
      if ((said.get(name)?.text ?? '') === '') wrong(`a schema without ${name}`);
    const names = items(said.get('property'), 'Seq').map((property) => {
      const fields = new Map(property.children.map((one) => [one.space === propertySpace ? one.name : '?', one.text]));
      const wanted = ['name', 'valueType', 'category', 'description'];
      if (fields.size !== wanted.length || wanted.some((one) => (fields.get(one) ?? '') === '')) wrong('a property of a schema');
      if (!/^(?:internal|external)$/.test(fields.get('category') ?? '')) wrong('the category of a property');
      if (fields.get('valueType') !== 'Text') parts.note('unknown', 'a property that is no text');
      return fields.get('name') ?? '';
    });
    return [said.get('namespaceURI')?.text ?? '', new Set(names)];
  });
  return new Map(explained);
}

function checkClaim(parts: Parts, properties: readonly Element[]): string {
  const value = (name: string) => properties.filter((one) => one.space === claimSpace && one.name === name);
  const [part, level] = [value('part'), value('conformance')];
  if (part.length !== 1 || part[0]?.text !== '3') parts.note('6.6.4', 'the part of the standard');
  if (level.length !== 1 || !/^[BU]$/.test(level[0]?.text ?? ''))
    parts.note('6.6.4', 'the level of the standard, which is B or U');
  return level[0]?.text ?? '';
}

function propertiesOf(parts: Parts, packet: string): readonly Element[] {
  if (XMLValidator.validate(packet) !== true) {
    parts.note('6.6.2.1', 'data that are no XML');
    return [];
  }
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: true,
  });
  const [root] = elementsOf(parser.parse(packet), { xml: 'http://www.w3.org/XML/1998/namespace' });
  const described = childOf(root, rdf, 'RDF')?.children ?? [];
  if (described.length === 0) parts.note('6.6.2.1', 'data without RDF');
  for (const one of described) {
    const more = Object.keys(one.attributes).filter((key) => !key.startsWith('xmlns:') && key !== 'rdf:about');
    if (one.space !== rdf || one.name !== 'Description' || more.length > 0) parts.note('unknown', 'data said as attributes');
  }
  return described.flatMap((one) => one.children);
}

/** What the old list of data says is what the packet says. ISO 19005-3 (6.6.3) lets readers ignore the list; those that use it should read the same. */
function compareWithInfo(parts: Parts, info: Value | undefined, properties: readonly Element[]): void {
  const said = (name: string, kind?: Kind) => {
    const found = properties.find((one) => one.name === name);
    return (kind === undefined ? found : items(found, kind)[0])?.text;
  };
  const list = parts.dict(info);
  requireShape(parts, list, { what: 'the list of data', known: ['Title', 'Author', 'Creator', 'CreationDate', 'ModDate'] });
  const text = (key: string) => {
    const bytes = textOf(parts.get(list.get(key)));
    return bytes?.startsWith('\u00fe\u00ff') ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le') : bytes;
  };
  const day = (key: string) => text(key)?.replace(/^D:(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3');
  const pairs = [
    ['title', text('Title'), said('title', 'Alt')],
    ['author', text('Author'), said('creator', 'Seq')],
    ['program', text('Creator'), said('CreatorTool')],
    ['day', day('CreationDate'), said('CreateDate')?.slice(0, 10)],
    ['day of the last change', day('ModDate'), said('ModifyDate')?.slice(0, 10)],
  ] as const;
  for (const [what, one, other] of pairs)
    if (one !== undefined && one !== other) parts.note('6.6.3', `two answers about the ${what}`);
}

/** `metadata` of the catalog, and the list of data of the trailer. Returns the level that the file claims, empty for none. */
export function checkData(parts: Parts, metadata: Value | undefined, info: Value | undefined): string {
  const { note } = parts;
  const stream = parts.stream(metadata);
  if (stream === null) {
    note('6.6.2.1', 'no data about the file');
    return '';
  }
  requireShape(parts, stream.head, { what: 'data', known: ['Length', 'Type', 'Subtype'], forbidden: { Filter: '6.6.2.1' } });
  requireName(parts, stream.head.get('Subtype'), { clause: '6.6.2.1', what: 'the kind of the data', among: ['XML'] });
  const bytes = stream.data();
  const packet = bytes.toString('utf8');
  if (!Buffer.from(packet, 'utf8').equals(bytes)) note('6.6.2.1', 'data that are not UTF-8');
  const head = /^<\?xpacket ([^?]*)\?>/.exec(packet)?.[1] ?? '';
  if (!/begin=/.test(head) || /\b(?:bytes|encoding)=/.test(head)) note('6.6.2.1', 'the head of the data');
  const properties = propertiesOf(parts, packet);
  const explained = explainedBy(parts, properties);
  for (const property of properties) {
    const { space, name } = property;
    if (space === container && name === 'schemas') continue;
    const kind = predefined[space]?.[name] ?? (explained.get(space)?.has(name) === true ? 'text' : undefined);
    if (kind === undefined) note('6.6.2.3.1', `${space}${name} is not explained`);
    else if (!isKind(property, kind)) note('6.6.2.3.1', `the value of ${name}`);
  }
  compareWithInfo(parts, info, properties);
  return checkClaim(parts, properties);
}
