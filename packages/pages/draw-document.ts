/** Draws the pages of a document for a meeting, the first page first. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createSandbox, usualSandbox } from '@atrium/sandbox/sandbox';
import { readerOf, sniffDocument } from './document-kind.ts';
import { type OfficeSettings, type OfficeTrouble, readOfficeDocument } from './office.ts';
import { type DocumentFacts, type PagesProgress, type ReadRefusal, readDocument } from './read-document.ts';

export type DocumentTrouble =
  | 'unreadable'
  | 'password'
  | 'too-many-pages'
  | 'unsupported'
  | 'no-office'
  | 'office-failed'
  | 'disk-full';

export type DrawDocumentRequest = {
  file: string;
  /** As it was sent; the content decides what it is. */
  name: string;
  /** Takes `<n>.webp`, `<n>-small.webp` and `text.json`, the texts of the pages drawn so far. */
  folder: string;
  mostPages: number;
  /** The meeting whose document it is: those of one meeting wait for each other. */
  turn: string;
  office: OfficeSettings;
  signal: AbortSignal;
  /** The next pages in order, the first one alone; null for one that cannot be drawn. */
  onPages: (pages: PagesProgress) => void;
};

const sides = { large: 1_920, small: 240 } as const;
/** Nobody is refused here: meetings and their documents are counted elsewhere. */
const { run } = createSandbox({ ...usualSandbox, waiting: Number.MAX_SAFE_INTEGER });

const troubles: Readonly<Record<ReadRefusal | OfficeTrouble, DocumentTrouble>> = {
  unreadable: 'unreadable',
  too_many_pages: 'too-many-pages',
  too_many_pixels: 'unreadable',
  too_large_unpacked: 'unreadable',
  password: 'password',
  active_content: 'unsupported',
  disk_full: 'disk-full',
  no_office: 'no-office',
  office_failed: 'office-failed',
  office_network: 'no-office',
};

/** Null: everything is drawn, or the signal ended it. */
export async function drawDocument(request: DrawDocumentRequest): Promise<DocumentTrouble | null> {
  const { file, name, folder, mostPages, turn, signal } = request;
  const ending = await sniffDocument({ file, name }, { turn, signal, run });
  if (signal.aborted) return null;
  if (ending === 'unreadable') return ending;
  const reader = ending === null ? null : readerOf(ending);
  if (ending === null || reader === null) return 'unsupported';
  const pictures = [
    { name: '#.webp', side: sides.large, pages: mostPages },
    { name: '#-small.webp', side: sides.small, pages: mostPages },
  ];
  const document = { file, folder, mostPages, pictures, background: '#fff', redraw: null, text: 'text.json' };
  const settings = { turn, signal, run, onProgress: request.onPages };
  const { facts, trouble } =
    reader === 'office'
      ? await inOfficeFolder(folder, (work) =>
          readOfficeDocument(document, { office: request.office, ending, folder: work }, settings),
        )
      : { facts: await readDocument({ ...document, reader }, settings), trouble: null };
  if (signal.aborted) return null;
  const refusal = facts.refused ?? trouble;
  return refusal === null ? null : troubles[refusal];
}

type OfficeOutcome = { facts: DocumentFacts; trouble: OfficeTrouble | null };
/** Inside the folder of the pages, so that it goes with them when this process is killed. */
async function inOfficeFolder(folder: string, work: (folder: string) => Promise<OfficeOutcome>): Promise<OfficeOutcome> {
  const office = path.join(folder, 'office');
  await mkdir(office, { recursive: true });
  try {
    return await work(office);
  } finally {
    await rm(office, { recursive: true, force: true });
  }
}
