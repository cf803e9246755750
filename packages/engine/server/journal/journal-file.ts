/**
 * A journal is a file of JSON lines: its first line says what it is, each further one replaces a named section, and `at` says until
 * when it is true. What is new is appended; when there is too much of it, the whole is written again beside and put in its place.
 */
import { appendFile, open, readFile, rename, rm } from 'node:fs/promises';
import * as z from 'zod/mini';

/** Rises when an engine of before could not read it any more. */
const JOURNAL_VERSION = 1;
/** A file that is larger, and twice what it has to say, is written again. Bytes. */
const APPENDED_MOST = 1_048_576;
/** So often the file says that its meeting lives, also where nothing happens. Milliseconds. */
const ALIVE_EVERY_MS = 2_000;
/** After a failure, such as a full disk. Milliseconds. */
const AGAIN_AFTER_MS = 2_000;

/** `starts`: when engines went on with it, epoch milliseconds. */
const header = z.object({ journal: z.number(), starts: z.array(z.number()) });
const line = z.union([z.object({ at: z.number() }), z.object({ section: z.string(), value: z.unknown() })]);

/** Sections by name, each as its JSON text. */
export type SectionTexts = ReadonlyMap<string, string>;
export type SavedJournal = { starts: number[]; at: number; sections: Map<string, unknown> };

export type JournalFile = {
  /** Brings the file up to date. Does not reject: what fails is tried again later. */
  write(sections: SectionTexts, now: number): Promise<void>;
  remove(): Promise<void>;
};

type JournalFileParts = {
  path: string;
  starts: number[];
  /** Called once for failures in a row. */
  failed(error: unknown): void;
};

type JournalFileState = JournalFileParts & {
  /** What the file says; null: the whole has to be written. */
  written: Map<string, string> | null;
  bytes: number;
  wholeBytes: number;
  writtenAt: number;
  /** Epoch milliseconds; null while it goes well. */
  failedAt: number | null;
};

export function openJournalFile(parts: JournalFileParts): JournalFile {
  const state: JournalFileState = { ...parts, written: null, bytes: 0, wholeBytes: 0, writtenAt: 0, failedAt: null };
  return {
    async write(sections, now) {
      // also when the clock was set back meanwhile
      if (state.failedAt !== null && Math.abs(now - state.failedAt) < AGAIN_AFTER_MS) return;
      try {
        const isLong = state.bytes > Math.max(APPENDED_MOST, 2 * state.wholeBytes);
        await (state.written === null || isLong ? writeWhole(state, sections, now) : append(state, sections, now));
        state.failedAt = null;
      } catch (error) {
        if (state.failedAt === null) state.failed(error);
        // half a line may be in the file now
        Object.assign(state, { written: null, failedAt: now });
      }
    },
    async remove() {
      await rm(nextPath(state), { force: true });
      await rm(state.path, { force: true });
    },
  };
}

const nextPath = ({ path }: Pick<JournalFileState, 'path'>): string => `${path}.next`;
const sectionLine = (section: string, text: string): string => `{"section":${JSON.stringify(section)},"value":${text}}\n`;
const timeLine = (at: number): string => `${JSON.stringify({ at })}\n`;

/** A reader finds the file as it was or as it is, also after the power failed. */
async function writeWhole(state: JournalFileState, sections: SectionTexts, now: number): Promise<void> {
  const first = JSON.stringify({ journal: JOURNAL_VERSION, starts: state.starts } satisfies z.infer<typeof header>);
  const text = [`${first}\n`, timeLine(now), ...[...sections].map(([name, value]) => sectionLine(name, value))].join('');
  const next = nextPath(state);
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, state.path);
  const bytes = Buffer.byteLength(text);
  Object.assign(state, { written: new Map(sections), bytes, wholeBytes: bytes, writtenAt: now });
}

async function append(state: JournalFileState, sections: SectionTexts, now: number): Promise<void> {
  const before = state.written ?? new Map<string, string>();
  const changed = [...sections].filter(([name, text]) => before.get(name) !== text);
  const gone = [...before.keys()].filter((name) => !sections.has(name));
  if (changed.length + gone.length === 0 && Math.abs(now - state.writtenAt) < ALIVE_EVERY_MS) return;
  const lines = [...changed.map(([name, text]) => sectionLine(name, text)), ...gone.map((name) => sectionLine(name, 'null'))];
  const text = [...lines, timeLine(now)].join('');
  await appendFile(state.path, text, { mode: 0o600 });
  state.bytes += Buffer.byteLength(text);
  Object.assign(state, { written: new Map(sections), writtenAt: now });
}

/** Reads all whole lines; one that was cut is left out. Throws for what is no journal of this version. */
export async function readJournalFile(path: string): Promise<SavedJournal> {
  const [first = '', ...lines] = (await readFile(path, 'utf8')).split('\n');
  const { journal, starts } = header.parse(JSON.parse(first));
  if (journal !== JOURNAL_VERSION) throw new Error(`it is of version ${journal}`);
  const saved: SavedJournal = { starts, at: 0, sections: new Map() };
  for (const text of lines) {
    const entry = readLine(text);
    if (entry === null) continue;
    if ('at' in entry) saved.at = entry.at;
    else if (entry.value === null) saved.sections.delete(entry.section);
    else saved.sections.set(entry.section, entry.value);
  }
  return saved;
}

function readLine(text: string): z.infer<typeof line> | null {
  try {
    return z.safeParse(line, JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
