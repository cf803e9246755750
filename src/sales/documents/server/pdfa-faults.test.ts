/** Faults planted in a file of ours are each seen, by the clause that forbids them. */
import { beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { someDocument } from './documents.factory.ts';
import { renderInvoice } from './pdf.service.ts';
import { type Fault, planted, unpacked, where } from './pdfa.factory.ts';
import { checkPdfA } from './pdfa.service.ts';

const files: { whole: Uint8Array; urdu: Uint8Array } = { whole: new Uint8Array(), urdu: new Uint8Array() };
beforeAll(async () => {
  const doc = someDocument();
  const logo = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#0b6e4f80' } })
    .png()
    .toBuffer();
  files.whole = await renderInvoice({
    ...doc,
    payment: doc.payment && { ...doc.payment, qr: 'BCD' },
    look: { ...doc.look, logo },
  });
  files.urdu = await renderInvoice({ ...doc, locale: 'ur' });
});

/** Put into a dictionary in front of a key that it has. */
const before = (key: string, more: string) => (text: string) => text.replace(`/${key}`, `${more}\n  /${key}`);
const swap = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
const catalog = (change: (text: string) => string): Fault => where(/\/Type \/Catalog/, change);
const page = (change: (text: string) => string): Fault => where(/\/Type \/Page\s/, change);
const data = (from: string | RegExp, to: string): Fault => where(/\/Type \/Metadata/, unpacked(swap(from, to)));
const picture = (change: (text: string) => string): Fault => where(/\/SMask/, change);
const profile = (place: number, letters: string): Fault =>
  where(
    /\/N 3/,
    unpacked((text) => text.slice(0, place) + letters + text.slice(place + letters.length)),
  );
/** Put before everything else that the page draws. */
const drawn = (more: string): Fault => {
  let isDone = false;
  return where(/^\d+ 0 obj\n<<\n {2}\/Length \d+\n {2}\/Filter \/FlateDecode\n>>/, (text) => {
    if (isDone) return text;
    return unpacked((content) => {
      isDone = /\bTf\n/.test(content);
      return isDone ? `${more}\n${content}` : content;
    })(text);
  });
};
const annotated = (text: string): Fault => page(swap('/Annots []', `/Annots [<< /Type /Annot /Rect [0 0 9 9] ${text} >>]`));
const state = (text: string): Fault => where(/\/ExtGState \d+ 0 R/, swap(/\/ExtGState \d+ 0 R/, `/ExtGState << /g ${text} >>`));

const structure: readonly [clause: string, what: string, fault: Fault][] = [
  ['6.1.2', 'another version', { file: swap('%PDF-1.7', '%PDF-2.0') }],
  ['6.1.2', 'no letters above 127 in the second line', { file: swap(/\n%[^\n]*\n/, '\n%abcd\n') }],
  ['6.1.3', 'no identifiers', { trailer: swap(/\/ID \[[^\]]*\]/, '') }],
  ['6.1.3', 'locked', { trailer: swap('/ID', '/Encrypt << /Filter /Standard >> /ID') }],
  ['6.1.3', 'something after the end', { file: (text) => `${text}\nmore` }],
  ['6.1.4', 'the table of places is written loosely', { file: swap(/xref\n0 /, 'xref \n0 ') }],
  ['6.1.4', 'a line of the table is short', { file: swap(/00000 n \n/, '00000 n\n') }],
  ['6.1.4', 'more objects than there are', { trailer: swap(/\/Size \d+/, '/Size 999') }],
  ['6.1.6', 'half a hexadecimal digit', { trailer: swap(/\/ID \[\([^)]*\)/, '/ID [<abc>') }],
  ['6.1.7.1', 'a length that is wrong', where(/\/N 3/, swap(/\/Length \d+/, '/Length 7'))],
  ['6.1.7.1', 'a stream outside of the file', where(/\/N 3/, before('N', '/F (other.icc)'))],
  ['6.1.7.2', 'a stream packed by LZW', where(/\/N 3/, swap('/FlateDecode', '/LZWDecode'))],
  ['6.1.9', 'an object that is not at its place', { file: (text) => text.replace(/(?<=n \n)\d{10}/, '0000000003') }],
  ['6.1.9', 'two blanks in the head of an object', where(/\/Type \/Catalog/, swap(' 0 obj', '  0 obj'))],
  ['6.1.12', 'permissions', catalog(before('Lang', '/Perms << >>'))],
  ['6.1.13', 'an integer too great', page(before('Annots', '/Rotate 2147483648'))],
  ['6.1.13', 'a name too long', page(before('Annots', `/Rotate /${'x'.repeat(128)}`))],
  ['6.1.13', 'a page too small', page(swap(/\/MediaBox \[[^\]]*\]/, '/MediaBox [0 0 2 900]'))],
  ['6.1.13', 'states nested too deep', drawn(`${'q '.repeat(29)}${'Q '.repeat(29)}`)],
  ['6.4.1', 'a form to fill in', catalog(before('Lang', '/AcroForm << /Fields [] >>'))],
  ['6.4.2', 'needs rendering', catalog(before('Lang', '/NeedsRendering true'))],
  ['6.3.1', 'a film', annotated('/Subtype /Movie /F 4')],
  ['6.3.2', 'a link that is not printed', annotated('/Subtype /Link /F 0')],
  ['6.3.2', 'a link that is hidden', annotated('/Subtype /Link /F 6')],
  ['6.5.1', 'a program is started', annotated('/Subtype /Link /F 4 /A << /S /Launch >>')],
  ['6.5.1', 'JavaScript', annotated('/Subtype /Link /F 4 /A << /S /JavaScript /JS (app.alert) >>')],
  ['6.5.1', 'JavaScript of the document', catalog(before('EmbeddedFiles', '/JavaScript << >>'))],
  ['6.5.1', 'an action when it is opened', catalog(before('Lang', '/OpenAction << /S /JavaScript >>'))],
  ['6.5.2', 'actions of a page', page(before('Annots', '/AA << >>'))],
  ['6.9', 'layers', catalog(before('Lang', '/OCProperties << >>'))],
  ['6.10', 'steps of a presentation', page(before('Annots', '/PresSteps << >>'))],
  ['6.10', 'other presentations', catalog(before('EmbeddedFiles', '/AlternatePresentations << >>'))],
  ['6.11', 'requirements', catalog(before('Lang', '/Requirements []'))],
  ['unknown', 'what no check knows', catalog(before('Lang', '/Outlines << >>'))],
  ['unknown', 'an object that nothing uses', catalog(swap(/\/Metadata \d+ 0 R/, ''))],
];

