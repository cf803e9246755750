/** What a file of a stranger is by its content, found out in a process that can be ended. */
import { IsolatedError, runIsolated, type Sandbox } from '@atrium/sandbox/sandbox';

export type SniffRequest = { file: string; name: string };
export type DocumentReader = 'picture' | 'drawing' | 'pdf' | 'office';

const readers: Readonly<Record<string, DocumentReader>> = {
  ...{ jpg: 'picture', png: 'picture', apng: 'picture', webp: 'picture', gif: 'picture', svg: 'drawing', pdf: 'pdf' },
  ...{ pptx: 'office', docx: 'office', xlsx: 'office', odp: 'office', odt: 'office', ods: 'office' },
  ...{ ppt: 'office', doc: 'office', xls: 'office' },
};
/** By the ending that `sniffDocument` found. Null: it has no pages. */
export const readerOf = (ending: string): DocumentReader | null => readers[ending] ?? null;

const task = {
  module: new URL('./document-kind-worker.ts', import.meta.url).href,
  isResult: (value: unknown): value is string | null => value === null || typeof value === 'string',
};

type SniffSettings = { turn: string; signal?: AbortSignal; run?: Sandbox['run'] };
/** The ending that its content has; null: none that is known. Throws `SandboxBusy`. */
export async function sniffDocument(
  request: SniffRequest,
  { turn, signal, run = runIsolated }: SniffSettings,
): Promise<string | null | 'unreadable'> {
  try {
    return await run(task, request, { seconds: 10, megabytes: 400, turn, ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (error instanceof IsolatedError) return 'unreadable';
    throw error;
  }
}
