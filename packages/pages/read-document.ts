/** Reads a file that a stranger sent and draws its pages, in a process that can be ended. */
import { stat } from 'node:fs/promises';
import { IsolatedError, runIsolated, type Sandbox } from '@atrium/sandbox/sandbox';

/** A picture of a page that fits into a square; `#` in its name is the number of the page. Of the first `pages` there is one. */
export type PagePicture = { name: string; side: number; pages: number };
export type DocumentRequest = {
  /** `archive`: nothing is drawn, but its size is checked. */
  reader: 'picture' | 'drawing' | 'pdf' | 'archive';
  file: string;
  /** Takes the pictures. */
  folder: string;
  mostPages: number | null;
  /** The largest first. */
  pictures: readonly PagePicture[];
  /** What lies below transparent pictures; null: they stay so. */
  background: string | null;
  /** A picture is written once more under this name, without what a camera noted in it. */
  redraw: { name: string; side: number } | null;
  /** The file for the texts of the pages, an array in JSON. */
  text: string | null;
};
export type ReadRefusal =
  | 'unreadable'
  | 'too_many_pages'
  | 'too_many_pixels'
  | 'too_large_unpacked'
  | 'password'
  | 'active_content'
  | 'disk_full';
/** Sides in pixels, of pages in points; `previews`: pages that were drawn. `redrawn`: the picture to keep lies in the folder. */
export type DocumentFacts = {
  refused?: ReadRefusal;
  pages: number | null;
  width: number | null;
  height: number | null;
  previews: number;
  redrawn: boolean;
};
/** Of the largest picture; null: the page cannot be drawn. */
export type PageSize = { width: number; height: number } | null;
/** The next pages, in order. */
export type PagesProgress = { total: number; drawn: PageSize[] };

export const documentLimits = {
  pixels: 100_000_000,
  /** Of a picture; more is decoded in memory at once. */
  pictureBytes: 60_000_000,
  drawingBytes: 5_000_000,
  pdfBytes: 300_000_000,
  /** Of an office file once it is unpacked, and how many parts it may have. */
  unpackedBytes: 500_000_000,
  unpackedFiles: 10_000,
  /** Characters of the text of one page. */
  pageText: 20_000,
} as const;

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isSize = (value: unknown): value is PageSize =>
  value === null ||
  (typeof value === 'object' && 'width' in value && isCount(value.width) && 'height' in value && isCount(value.height));
const task = {
  module: new URL('./read-document-worker.ts', import.meta.url).href,
  isResult: (value: unknown): value is DocumentFacts => typeof value === 'object' && value !== null && 'previews' in value,
  isProgress: (value: unknown): value is PagesProgress =>
    typeof value === 'object' &&
    value !== null &&
    'total' in value &&
    isCount(value.total) &&
    'drawn' in value &&
    Array.isArray(value.drawn) &&
    value.drawn.every(isSize),
};
export const noPages: DocumentFacts = { pages: null, width: null, height: null, previews: 0, redrawn: false };
const { pictureBytes, drawingBytes, pdfBytes } = documentLimits;
const mostBytes: Readonly<Record<DocumentRequest['reader'], number>> = {
  ...{ picture: pictureBytes, drawing: drawingBytes, pdf: pdfBytes, archive: pdfBytes },
};
/** Pages may be many; a drawing that takes longer was drawn to take long. */
const mostSeconds: Readonly<Record<DocumentRequest['reader'], number>> = { picture: 60, drawing: 20, pdf: 300, archive: 60 };

export type ReadSettings = {
  turn: string;
  signal?: AbortSignal;
  onProgress?: (progress: PagesProgress) => void;
  /** The processes that read; the ones that all share when left out. */
  run?: Sandbox['run'];
};

/** What cannot be read, or not in reasonable time and memory, is unreadable. Throws `SandboxBusy`. */
export async function readDocument(request: DocumentRequest, settings: ReadSettings): Promise<DocumentFacts> {
  const { run = runIsolated, ...rest } = settings;
  if ((await stat(request.file)).size > mostBytes[request.reader]) return { ...noPages, refused: 'unreadable' };
  try {
    return await run(task, request, { seconds: mostSeconds[request.reader], megabytes: 1_200, ...rest });
  } catch (error) {
    if (error instanceof IsolatedError) return { ...noPages, refused: 'unreadable' };
    throw error;
  }
}