const looks: readonly [clause: string, what: string, fault: Fault][] = [
  ['6.2.2', 'an operator that does not exist', drawn('BX 1 0 0 frob EX')],
  ['6.2.2', 'a picture that the page does not have', drawn('/Im99 Do')],
  ['6.2.2', 'more given back than kept', drawn('Q')],
  ['6.2.3', 'a profile of version 5', profile(8, '\u0005')],
  ['6.2.3', 'a profile for scanners', profile(12, 'scnr')],
  ['6.2.3', 'a profile that is none', profile(36, 'none')],
  ['6.2.3', 'another number of colours', where(/\/N 3/, swap('/N 3', '/N 4'))],
  ['6.2.3', 'a profile by its address', catalog(before('DestOutputProfile', '/DestOutputProfileRef << >>'))],
  ['6.2.4.3', 'no output intent', catalog(swap(/\/OutputIntents \[<<[\s\S]*?>>\]/, ''))],
  ['6.2.4.3', 'colours of a printing machine', drawn('0 0 0 1 k')],
  ['6.2.4.3', 'a picture in such colours', picture(swap(/\/ColorSpace \[[^\]]*\]/, '/ColorSpace /DeviceCMYK'))],
  ['6.2.5', 'a transfer function', state('<< /TR /Identity >>')],
  ['6.2.5', 'a halftone of its own', state('<< /HTP [0 0] >>')],
  ['6.2.6', 'an intent that does not exist', drawn('/Vivid ri')],
  ['6.2.8', 'a picture that is smoothed', picture(swap('/Interpolate false', '/Interpolate true'))],
  ['6.2.8', 'three bits a colour', picture(swap('/BitsPerComponent 8', '/BitsPerComponent 3'))],
  ['6.2.8', 'other pictures in its place', picture(before('Width', '/Alternates []'))],
  ['6.2.9', 'a form of another file', where(/\/Subtype \/Form/, before('BBox', '/Ref << >>'))],
  ['6.2.9', 'PostScript', where(/\/Subtype \/Form/, swap('/Subtype /Form', '/Subtype /PS'))],
  ['6.2.10', 'a blend mode that does not exist', state('<< /BM /Blurred >>')],
  ['6.2.11.2', 'a font program that is none', where(/\/Type \/FontDescriptor/, swap(/\/FontFile2 \d+ 0 R/, '/FontFile2 1 0 R'))],
  ['6.2.11.2', 'two names of a font', where(/\/Type \/FontDescriptor/, swap(/\/FontName \/[A-Z]{6}/, '/FontName /ABCDEF'))],
  ['6.2.11.3.2', 'no map of glyphs', where(/\/CIDFontType2/, swap('/CIDToGIDMap /Identity', ''))],
  ['6.2.11.4.1', 'a font that is not in the file', where(/\/Type \/FontDescriptor/, swap(/\/FontFile2 \d+ 0 R/, ''))],
  ['6.2.11.4.1', 'a glyph that is not in its font', drawn('q /F0 9 Tf BT (\\377\\000) Tj ET Q')],
  [
    '6.2.11.5',
    'widths that are not those of the font',
    where(/\/CIDFontType2/, swap(/\/W \[0 0 \d+ 1 1 \d+/, '/W [0 0 600 1 1 9')),
  ],
  ['6.2.11.8', 'a letter that the font does not have', drawn('q /F0 9 Tf BT (\\000\\000) Tj ET Q')],
  ['6.6.2.1', 'no data', catalog(swap(/\/Metadata \d+ 0 R/, ''))],
  ['6.6.2.1', 'data that are no XML', data('</rdf:RDF>', '')],
  ['6.6.2.1', 'data that are packed', where(/\/Type \/Metadata/, before('Subtype', '/Filter /FlateDecode'))],
  ['6.6.2.1', 'the length in the head of the data', data('<?xpacket begin', '<?xpacket bytes="9" begin')],
  ['6.6.2.1', 'another encoding', data('Nordlicht', 'N\u00f6rdlicht')],
  [
    '6.6.2.3.1',
    'values that are not explained',
    data('factur-x.xml</fx:DocumentFileName>', 'factur-x.xml</fx:DocumentFileName><fx:More>1</fx:More>'),
  ],
  ['6.6.2.3.1', 'a title that is a plain text', data(/<dc:title>.*<\/dc:title>/, '<dc:title>x</dc:title>')],
  ['6.6.2.3.1', 'a day that is none', data(/<xmp:CreateDate>[^<]*/, '<xmp:CreateDate>yesterday')],
  ['6.6.2.3.3', 'a property without a category', data('<pdfaProperty:category>external</pdfaProperty:category>', '')],
  ['6.6.2.3.3', 'a schema without a prefix', data('<pdfaSchema:prefix>fx</pdfaSchema:prefix>', '')],
  ['6.6.3', 'two titles', where(/\/CreationDate/, swap(/\/Title [(<][^>)]*[>)]/, '/Title (another)'))],
  ['6.6.4', 'another part', data('<pdfaid:part>3', '<pdfaid:part>2')],
  ['6.6.4', 'level A, which is not checked', data('<pdfaid:conformance>B', '<pdfaid:conformance>A')],
  ['6.6.4', 'no claim', data(/<pdfaid:part>.*<\/pdfaid:conformance>/, '')],
  ['6.8', 'no relation to the document', where(/\/Type \/Filespec/, swap('/AFRelationship /Alternative', ''))],
  ['6.8', 'no name that all can read', where(/\/Type \/Filespec/, swap('/UF (factur-x.xml)', ''))],
  ['6.8', 'no kind', where(/\/Type \/EmbeddedFile/, swap('/Subtype /text#2Fxml', ''))],
  ['6.8', 'no day', where(/\/Type \/EmbeddedFile/, swap(/\/ModDate \([^)]*\)/, ''))],
  ['6.8', 'another size', where(/\/Type \/EmbeddedFile/, swap(/\/Size \d+/, '/Size 1'))],
  ['6.8', 'attached to nothing', catalog(swap(/\/AF \[[^\]]*\]/, ''))],
];

