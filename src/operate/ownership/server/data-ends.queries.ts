import { and, asc, desc, eq, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { totalOf } from '#kit/server/total.ts';
import { accountClosings, dataEnds, dataHolds } from './ownership.table.ts';

export type DataEndRow = typeof dataEnds.$inferSelect;
export type DataHoldRow = typeof dataHolds.$inferSelect;

const isOpen = inArray(dataEnds.state, ['warned', 'closing']);

export async function insertDataEnd(tx: Db, row: typeof dataEnds.$inferInsert): Promise<void> {
  await tx.insert(dataEnds).values(row);
}
export async function setDataEnd(tx: Db, id: string, change: Partial<DataEndRow>): Promise<void> {
  await tx.update(dataEnds).set(change).where(eq(dataEnds.id, id));
}
/** The one that is not over, or null. */
export async function openDataEnd(db: Db, accountId: string): Promise<DataEndRow | null> {
  const [row] = await db
    .select()
    .from(dataEnds)
    .where(and(eq(dataEnds.accountId, accountId), isOpen));
  return row ?? null;
}
/** Those that are not over, in the order of their ids. */
export const openDataEnds = (db: Db, of: { after: string | null; limit: number }): Promise<DataEndRow[]> =>
  db
    .select()
    .from(dataEnds)
    .where(and(isOpen, of.after === null ? undefined : gt(dataEnds.id, of.after)))
    .orderBy(asc(dataEnds.id))
    .limit(of.limit);
/** The same, what is next first. */
export const nextDataEnds = (db: Db, limit: number): Promise<DataEndRow[]> =>
  db.select().from(dataEnds).where(isOpen).orderBy(asc(dataEnds.closeAt), asc(dataEnds.id)).limit(limit);
export const countDataEnds = (db: Db): Promise<number | undefined> => totalOf(db, dataEnds, isOpen);
/** All of an account, newest first, ten at most. */
export const dataEndsOf = (db: Db, accountId: string): Promise<DataEndRow[]> =>
  db.select().from(dataEnds).where(eq(dataEnds.accountId, accountId)).orderBy(desc(dataEnds.id)).limit(10);

export async function holdOf(db: Db, accountId: string): Promise<DataHoldRow | null> {
  const [row] = await db.select().from(dataHolds).where(eq(dataHolds.accountId, accountId));
  return row ?? null;
}
export async function putHold(tx: Db, row: DataHoldRow): Promise<void> {
  const { accountId, ...change } = row;
  await tx
    .insert(dataHolds)
    .values({ accountId, ...change })
    .onConflictDoUpdate({ target: dataHolds.accountId, set: change });
}
/** False when there was none. */
export async function deleteHold(tx: Db, accountId: string): Promise<boolean> {
  const gone = await tx.delete(dataHolds).where(eq(dataHolds.accountId, accountId));
  return (gone.rowCount ?? 0) > 0;
}

/** State of the closing that a row led to. */
export async function closingState(db: Db, id: string): Promise<(typeof accountClosings.$inferSelect)['state'] | null> {
  const [row] = await db.select({ state: accountClosings.state }).from(accountClosings).where(eq(accountClosings.id, id));
  return row?.state ?? null;
}

/** Whether a closing came of this path and not of an owner's word. */
export async function isByItself(db: Db, closingId: string): Promise<boolean> {
  const [row] = await db.select({ id: dataEnds.id }).from(dataEnds).where(eq(dataEnds.closingId, closingId));
  return row !== undefined;
}

/** Held accounts with nothing of theirs going on, newest first. */
export const heldAccounts = (db: Db, limit: number): Promise<DataHoldRow[]> =>
  db
    .select()
    .from(dataHolds)
    .where(
      notExists(
        db
          .select({ one: sql`1` })
          .from(dataEnds)
          .where(and(eq(dataEnds.accountId, dataHolds.accountId), isOpen)),
      ),
    )
    .orderBy(desc(dataHolds.heldAt), asc(dataHolds.accountId))
    .limit(limit);
