/** Which permissions are used: remembered for a while, written together. A process that dies loses some minutes of it. */
import type { Db } from '#kit/server/db/db.ts';
import type { PermissionUse } from './uses.queries.ts';
import { deleteUses, writeUses } from './uses.queries.ts';

/** Milliseconds after which the same use is worth writing again. */
const worthAgain = 3_600_000;
const mostWaiting = 5_000;

export type UseNotes = {
  /** Epoch milliseconds of what was written or waits. */
  seen: Map<string, number>;
  waiting: PermissionUse[];
};
export const createUseNotes = (): UseNotes => ({ seen: new Map(), waiting: [] });

export function noteUse(notes: UseNotes, use: { accountId: string; userId: string; permission: string; at: number }): void {
  const key = `${use.accountId}:${use.userId}:${use.permission}`;
  if (use.at - (notes.seen.get(key) ?? Number.NEGATIVE_INFINITY) < worthAgain || notes.waiting.length >= mostWaiting) return;
  notes.seen.set(key, use.at);
  const { at, ...who } = use;
  notes.waiting.push({ ...who, usedAt: new Date(at) });
}

/** Writes what waits. Returns how many. */
export async function flushUses(notes: UseNotes, db: Db): Promise<number> {
  const uses = notes.waiting.splice(0);
  // sorted, so that two processes that write the same rows do not wait for each other in a ring
  const key = (use: PermissionUse) => `${use.accountId}:${use.userId}:${use.permission}`;
  uses.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  await writeUses(db, uses);
  if (notes.seen.size > 50_000) notes.seen.clear();
  return uses.length;
}

/** Of somebody who leaves the account. `tx` is the system's. */
export const forgetUses = deleteUses;
