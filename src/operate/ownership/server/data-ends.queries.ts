import { and, asc, desc, eq, gt, inArray, isNotNull, notExists, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { outboxMailsSql } from '#core/outbox/server/outbox.sql.ts';
import { meetingsSql } from '#meet/meetings/server/meetings.sql.ts';
import { accountClosings, dataEnds, dataHolds } from './ownership.table.ts';

export type DataEndRow = typeof dataEnds.$inferSelect;
export type DataHoldRow = typeof dataHolds.$inferSelect;

const moments = z.array(z.object({ at: z.nullable(z.coerce.date()) }));
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

/** When the first of the mails about a row was handed to a mail server; epoch milliseconds, null: none was. */
export async function heardAt(db: Db, of: { id: string; template: string }): Promise<number | null> {
  const found = await db.execute(sql`select min(sent_at) as at from ${outboxMailsSql} outbox_mails
    where about_id = ${of.id}::uuid and template = ${of.template} and state = 'sent'`);
  return z.parse(moments, found.rows)[0]?.at?.getTime() ?? null;
}
/** When the account was last used for a meeting, now while one runs; epoch milliseconds, null: it never was, or long ago. */
export async function usedAt(db: Db, of: { accountId: string; now: number }): Promise<number | null> {
  const found = await db.execute(sql`select max(case when state in ('starting', 'live', 'detached')
      then ${new Date(of.now).toISOString()}::timestamptz else coalesce(ended_at, started_at) end) as at
    from (select state, started_at, ended_at from ${meetingsSql} meetings
      where account_id = ${of.accountId}::uuid and state <> 'failed' order by id desc limit 50) newest`);
  return z.parse(moments, found.rows)[0]?.at?.getTime() ?? null;
}

/** State of the closing that a row led to. */
export async function closingState(db: Db, id: string): Promise<(typeof accountClosings.$inferSelect)['state'] | null> {
  const [row] = await db.select({ state: accountClosings.state }).from(accountClosings).where(eq(accountClosings.id, id));
  return row?.state ?? null;
}

/** The row that a closing came of; null: an owner's word. */
export async function rowOfClosing(db: Db, closingId: string): Promise<DataEndRow | null> {
  const [row] = await db.select().from(dataEnds).where(eq(dataEnds.closingId, closingId));
  return row ?? null;
}
/** The newest closing of an account whose erasure had begun. */
export async function begunErasure(db: Db, accountId: string): Promise<typeof accountClosings.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(accountClosings)
    .where(and(eq(accountClosings.accountId, accountId), isNotNull(accountClosings.beganAt)))
    .orderBy(desc(accountClosings.id))
    .limit(1);
  return row ?? null;
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
