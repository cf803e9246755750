/** The meetings of an engine on disk: an engine that is killed is followed by one with the same meetings. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { openJournalFile, readJournalFile } from '#server/journal/journal-file.ts';
import type { JournalFile, SavedJournal, SectionTexts } from '#server/journal/journal-file.ts';
import { lockJournals } from '#server/journal/journal-lock.ts';
import { sectionsOfEngine, sectionsOfMeeting } from '#server/journal/journal-sections.ts';
import { rejoinGroups } from '#server/groups/keep-groups.ts';
import { restoreEngine, restoreMeeting } from '#server/journal/restore.ts';
import type { Engine } from '#server/model.ts';

const WRITE_EVERY_MS = 250;
/** No meeting has this file: their names begin with a letter or digit. */
const ENGINE_FILE = '_engine.jsonl';
/** A journal with which so many engines died within this time is not tried again. Milliseconds. */
const TRIES = { most: 3, withinMs: 60_000 };
/** Time to find out why a journal could not be read. It holds names and chat. Milliseconds. */
const UNREADABLE_KEPT_MS = 14 * 86_400_000;

export type Journal = {
  /** Where the files of decks lie. */
  decks: string;
  /** Writes what happens from now on. */
  begin(): Promise<void>;
  /** Writes a last time and frees the folder. */
  stop(): Promise<void>;
};

type JournalState = {
  engine: Engine;
  folder: string;
  files: Map<string, JournalFile>;
  starts: Map<string, number[]>;
  turn: Promise<void>;
};

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/** A breakout room's id is chosen by the program that asks for it. */
const fileOf = (internalId: string): string =>
  `${/^[A-Za-z0-9][\w-]{0,99}$/.test(internalId) ? internalId : createHash('sha1').update(internalId).digest('hex')}.jsonl`;

/** Restores what an earlier engine left in the folder. Without a journal, meetings end with this engine. */
export async function openJournal(engine: Engine, folder: string): Promise<Journal | 'held-elsewhere' | 'unavailable'> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lock = await lockJournals(folder);
    if (lock === null) {
      engine.log('error', 'another engine has the journals of this folder: meetings of this one end when it dies');
      return 'held-elsewhere';
    }
    const state: JournalState = { engine, folder, files: new Map(), starts: new Map(), turn: Promise.resolve() };
    await restoreAll(state);
    await removeLeftovers(state).catch((error: unknown) =>
      engine.log('warn', 'old journals could not be removed', { error: wordsOf(error) }),
    );
    return journalOf(state, () => new Promise((resolve) => lock.close(resolve)));
  } catch (error) {
    engine.log('error', 'no journal can be kept: meetings end when this engine dies', { error: wordsOf(error) });
    return 'unavailable';
  }
}

function journalOf(state: JournalState, release: () => Promise<unknown>): Journal {
  let timer: NodeJS.Timeout | null = null;
  let isWriting = false;
  const write = (): Promise<void> => {
    if (isWriting) return state.turn;
    isWriting = true;
    state.turn = writeAll(state).finally(() => {
      isWriting = false;
    });
    return state.turn;
  };
  return {
    decks: `${state.folder}/decks`,
    begin() {
      timer = setInterval(() => void write(), WRITE_EVERY_MS);
      return write();
    },
    async stop() {
      if (timer !== null) {
        clearInterval(timer);
        await state.turn;
        await write();
      }
      await release();
    },
  };
}

/** All sections are of one moment. A meeting's own journal goes after its callbacks are in that of the engine. */
async function writeAll(state: JournalState): Promise<void> {
  const { engine, files } = state;
  const now = engine.clock.now();
  const own = sectionsOfEngine(engine);
  const meetings = new Map(
    [...engine.meetings.values()].map((one): [string, SectionTexts] => [fileOf(one.internalId), sectionsOfMeeting(one)]),
  );
  if (own.size > 0 || files.has(ENGINE_FILE)) await fileFor(state, ENGINE_FILE).write(own, now);
  for (const [name, sections] of meetings) await fileFor(state, name).write(sections, now);
  for (const [name, file] of files) {
    if (name === ENGINE_FILE || meetings.has(name)) continue;
    files.delete(name);
    await file
      .remove()
      .catch((error: unknown) => engine.log('error', 'a journal could not be removed', { error: wordsOf(error) }));
  }
}

function fileFor({ engine, folder, files, starts }: JournalState, name: string): JournalFile {
  const known = files.get(name);
  if (known !== undefined) return known;
  const failed = (error: unknown) =>
    engine.log('error', 'a journal could not be written', { journal: name, error: wordsOf(error) });
  const made = openJournalFile({ path: `${folder}/${name}`, starts: starts.get(name) ?? [], failed });
  files.set(name, made);
  return made;
}

async function restoreAll(state: JournalState): Promise<void> {
  const names = (await readdir(state.folder)).filter((name) => name.endsWith('.jsonl'));
  // hooks before the meetings that have something for them
  for (const name of names.sort((a, b) => Number(b === ENGINE_FILE) - Number(a === ENGINE_FILE))) {
    try {
      const saved = await readJournalFile(`${state.folder}/${name}`);
      state.starts.set(name, startsOf(saved, state.engine.clock.now()));
      if (name === ENGINE_FILE) restoreEngine(state.engine, saved);
      else await restoreMeeting(state.engine, saved);
      fileFor(state, name);
    } catch (error) {
      await setAside(state, name, error);
    }
  }
  rejoinGroups(state.engine);
}

function startsOf({ starts }: SavedJournal, now: number): number[] {
  const recent = starts.filter((at) => Math.abs(now - at) < TRIES.withinMs);
  if (recent.length >= TRIES.most) throw new Error(`${recent.length} engines have ended with it`);
  return [...recent, now];
}

/** Removes old journals that were set aside, and what writing left behind when an engine died or the disk was full. */
async function removeLeftovers({ engine, folder }: JournalState): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = `${folder}/${name}`;
    const isOld = name.endsWith('.unreadable') && engine.clock.now() - (await stat(path)).mtimeMs > UNREADABLE_KEPT_MS;
    if (isOld || name.endsWith('.next')) await rm(path);
  }
}

async function setAside({ engine, folder }: JournalState, name: string, error: unknown): Promise<void> {
  engine.log('error', 'a journal cannot be read and is set aside', { journal: name, error: wordsOf(error) });
  await rename(`${folder}/${name}`, `${folder}/${name}.unreadable`);
}
