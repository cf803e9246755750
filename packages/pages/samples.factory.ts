/** Files of every kind, and of bad will, made in the test. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A photograph that says where it was taken. */
export const photo = (width = 600, height = 400): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4a7' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret-copyright' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
    .toBuffer();
export const png = (width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#35f' } })
    .png()
    .toBuffer();

const chunk = (kind: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A few kilobytes that unfold into many pixels, one bit each. */
export function pixelBomb(side = 12_000): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)));
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
type PdfWish = { pages?: number; width?: number; height?: number; locked?: true; texts?: readonly string[]; bad?: number };
/** A PDF of pages that are empty but for their texts; `locked`: it wants a password; `bad`: the page, counted from 0, that is too narrow to be drawn. */
export function pdf({ pages = 1, width = 595, height = 842, locked, texts = [], bad }: PdfWish = {}): Buffer {
  const kids = Array.from({ length: pages }, (_one, at) => `${at + 3} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`,
    ...kids.map((_kid, at) => {
      const content = at < texts.length ? ` /Resources << /Font << /F ${font} >> >> /Contents ${pages + 3 + at} 0 R` : '';
      return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${at === bad ? '1 9000' : `${width} ${height}`}]${content} >>`;
    }),
    ...texts.map((text) => `<< /Length ${text.length + 35} >>\nstream\nBT /F 24 Tf 72 72 Td (${text}) Tj ET      \nendstream`),
    ...(locked === undefined
      ? []
      : [`<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`]),
  ];
  let text = '%PDF-1.5\n';
  const places = objects.map((object, at) => {
    const start = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  const lock = locked === undefined ? '' : ` /Encrypt ${objects.length} 0 R /ID [<01> <01>]`;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

export const drawing = (inside = ''): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#c30"/>${inside}</svg>`,
  );

const entry = (name: string, content: Buffer) => ({ name, content, packed: deflateRawSync(content, { level: 9 }) });
/** An archive; what it says of its sizes is `claimed`, or the truth. */
function zip(entries: readonly ReturnType<typeof entry>[], claimed?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, packed } of entries) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claimed ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, rest, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const types = entry(
  '[Content_Types].xml',
  Buffer.from(
    `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`,
  ),
);
export const docx = (): Buffer => zip([types, entry('word/document.xml', Buffer.from('<w:document/>'))]);
/** A document that unpacks to far more than it says. */
export function docxBomb(): Buffer {
  const part = entry('word/document.xml', Buffer.alloc(90_000_000));
  return zip([types, ...Array.from({ length: 6 }, (_one, at) => ({ ...part, name: `word/part-${at}.xml` }))], 100);
}
/** The head of a video, and as many zeros as are wanted. */
export const video = (bytes: number): Buffer => {
  const all = Buffer.alloc(bytes);
  all.writeUInt32BE(24, 0);
  all.write('ftypisom', 4, 'latin1');
  all.write('isommp42', 16, 'latin1');
  return all;
};
