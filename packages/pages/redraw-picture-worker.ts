/** The part of `redrawPicture` that runs in a process of its own. */
import sharp from 'sharp';
import type { PictureWish } from './redraw-picture.ts';

export async function isolated({ bytes, wish }: { bytes: Uint8Array; wish: PictureWish }): Promise<Uint8Array> {
  const { width, height, fit, kind, quality, mostPixels } = wish;
  const drawn = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    .rotate()
    .resize({ width, height, fit, withoutEnlargement: fit === 'inside' });
  return kind === 'png' ? await drawn.png({ compressionLevel: 9 }).toBuffer() : await drawn.webp({ quality }).toBuffer();
}
