/** Reads back what a PDF of ours draws, for tests: runs of text in the order in which they are drawn, attachments, and the data about the file. */
import { inflateSync } from 'node:zlib';

type Part = { head: string; stream: Buffer | null };
type Objects = ReadonlyMap<number, Part>;
export type ReadPdf = {
  /** Texts as drawn, from left to right, of all pages; one for each change of place or font. */
  runs: readonly string[];
  pages: number;
  /** The embedded file, null when there is none. */
  attachment: string | null;
  metadata: string;
  catalog: string;
};

/** By the table of places at the file's end, so that a wrong place is found. */
function objectsOf(file: Buffer): Objects {
  const text = file.toString('latin1');
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const places = [...text.slice(table).matchAll(/^(\d{10}) \d{5} n/gm)].map(([, place]) => Number(place));
  return new Map(
    places.map((place): [number, Part] => {
      const found = /^(\d+) 0 obj\s([\s\S]*?)(stream\r?\n|endobj)/.exec(text.slice(place));
      if (found === null) throw new Error(`no object begins at ${place}`);
      const [all, number, head = '', end] = found;
      if (end === 'endobj') return [Number(number), { head, stream: null }];
      const from = place + all.length;
      const bytes = file.subarray(from, from + Number(/\/Length (\d+)/.exec(head)?.[1]));
      return [Number(number), { head, stream: head.includes('/FlateDecode') ? inflateSync(bytes) : bytes }];
    }),
  );
}

type Letters = ReadonlyMap<number, string>;
const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
function lettersOf(cmap: string): Letters {
  const singles = [...cmap.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]+)>$/gm)].map(
    ([, glyph = '', text = '']) => [Number.parseInt(glyph, 16), utf16(text)] as const,
  );
  const ranges = [...cmap.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]{4})> <([0-9A-F]{4})>$/gm)].flatMap(
    ([, from = '', to = '', text = '']) =>
      Array.from(
        { length: Number.parseInt(to, 16) - Number.parseInt(from, 16) + 1 },
        (_one, at) => [Number.parseInt(from, 16) + at, String.fromCharCode(Number.parseInt(text, 16) + at)] as const,
      ),
  );
  return new Map([...singles, ...ranges]);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const unescaped = (literal: string): string =>
  literal.replaceAll(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_all, octal: string | undefined, letter = '') =>
    octal === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(octal, 8)),
  );

/** Fonts by the name that the page calls them. */
function fontsOf(objects: Objects): ReadonlyMap<string, Letters> {
  const named = [...objects.values()].flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    named.map(([, name = '', number]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(number))?.head ?? '')?.[1];
      return [name, lettersOf(objects.get(Number(map))?.stream?.toString('latin1') ?? '')];
    }),
  );
}

/** The literal strings of an array, from after its `[`; parentheses in them are escaped or balanced (ISO 32000, 7.3.4.2). */
function stringsFrom(content: string, start: number): string {
  let depth = 0;
  let text = '';
  for (let at = start; at < content.length && (depth > 0 || content[at] !== ']'); at += 1) {
    const letter = content[at] ?? '';
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    const inside = depth > 1 || (depth === 1 && letter !== '(');
    if (!inside) continue;
    text += letter;
    if (letter !== '\\') continue;
    at += 1;
    text += content[at] ?? '';
  }
  return unescaped(text);
}

function runsOf(content: string, fonts: ReadonlyMap<string, Letters>): string[] {
  const runs: string[] = [];
  let font: Letters = new Map();
  // a font is chosen, or an array of strings is shown at the place that stands before
  for (const { 0: all, 1: name, index } of content.matchAll(/\/(F\d+) [\d.]+ Tf|Tm\n\[/g)) {
    if (name !== undefined) {
      font = fonts.get(name) ?? new Map();
      continue;
    }
    const bytes = stringsFrom(content, index + all.length);
    const glyphs = Array.from(
      { length: bytes.length / 2 },
      (_one, at) => bytes.charCodeAt(at * 2) * 256 + bytes.charCodeAt(at * 2 + 1),
    );
    runs.push(glyphs.map((glyph) => font.get(glyph) ?? '?').join(''));
  }
  return runs;
}

/** Throws when the file is not one that our compiler writes. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const objects = objectsOf(Buffer.from(bytes));
  const all = [...objects.values()];
  const fonts = fontsOf(objects);
  const pages = all.filter(({ head }) => /\/Type \/Page\s/.test(head));
  const contents = pages.map(
    ({ head }) => objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]))?.stream?.toString('latin1') ?? '',
  );
  const embedded = all.find(({ head }) => head.includes('/Type /EmbeddedFile'))?.stream ?? null;
  return {
    runs: contents.flatMap((content) => runsOf(content, fonts)),
    pages: pages.length,
    attachment: embedded?.toString('utf8') ?? null,
    metadata: all.find(({ head }) => head.includes('/Type /Metadata'))?.stream?.toString('utf8') ?? '',
    catalog: all.find(({ head }) => head.includes('/Type /Catalog'))?.head ?? '',
  };
}
