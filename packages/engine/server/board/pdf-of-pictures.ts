/** A PDF of pages that are one JPEG each (ISO 32000-1). Parts come one after the other, so that no more than a page is in memory. */
import { readFile, stat } from 'node:fs/promises';

export type PicturePage = { file: string; width: number; height: number };

/** A picture of 1 920 pixels becomes a page of 960 points. */
const POINTS_PER_PIXEL = 0.5;
/** Objects before those of the first page, and of each page. */
const [FIRST, EACH] = [3, 3];

const object = (id: number, content: string): string => `${id} 0 obj\n${content}\nendobj\n`;

type PdfPart = string | { file: string };
function partsOf(pages: readonly PicturePage[], bytes: readonly number[]): PdfPart[][] {
  const ids = pages.map((_, index) => FIRST + index * EACH);
  const head = [
    object(1, '<< /Type /Catalog /Pages 2 0 R >>'),
    object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >>`),
  ];
  const rest = pages.flatMap(({ file, width, height }, index) => {
    const id = FIRST + index * EACH;
    const [x, y] = [width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL];
    const drawing = `${x} 0 0 ${y} 0 0 cm /P Do`;
    const picture = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
    const resources = `/Resources << /XObject << /P ${id + 2} 0 R >> >>`;
    return [
      [object(id, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${x} ${y}] ${resources} /Contents ${id + 1} 0 R >>`)],
      [object(id + 1, `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)],
      [
        `${id + 2} 0 obj\n<< ${picture} /Filter /DCTDecode /Length ${bytes[index]} >>\nstream\n`,
        { file },
        '\nendstream\nendobj\n',
      ],
    ];
  });
  return [...head.map((one) => [one]), ...rest];
}

/** The whole size is known before the first byte. */
export async function pdfOfPictures(pages: readonly PicturePage[]): Promise<{ size: number; parts: AsyncIterable<Buffer> }> {
  const bytes = await Promise.all(pages.map(async ({ file }) => (await stat(file)).size));
  const header = '%PDF-1.4\n';
  const objects = partsOf(pages, bytes);
  const sizes = new Map(pages.map(({ file }, index) => [file, bytes[index] ?? 0]));
  const sizeOf = (part: PdfPart) => (typeof part === 'string' ? part.length : (sizes.get(part.file) ?? 0));
  let at = header.length;
  const offsets = objects.map((parts) => {
    const begins = at;
    at += parts.reduce((sum, part) => sum + sizeOf(part), 0);
    return begins;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries}${trailer}`;
  async function* parts() {
    for (const part of [header, ...objects.flat(), table])
      yield typeof part === 'string' ? Buffer.from(part, 'latin1') : await readFile(part.file);
  }
  return { size: at + table.length, parts: parts() };
}
