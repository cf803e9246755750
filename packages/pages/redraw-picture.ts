/** Pictures of strangers are drawn again, so that nothing but pixels is kept, in a process that can be ended: native code cannot be stopped in ours. */
import { createSandbox, IsolatedError, usualSandbox } from '@atrium/sandbox/sandbox';

/** `kind`: what is made of it. `mostPixels` are decoded: a small file can unfold into gigabytes. */
export type PictureWish = {
  width: number;
  height: number;
  fit: 'inside' | 'cover';
  kind: 'png' | 'webp';
  quality: number;
  mostPixels: number;
};

/** Progressive JPEGs have about ten; each one more costs a pass over all pixels for a few bytes. */
const mostScans = 100;
const scanMark = Buffer.from([0xff, 0xda]);

function hasManyScans(bytes: Buffer): boolean {
  let scans = 0;
  for (let at = bytes.indexOf(scanMark); at !== -1 && scans <= mostScans; at = bytes.indexOf(scanMark, at + 2)) scans += 1;
  return bytes[0] === 0xff && scans > mostScans;
}

const task = {
  module: new URL('./redraw-picture-worker.ts', import.meta.url).href,
  isResult: (value: unknown): value is Uint8Array => value instanceof Uint8Array,
};

/** Somebody looks at the screen meanwhile, so it does not queue behind files of the library. */
const pictures = createSandbox(usualSandbox);

/** Null for what cannot be read, or not in reasonable time. `turn`: whose picture it is. Throws `SandboxBusy` when too many wait already. */
export async function redrawPicture(bytes: Buffer, wish: PictureWish, turn: string): Promise<Buffer | null> {
  if (hasManyScans(bytes)) return null;
  try {
    return Buffer.from(await pictures.run(task, { bytes, wish }, { seconds: 10, megabytes: 700, turn }));
  } catch (error) {
    if (error instanceof IsolatedError) return null;
    throw error;
  }
}