const clauses = (pdf: Uint8Array) => checkPdfA(pdf).map(({ clause }) => clause);

test('planting alone is no fault', () => {
  expect(checkPdfA(planted(files.whole, {}))).toEqual([]);
  expect(
    checkPdfA(planted(files.whole, { object: (text) => (text.includes('/N 3') ? unpacked((content) => content)(text) : text) })),
  ).toEqual([]);
});

test.each([...structure, ...looks])('%s: %s', (clause, _what, fault) => {
  expect(clauses(planted(files.whole, fault))).toContain(clause);
});

test('level U asks that every glyph says its letters', () => {
  expect(clauses(planted(files.urdu, data('<pdfaid:conformance>B', '<pdfaid:conformance>U')))).toContain('6.2.11.7.2');
  expect(clauses(planted(files.whole, data('<pdfaid:conformance>B', '<pdfaid:conformance>U')))).toEqual([]);
});

test('bytes that are no PDF are findings, not a fall', () => {
  expect(clauses(new Uint8Array())).toContain('unknown');
  const text = Buffer.from(files.whole).toString('latin1');
  for (let at = 1; at < text.length; at += 1_009)
    expect(clauses(Buffer.from(`${text.slice(0, at)}${text.slice(at + 40)}`, 'latin1')).length).toBeGreaterThan(0);
});
