/** The structure of a PDF file as our compiler writes it: one table of places, plain objects, streams that are flate or nothing (ISO 19005-3, 6.1). */
import { inflateSync } from 'node:zlib';
import { type Dict, isDict, isList, isRef, nameOf, type Note, tokensOf, type Value } from './pdf-tokens.service.ts';

export type PdfObject = {
  value: Value;
  /** Null for an object that is no stream; decoded. Throws when it cannot be. */
  data: (() => Buffer) | null;
};
export type PdfFile = { trailer: Dict; objects: ReadonlyMap<number, PdfObject> };

const lineEnd = String.raw`(?:\r\n|\n|\r)`;
const begin = new RegExp(String.raw`^%PDF-1\.[0-7]${lineEnd}%[\x80-\xff]{4}`);
const finish = new RegExp(`startxref${lineEnd}(\\d+)${lineEnd}%%EOF${lineEnd}?$`);
const tableHead = new RegExp(`xref${lineEnd}0 (\\d+)${lineEnd}`, 'y');
const looseHead = /xref\s+0\s+(\d+)\s+/y;
const tableLine = /(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)/y;
const objectHead = new RegExp(`(\\d+) (\\d+) obj${lineEnd}`, 'y');
const objectEnd = new RegExp(`endobj${lineEnd}`, 'y');
const streamHead = /stream\r?\n/y;
const streamEnd = new RegExp(`${lineEnd}endstream${lineEnd}`, 'y');

const at = (pattern: RegExp, source: string, place: number): RegExpExecArray | null => {
  pattern.lastIndex = place;
  return pattern.exec(source);
};

type Source = { bytes: Buffer; text: string; note: Note };
type Table = { trailer: Dict; places: ReadonlyMap<number, number> };

function tableOf({ text, note }: Source): Table {
  if (!begin.test(text)) note('6.1.2', 'the first two lines');
  const last = finish.exec(text);
  if (last === null) note('6.1.3', 'something follows the end of the file');
  const from = Number((last ?? /startxref\s+(\d+)\s+%%EOF/.exec(text))?.[1]);
  const head = at(tableHead, text, from) ?? at(looseHead, text, from);
  if (head === null) throw new Error('the PDF has no table of places');
  if (at(tableHead, text, from) === null) note('6.1.4', 'the head of the table of places');
  let place = from + head[0].length;
  const places = new Map<number, number>();
  for (let number = 0; number < Number(head[1]); number += 1) {
    const line = at(tableLine, text, place);
    if (line === null) {
      note('6.1.4', `line ${number} of the table of places`);
      break;
    }
    if (line[3] === 'n') places.set(number, Number(line[1]));
    place += line[0].length;
  }
  const tokens = tokensOf(text, text.indexOf('trailer', place) + 'trailer'.length, note);
  const trailer = tokens.next();
  if (!isDict(trailer)) throw new Error('the PDF has no trailer');
  if (trailer.get('Size') !== Number(head[1])) note('6.1.4', 'the number of objects');
  return { trailer, places };
}

/** What a stream may not say of itself, and how it is packed. */
function filterOf(head: Dict, note: Note): string | null {
  for (const key of ['F', 'FFilter', 'FDecodeParms']) if (head.has(key)) note('6.1.7.1', `a stream outside of the file, /${key}`);
  const said = head.get('Filter');
  const filters = (isList(said) ? said : said === undefined ? [] : [said]).map((one) => nameOf(one) ?? '?');
  const other = filters.find((one) => one !== 'FlateDecode');
  if (other !== undefined) note('6.1.7.2', `a stream packed by ${other}`);
  if (filters.length > 1 || head.has('DecodeParms')) note('unknown', 'a stream packed twice or with parameters');
  return filters[0] ?? null;
}

function streamOf(source: Source, of: { number: number; head: Dict; start: number; length: Value }): (() => Buffer) | null {
  const { text, bytes, note } = source;
  const { number, head, start, length } = of;
  const end = start + (typeof length === 'number' ? length : Number.NaN);
  const after = Number.isNaN(end) ? null : at(streamEnd, text, end);
  if (after === null) {
    note('6.1.7.1', `the length of stream ${number}`);
    return null;
  }
  if (at(objectEnd, text, end + after[0].length) === null) note('6.1.9', `the end of object ${number}`);
  const packed = bytes.subarray(start, end);
  const filter = filterOf(head, note);
  let made: Buffer | null = null;
  return () => {
    made ??= filter === 'FlateDecode' ? inflateSync(packed) : packed;
    return made;
  };
}

/** Tells `note` what is written otherwise than PDF/A-3 wants. Throws when the file cannot be read at all. */
export function readPdfFile(pdf: Uint8Array, note: Note): PdfFile {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const source: Source = { bytes, text: bytes.toString('latin1'), note };
  const { text } = source;
  const { trailer, places } = tableOf(source);
  const objects = new Map<number, PdfObject>();
  const lengthOf = (value: Value): Value => {
    if (!isRef(value)) return value;
    const head = at(objectHead, text, places.get(value.ref) ?? 0);
    return head === null ? null : tokensOf(text, head.index + head[0].length, note).next();
  };
  for (const [number, place] of places) {
    const head = at(objectHead, text, place);
    if (head === null || Number(head[1]) !== number || head[2] !== '0' || !/[\r\n]/.test(text[place - 1] ?? '')) {
      note('6.1.9', `object ${number} does not begin at its place`);
      continue;
    }
    const tokens = tokensOf(text, place + head[0].length, note);
    const value = tokens.next();
    const end = tokens.place();
    const stream = isDict(value) ? at(streamHead, text, end) : null;
    if (stream === null || !isDict(value)) {
      if (at(objectEnd, text, end) === null || !/[\r\n]/.test(text[end - 1] ?? '')) note('6.1.9', `the end of object ${number}`);
      objects.set(number, { value, data: null });
      continue;
    }
    const start = end + stream[0].length;
    const data = streamOf(source, { number, head: value, start, length: lengthOf(value.get('Length') ?? null) });
    objects.set(number, { value, data });
  }
  return { trailer, objects };
}
