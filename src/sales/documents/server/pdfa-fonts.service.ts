/** Fonts of a PDF/A-3 file (ISO 19005-3, 6.2.11): TrueType programs in composite fonts, which is what our compiler makes of ours. */
import { type Dict, isList, nameOf, textOf, type Value } from './pdf-tokens.service.ts';
import { type Parts, requireName, requireShape } from './pdfa-parts.service.ts';

type Program = {
  glyphs: number;
  /** In thousandths of the size of the letters. */
  widthOf(glyph: number): number;
  /** Whether the outline lies within the program, with those that it is put together from. */
  hasOutline(glyph: number): boolean;
};

const wantedTables = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'] as const;

/** The parts of an outline that others are put together from (OpenType 1.9, `glyf`). */
function componentsOf(glyf: Buffer, place: { from: number; to: number }): number[] {
  const { from, to } = place;
  if (to - from < 10 || glyf.readInt16BE(from) >= 0) return [];
  const found: number[] = [];
  for (let at = from + 10; at + 4 <= to; ) {
    const flags = glyf.readUInt16BE(at);
    found.push(glyf.readUInt16BE(at + 2));
    const scale = (flags & 0x08) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0;
    at += 4 + ((flags & 0x01) !== 0 ? 4 : 2) + scale;
    if ((flags & 0x20) === 0) break;
  }
  return found;
}

function tablesOf(font: Buffer): ReadonlyMap<string, Buffer> | null {
  if (font.length < 12 || ![0x00010000, 0x74727565].includes(font.readUInt32BE(0))) return null;
  const tables = new Map<string, Buffer>();
  for (let one = 0; one < font.readUInt16BE(4); one += 1) {
    const at = 12 + one * 16;
    if (at + 16 > font.length) return null;
    const from = font.readUInt32BE(at + 8);
    const to = from + font.readUInt32BE(at + 12);
    if (to > font.length) return null;
    tables.set(font.toString('latin1', at, at + 4), font.subarray(from, to));
  }
  return tables;
}

/** Null when it is no TrueType program, or one whose tables do not fit together. */
function programOf(font: Buffer): Program | null {
  const tables = tablesOf(font);
  if (tables === null) return null;
  const [glyf, head, hhea, hmtx, loca, maxp] = wantedTables.map((name) => tables.get(name));
  if (!(glyf && head && hhea && hmtx && loca && maxp)) return null;
  if (head.length < 54 || hhea.length < 36 || maxp.length < 6) return null;
  const glyphs = maxp.readUInt16BE(4);
  const wide = head.readInt16BE(50) === 1;
  const units = head.readUInt16BE(18);
  const metrics = hhea.readUInt16BE(34);
  if (metrics === 0 || units === 0 || hmtx.length < metrics * 4 + (glyphs - metrics) * 2) return null;
  if (loca.length < (glyphs + 1) * (wide ? 4 : 2)) return null;
  const placeOf = (glyph: number) => (wide ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const hasOutline = (glyph: number): boolean => {
    if (glyph >= glyphs) return false;
    const place = { from: placeOf(glyph), to: placeOf(glyph + 1) };
    if (place.from > place.to || place.to > glyf.length) return false;
    return componentsOf(glyf, place).every((part) => part !== glyph && hasOutline(part));
  };
  return {
    glyphs,
    hasOutline,
    widthOf: (glyph) => (hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4) * 1000) / units,
  };
}

/** Widths as the dictionary says them: `first [w …]` or `first last w`. */
function widthsOf(parts: Parts, font: Dict): (glyph: number) => number {
  const said = parts.list(font.get('W'));
  const widths = new Map<number, Value>();
  for (let at = 0; at < said.length; ) {
    const [first, second, third] = [said[at], parts.get(said[at + 1]), said[at + 2]];
    if (isList(second)) {
      for (const [place, width] of second.entries()) widths.set(Number(first) + place, width);
      at += 2;
      continue;
    }
    for (let glyph = Number(first); glyph <= Number(second); glyph += 1) widths.set(glyph, third ?? null);
    at += 3;
  }
  const other = Number(font.get('DW') ?? 1000);
  return (glyph) => Number(widths.get(glyph) ?? other);
}

/** Glyphs that the font's own table says the letters of. */
function lettersOf(cmap: string): ReadonlySet<number> {
  const found = new Set<number>();
  const isLetter = (text: string) => !/^(?:0000|FEFF|FFFE)$/i.test(text);
  for (const [, block = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of block.matchAll(/<([\dA-F]+)>\s*<([\dA-F]+)>/gi))
      if (isLetter(text)) found.add(Number.parseInt(glyph, 16));
  for (const [, block = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = ''] of block.matchAll(/<([\dA-F]+)>\s*<([\dA-F]+)>\s*(?:<[\dA-F]+>|\[[^\]]*\])/gi))
      for (let glyph = Number.parseInt(first, 16); glyph <= Number.parseInt(last, 16); glyph += 1) found.add(glyph);
  return found;
}

