/** All recordings of this engine: a folder each. What the files say is kept in memory too, so that lists answer at once. */
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { readRecord, RECORD_FILE, writeRecord } from '#server/record/record-file.ts';
import type { RecordFacts } from '#server/record/record-file.ts';

export type RecordingShelf = {
  /** Newest first. */
  list(): RecordFacts[];
  find(id: string): RecordFacts | undefined;
  folder(id: string): string;
  /** Makes the folder of a new recording. Throws when it cannot be made. */
  add(facts: RecordFacts): void;
  /** Changes what is known; undefined when there is no such recording. */
  change(id: string, change: Partial<RecordFacts>): RecordFacts | undefined;
  /** Takes a recording away without a trace. */
  drop(id: string): void;
  /** Removes everything of a recording but the note that it was there. */
  erase(id: string): void;
  /** Resolves when everything that was changed is in the files. */
  settle(): Promise<void>;
};

/** Opens the folder, made when missing. `failed` receives errors of writing. */
export async function openShelf(root: string, failed: (error: unknown) => void): Promise<RecordingShelf> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const records = new Map<string, RecordFacts>();
  for (const name of await readdir(root)) {
    const facts = await readRecord(`${root}/${name}`);
    if (facts !== null && facts.recordID === name) records.set(name, facts);
  }
  const writing = { turn: Promise.resolve() };
  const folder = (id: string): string => `${root}/${id}`;
  const enqueue = (work: () => Promise<unknown>): void => {
    writing.turn = writing.turn.then(work).then(() => undefined, failed);
  };
  const keep = (facts: RecordFacts): void => {
    records.set(facts.recordID, facts);
    enqueue(() => writeRecord(folder(facts.recordID), facts));
  };
  return {
    list: () => [...records.values()].sort((a, b) => b.startTime - a.startTime),
    find: (id) => records.get(id),
    folder,
    add(facts) {
      mkdirSync(folder(facts.recordID), { mode: 0o700 });
      keep(facts);
    },
    change(id, change) {
      const before = records.get(id);
      if (before === undefined) return undefined;
      const facts = { ...before, ...change };
      keep(facts);
      return facts;
    },
    drop(id) {
      records.delete(id);
      enqueue(() => rm(folder(id), { recursive: true, force: true }));
    },
    erase: (id) => enqueue(() => eraseFiles(folder(id))),
    settle: () => writing.turn,
  };
}

async function eraseFiles(folder: string): Promise<void> {
  const names = await readdir(folder);
  const erased = names.filter((name) => name !== RECORD_FILE);
  await Promise.all(erased.map((name) => rm(`${folder}/${name}`, { recursive: true, force: true })));
}
