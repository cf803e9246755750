/**
 * The slots for engines in a data folder: `recordings`, `recordings-2`, … Each has the lasting id of its engine, what that engine
 * recorded, and ports of its own. A process holds the slots of its engines, so that two processes can share a data folder.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { type FolderLock, lockFolder } from '#kit/server/folder-lock.ts';
import { newId } from '#kit/server/ids.ts';

const slotFile = 'engine.json';
const slotFacts = z.object({ id: z.uuid(), together: z.nullable(z.number()) });
type SlotFacts = z.infer<typeof slotFacts>;

/** `together`: how many engines the process started that had it last; null for a slot nobody had. */
export type EngineSlot = {
  number: number;
  folder: string;
  engineId: string;
  together: number | null;
  /** `of-older`: the folder was there without an id, so it may be that of an engine of an older version. */
  origin: 'new' | 'of-older' | 'known';
  lock: FolderLock;
};

const folderOf = (dataDir: string, number: number): string =>
  path.join(dataDir, number === 1 ? 'recordings' : `recordings-${number}`);

export const hasSlot = (dataDir: string, number: number): boolean => fs.existsSync(folderOf(dataDir, number));

/** The folders of all slots, also of those that no process holds now. */
export const slotFolders = (dataDir: string): string[] =>
  fs.existsSync(dataDir)
    ? fs
        .readdirSync(dataDir)
        .filter((name) => /^recordings(-\d+)?$/.test(name))
        .map((name) => path.join(dataDir, name))
    : [];

function readFacts(file: string): SlotFacts | null {
  if (!fs.existsSync(file)) return null;
  return z.parse(slotFacts, JSON.parse(fs.readFileSync(file, 'utf8')));
}

function writeFacts(folder: string, facts: SlotFacts): void {
  const making = path.join(folder, `${slotFile}.part`);
  fs.writeFileSync(making, JSON.stringify(facts), { mode: 0o600, flush: true });
  fs.renameSync(making, path.join(folder, slotFile));
}

/** Holds that slot, made when it is not there; null while another process of this machine has it. */
export async function openSlot(dataDir: string, number: number): Promise<EngineSlot | null> {
  const folder = folderOf(dataDir, number);
  const existed = fs.existsSync(folder);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder, 'engine');
  if (lock === undefined) return null;
  const facts = readFacts(path.join(folder, slotFile));
  const { id: engineId, together } = facts ?? { id: newId(), together: null };
  if (facts === null) writeFacts(folder, { id: engineId, together });
  const origin = facts !== null ? 'known' : existed ? 'of-older' : 'new';
  return { number, folder, engineId, together, origin, lock };
}

/** Notes how many engines run together with this one, so that the next start begins as many. */
export const noteTogether = ({ folder, engineId }: EngineSlot, together: number): void =>
  writeFacts(folder, { id: engineId, together });