function checkLetters(parts: Parts, font: Dict, glyphs: ReadonlySet<number>): void {
  const map = parts.stream(font.get('ToUnicode'));
  if (map === null) return parts.note('6.2.11.7.2', 'a font that does not say its letters');
  requireShape(parts, map.head, {
    what: 'a table of letters',
    known: ['Length', 'Filter', 'Type', 'WMode', 'CMapName', 'CIDSystemInfo'],
  });
  const source = map.data().toString('latin1');
  if (/\busecmap\b/.test(source)) parts.note('6.2.11.3.3', 'a table of letters that stands on another');
  const mode = /\/WMode\s+(\d)/.exec(source)?.[1];
  if (map.head.has('WMode') && String(parts.get(map.head.get('WMode'))) !== (mode ?? '0'))
    parts.note('6.2.11.3.3', 'the direction of a table of letters');
  const letters = lettersOf(source);
  for (const glyph of glyphs) if (!letters.has(glyph)) parts.note('6.2.11.7.2', `glyph ${glyph} has no letter`);
}

function checkGlyphs(parts: Parts, font: Dict, of: { descriptor: Dict; glyphs: ReadonlySet<number> }): void {
  const { note } = parts;
  const file = parts.stream(of.descriptor.get('FontFile2'));
  if (file === null) return note('6.2.11.4.1', 'a font that is not in the file');
  requireShape(parts, file.head, { what: 'a font program', known: ['Length', 'Filter', 'Length1'] });
  const program = programOf(file.data());
  if (program === null) return note('6.2.11.2', 'a font program that cannot be read');
  const width = widthsOf(parts, font);
  for (const glyph of of.glyphs) {
    if (glyph === 0) note('6.2.11.8', 'a letter that the font does not have');
    if (!program.hasOutline(glyph)) note('6.2.11.4.1', `glyph ${glyph} is not in its font`);
    else if (!(Math.abs(width(glyph) - program.widthOf(glyph)) <= 1)) note('6.2.11.5', `the width of glyph ${glyph}`);
  }
}

const descriptorKeys = [
  ...[
    'Type',
    'FontName',
    'FontFamily',
    'Flags',
    'FontBBox',
    'ItalicAngle',
    'Ascent',
    'Descent',
    'Leading',
    'CapHeight',
    'XHeight',
  ],
  ...['StemV', 'StemH', 'AvgWidth', 'MaxWidth', 'MissingWidth', 'FontFile2'],
];

/** A font and what pages show of it. At level U each glyph must say its letters as well; what it says is looked at in any case. */
export function checkFont(parts: Parts, font: Dict, of: { glyphs: ReadonlySet<number>; level: string }): void {
  const { note } = parts;
  const { glyphs, level } = of;
  const clause = '6.2.11.2';
  requireShape(parts, font, {
    what: 'a font',
    known: ['Type', 'Subtype', 'BaseFont', 'Encoding', 'DescendantFonts', 'ToUnicode'],
  });
  requireName(parts, font.get('Type'), { clause, what: 'a font', among: ['Font'] });
  requireName(parts, font.get('Subtype'), { clause: 'unknown', what: 'the kind of a font', among: ['Type0'] });
  requireName(parts, font.get('Encoding'), { clause: 'unknown', what: 'the encoding of a font', among: ['Identity-H'] });
  const descendants = parts.list(font.get('DescendantFonts'));
  if (descendants.length !== 1) note(clause, `a composite font of ${descendants.length}`);
  const own = parts.dict(descendants[0]);
  const known = ['Type', 'Subtype', 'BaseFont', 'CIDSystemInfo', 'FontDescriptor', 'DW', 'W', 'CIDToGIDMap'];
  requireShape(parts, own, { what: 'a font of glyphs', known });
  requireName(parts, own.get('Type'), { clause, what: 'a font of glyphs', among: ['Font'] });
  requireName(parts, own.get('Subtype'), { clause: 'unknown', what: 'the kind of a font of glyphs', among: ['CIDFontType2'] });
  requireName(parts, own.get('CIDToGIDMap'), { clause: '6.2.11.3.2', what: 'the map of glyphs', among: ['Identity'] });
  const system = parts.dict(own.get('CIDSystemInfo'));
  if (textOf(parts.get(system.get('Registry'))) === undefined) note('6.2.11.3.1', 'a font without a system of glyphs');
  const descriptor = parts.dict(own.get('FontDescriptor'));
  requireShape(parts, descriptor, { what: 'a description of a font', known: descriptorKeys });
  const names = [font.get('BaseFont'), own.get('BaseFont'), descriptor.get('FontName')].map((name) => nameOf(parts.get(name)));
  if (names[0] === undefined || new Set(names).size > 1) note(clause, `a font with the names ${names.join(', ')}`);
  checkLetters(parts, font, level === 'B' ? new Set() : glyphs);
  checkGlyphs(parts, own, { descriptor, glyphs });
}
