/** Reads a file that a stranger sent, in a process that can be ended. */
import { stat } from 'node:fs/promises';
import { IsolatedError, runIsolated } from '#kit/server/sandbox/sandbox.ts';
import { libraryLimits, type Refusal, type SniffedKind } from '../files.rules.ts';

/** `content`: the name under which the content is kept; `folder` takes what is made of the file. */
export type ReadRequest = {
  how: Exclude<SniffedKind['read'], 'none'>;
  file: string;
  folder: string;
  content: string;
  mostPages: number | null;
};
/** `redrawn`: the content to keep lies in the folder. Sides in pixels, of pages in points. */
export type FileFacts = {
  refused?: Refusal;
  pages: number | null;
  width: number | null;
  height: number | null;
  thumbnail: boolean;
  previews: number;
  redrawn: boolean;
};

const task = {
  module: new URL('./read-file-worker.service.ts', import.meta.url).href,
  isResult: (value: unknown): value is FileFacts => typeof value === 'object' && value !== null && 'previews' in value,
};
const unreadable: FileFacts = {
  ...{ refused: 'unreadable', pages: null, width: null, height: null },
  ...{ thumbnail: false, previews: 0, redrawn: false },
};
const mostBytes: Readonly<Record<ReadRequest['how'], number>> = {
  picture: libraryLimits.pictureBytes,
  drawing: 5_000_000,
  pdf: libraryLimits.pdfBytes,
  office: libraryLimits.pdfBytes,
};

/** Pages may be many; a drawing that takes longer was drawn to take long. */
const mostSeconds: Readonly<Record<ReadRequest['how'], number>> = { picture: 60, drawing: 20, pdf: 180, office: 60 };

/**
 * What cannot be read, or not in reasonable time and memory, is unreadable. `accountId`: whose file it is. Throws `unavailable` when too
 * many wait already.
 */
export async function readFileApart(request: ReadRequest, accountId: string): Promise<FileFacts> {
  if ((await stat(request.file)).size > mostBytes[request.how]) return unreadable;
  try {
    return await runIsolated(task, request, { seconds: mostSeconds[request.how], megabytes: 1_200, turn: accountId });
  } catch (error) {
    if (error instanceof IsolatedError) return unreadable;
    throw error;
  }
}
