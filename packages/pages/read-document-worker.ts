/** The part of `readDocument` that runs in a process of its own: native code reads what strangers sent. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';
import { checkDrawing } from './drawing-check.ts';
import { documentLimits, noPages } from './read-document.ts';
import type { DocumentFacts, DocumentRequest, PageSize, PagesProgress } from './read-document.ts';
import { unpackedSize } from './unpacked-size.ts';

type DocumentReport = (progress: PagesProgress) => void;
const readable = { limitInputPixels: documentLimits.pixels, failOn: 'error' } as const;
/** Milliseconds between two reports; the first page is reported alone. */
const reportEvery = 400;
const pointsPerInch = 72;
/** The most that libvips takes. */
const mostDensity = 2_400;

/** Readers never see half of it, also where it was there before. */
async function writeWhole(file: string, content: Buffer | string): Promise<void> {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}

async function writePictures(source: Sharp, page: number, request: DocumentRequest): Promise<PageSize> {
  const { pictures, folder, background } = request;
  const shown = background === null ? source : source.flatten({ background });
  let largest: PageSize = null;
  for (const { name, side, pages } of pictures) {
    if (page > pages) continue;
    const fitted = shown.clone().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await fitted.webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
    await writeWhole(path.join(folder, name.replace('#', String(page))), data);
    largest ??= { width: info.width, height: info.height };
  }
  return largest;
}

async function writeTexts({ folder, text }: DocumentRequest, texts: readonly string[]): Promise<void> {
  if (text === null) return;
  await writeWhole(path.join(folder, text), JSON.stringify(texts));
}

type PageRedrawing = { name: string; side: number; pages: number };
/** Draws the picture again: what a camera wrote into it, such as where it was taken, is left behind. */
async function redrawPicture(request: DocumentRequest, { name, side, pages }: PageRedrawing) {
  const isMoving = pages > 1;
  const whole = sharp(request.file, { ...readable, animated: isMoving });
  const drawn = await (isMoving ? whole : whole.autoOrient())
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toFile(path.join(request.folder, name));
  return { width: drawn.width, height: drawn.pageHeight ?? drawn.height, redrawn: true };
}

async function readPicture(request: DocumentRequest, report: DocumentReport): Promise<DocumentFacts> {
  const { file, redraw } = request;
  const { width, height, pages = 1, pageHeight = height } = await sharp(file, { limitInputPixels: false }).metadata();
  if (width * pageHeight * pages > documentLimits.pixels) return { ...noPages, refused: 'too_many_pixels' };
  const again = redraw === null ? null : await redrawPicture(request, { ...redraw, pages });
  const size = await writePictures(sharp(file, { ...readable, pages: 1 }).autoOrient(), 1, request);
  await writeTexts(request, ['']);
  report({ total: 1, drawn: [size] });
  return { ...noPages, width, height: pageHeight, ...again, previews: 1 };
}

async function readDrawing(request: DocumentRequest, report: DocumentReport): Promise<DocumentFacts> {
  const { file, pictures } = request;
  const checked = checkDrawing(await readFile(file, 'utf8'));
  if (checked !== 'fine') return { ...noPages, refused: checked };
  const { width, height } = await sharp(file, readable).metadata();
  // lines stay sharp at any size
  const density = (pointsPerInch * (pictures[0]?.side ?? 0)) / Math.max(width, height, 1);
  const sized = { ...readable, density: Math.min(Math.max(density, pointsPerInch), mostDensity) };
  const size = await writePictures(sharp(file, sized), 1, request);
  await writeTexts(request, ['']);
  report({ total: 1, drawn: [size] });
  return { ...noPages, width, height, previews: 1 };
}

/** Line breaks are kept; what cannot be seen is not. */
const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\ufffe\uffff]/gu, '')
    .trim()
    .slice(0, documentLimits.pageText);

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

type DrawnPage = { size: PageSize; text: string };
/** Null: pdfium cannot draw it; the other pages may be fine. */
async function drawPage(document: PDFiumDocument, at: number, request: DocumentRequest): Promise<DrawnPage> {
  const nothing = { size: null, text: '' };
  try {
    const page = document.getPage(at);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = (request.pictures[0]?.side ?? 0) / Math.max(originalWidth, originalHeight, 1);
    if (Math.min(originalWidth, originalHeight) * scale < 1) return nothing;
    // drawing closes the page
    const text = request.text === null ? '' : plainText(page.getText());
    const { data, width, height } = await page.render({ scale, render: 'bitmap' });
    const picture = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' });
    return { size: await writePictures(picture, at + 1, request), text };
  } catch (error) {
    if (isDiskFull(error)) throw error;
    return nothing;
  }
}

/** The word for what pdfium does not open. */
const refusalOf = (error: unknown) =>
  error instanceof Error && /password/i.test(error.message) ? ('password' as const) : ('unreadable' as const);

async function readPdf(request: DocumentRequest, report: DocumentReport): Promise<DocumentFacts> {
  const { mostPages } = request;
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(request.file)).catch(refusalOf);
  if (typeof document === 'string') return { ...noPages, refused: document };
  const pages = document.getPageCount();
  if (pages === 0) return { ...noPages, refused: 'unreadable' };
  if (mostPages !== null && pages > mostPages) return { ...noPages, pages, refused: 'too_many_pages' };
  const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize();
  const last = Math.min(pages, Math.max(...request.pictures.map((one) => one.pages)));
  let previews = 0;
  const texts: string[] = [];
  let drawn: PageSize[] = [];
  let reported = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < last; at += 1) {
    const page = await drawPage(document, at, request);
    texts.push(page.text);
    drawn.push(page.size);
    // up to the first that cannot be drawn
    if (page.size !== null && previews === at) previews += 1;
    if (at < last - 1 && performance.now() - reported < reportEvery) continue;
    await writeTexts(request, texts);
    report({ total: pages, drawn });
    drawn = [];
    reported = performance.now();
  }
  document.destroy();
  return { ...noPages, pages, width: Math.round(originalWidth), height: Math.round(originalHeight), previews };
}

/** How much is in an archive is counted before anything opens it. */
async function readArchive({ file }: DocumentRequest): Promise<DocumentFacts> {
  const size = await unpackedSize(file, { bytes: documentLimits.unpackedBytes, files: documentLimits.unpackedFiles });
  if (size === 'unreadable') return { ...noPages, refused: 'unreadable' };
  return size === 'too_much' ? { ...noPages, refused: 'too_large_unpacked' } : noPages;
}

const readers = { picture: readPicture, drawing: readDrawing, pdf: readPdf, archive: readArchive } as const;
export async function isolated(request: DocumentRequest, report: DocumentReport): Promise<DocumentFacts> {
  try {
    return await readers[request.reader](request, report);
  } catch (error) {
    if (isDiskFull(error)) return { ...noPages, refused: 'disk_full' };
    throw error;
  }
}
