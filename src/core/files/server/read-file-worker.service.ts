/** The part of `readFileApart` that runs in a process of its own: native code reads what strangers sent. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';
import { libraryLimits, pictureSides } from '../files.rules.ts';
import { previewName, THUMBNAIL } from './derived-names.service.ts';
import { checkDrawing } from './drawing-check.service.ts';
import type { FileFacts, ReadRequest } from './read-file.service.ts';
import { unpackedSize } from './unpacked-size.service.ts';

const readable = { limitInputPixels: libraryLimits.pixels, failOn: 'error' } as const;
const none: FileFacts = { pages: null, width: null, height: null, thumbnail: false, previews: 0, redrawn: false };

async function writeSmall(source: Sharp, folder: string): Promise<void> {
  const fitted = (side: number) =>
    source.clone().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 });
  await fitted(pictureSides.thumbnail).toFile(path.join(folder, THUMBNAIL));
  await fitted(pictureSides.preview).toFile(path.join(folder, previewName(1)));
}

/** Draws the picture again: what a camera wrote into it, such as where it was taken, is left behind. */
async function readPicture({ file, folder, content }: ReadRequest): Promise<FileFacts> {
  const { width, height, pages = 1, pageHeight = height } = await sharp(file, { limitInputPixels: false }).metadata();
  if (width * pageHeight * pages > libraryLimits.pixels) return { ...none, refused: 'too_many_pixels' };
  const side = pictureSides.full;
  const whole = sharp(file, { ...readable, animated: pages > 1 });
  const drawn = await (pages > 1 ? whole : whole.autoOrient())
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toFile(path.join(folder, content));
  await writeSmall(sharp(file, { ...readable, pages: 1 }).autoOrient(), folder);
  const shown = drawn.pageHeight ?? drawn.height;
  return { ...none, width: drawn.width, height: shown, thumbnail: true, previews: 1, redrawn: true };
}

async function readDrawing({ file, folder }: ReadRequest): Promise<FileFacts> {
  const checked = checkDrawing(await readFile(file, 'utf8'));
  if (checked !== 'fine') return { ...none, refused: checked };
  const { width, height } = await sharp(file, readable).metadata();
  await writeSmall(sharp(file, readable), folder);
  return { ...none, width, height, thumbnail: true, previews: 1 };
}

/** The word for what pdfium does not open. */
const refusalOf = (error: unknown) =>
  error instanceof Error && /password/i.test(error.message) ? ('password' as const) : ('unreadable' as const);

async function readPdf({ file, folder, mostPages }: ReadRequest): Promise<FileFacts> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(file)).catch(refusalOf);
  if (typeof document === 'string') return { ...none, refused: document };
  const pages = document.getPageCount();
  if (pages === 0) return { ...none, refused: 'unreadable' };
  if (mostPages !== null && pages > mostPages) return { ...none, pages, refused: 'too_many_pages' };
  const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize();
  const previews = Math.min(pages, libraryLimits.previews);
  for (let at = 0; at < previews; at += 1) {
    const page = document.getPage(at);
    const size = page.getOriginalSize();
    const scale = pictureSides.preview / Math.max(size.originalWidth, size.originalHeight, 1);
    const { data, width, height } = await page.render({ scale, render: 'bitmap' });
    const picture = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' });
    await picture
      .clone()
      .webp({ quality: 80 })
      .toFile(path.join(folder, previewName(at + 1)));
    if (at > 0) continue;
    const side = pictureSides.thumbnail;
    await picture.resize({ width: side, height: side, fit: 'inside' }).webp({ quality: 80 }).toFile(path.join(folder, THUMBNAIL));
  }
  document.destroy();
  const facts = { pages, width: Math.round(originalWidth), height: Math.round(originalHeight) };
  return { ...none, ...facts, thumbnail: true, previews };
}

/** Office files of today are archives: how much is in them is counted before anything opens them. */
async function readOffice({ file, content }: ReadRequest): Promise<FileFacts> {
  if (/\.(doc|xls|ppt)$/.test(content)) return none;
  const size = await unpackedSize(file, { bytes: libraryLimits.unpackedBytes, files: libraryLimits.unpackedFiles });
  if (size === 'unreadable') return { ...none, refused: 'unreadable' };
  return size === 'too_much' ? { ...none, refused: 'too_large_unpacked' } : none;
}

const readers = { picture: readPicture, drawing: readDrawing, pdf: readPdf, office: readOffice } as const;
export async function isolated(request: ReadRequest): Promise<FileFacts> {
  // what was drawn of a picture that turned out bad is thrown away with the folder
  await writeFile(path.join(request.folder, '.began'), '');
  return readers[request.how](request);
}
