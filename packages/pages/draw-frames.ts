/** Draws parts of one page with what people drew on it into picture files. Only for processes of the sandbox, which can be ended and have fonts. */
import { join } from 'node:path';
import sharp from 'sharp';
import { documentLimits } from './read-document.ts';

export type FrameCut = {
  /** The part that is seen, in pixels of the page. */
  seen: { left: number; top: number; width: number; height: number };
  /** How large that part is drawn, and how much ground is around it. */
  drawn: { width: number; height: number };
  ground: { left: number; right: number; top: number; bottom: number };
};
export type FramedPage = {
  /** The folder that takes the pictures. */
  folder: string;
  /** The file of the page's picture; null, and when it cannot be read: white paper. */
  page: string | null;
  width: number;
  height: number;
  /** The colour around the page. */
  groundColor: string;
};
/** `svg`: as large as the page, over the page alone or over what the frame before shows; null: nothing but that. The ending of `file` says its kind. */
export type PageFrame = FrameCut & { svg: string | null; over: 'page' | 'frame-before'; file: string };

const PAPER = '#ffffff';

export async function drawFrames(
  { folder, page, width, height, groundColor }: FramedPage,
  frames: readonly PageFrame[],
): Promise<void> {
  const raw = { width, height, channels: 3 } as const;
  const paper = () =>
    sharp({ create: { ...raw, background: PAPER } })
      .raw()
      .toBuffer();
  const picture = async (file: string) =>
    sharp(file, { limitInputPixels: documentLimits.pixels, failOn: 'error' })
      .resize({ width, height, fit: 'fill' })
      .flatten({ background: PAPER })
      .toColourspace('srgb')
      .raw()
      .toBuffer();
  const bare = page === null ? await paper() : await picture(page).catch(paper);
  let shown = bare;
  for (const { svg, over, seen, drawn, ground, file } of frames) {
    if (over === 'page') shown = bare;
    if (svg !== null) {
      const ink = await sharp(Buffer.from(svg), { unlimited: true }).resize({ width, height, fit: 'fill' }).png().toBuffer();
      shown = await sharp(shown, { raw })
        .composite([{ input: ink }])
        .removeAlpha()
        .raw()
        .toBuffer();
    }
    const part = await sharp(shown, { raw })
      .extract(seen)
      .resize({ ...drawn, fit: 'fill' })
      .raw()
      .toBuffer();
    const framed = sharp(part, { raw: { ...drawn, channels: 3 } }).extend({ ...ground, background: groundColor });
    await framed.toFile(join(folder, file));
  }
}
