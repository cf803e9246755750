import { and, asc, eq, lte } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type MethodRow, paymentMethods } from './billing.table.ts';
import { cardSetups, type SetupRow } from './methods.table.ts';

export async function insertSetup(tx: Db, row: typeof cardSetups.$inferInsert): Promise<void> {
  await tx.insert(cardSetups).values(row);
}
export async function findSetup(db: Db, of: { id: string; accountId: string }): Promise<SetupRow | null> {
  const [row] = await db
    .select()
    .from(cardSetups)
    .where(and(eq(cardSetups.id, of.id), eq(cardSetups.accountId, of.accountId)));
  return row ?? null;
}
export async function setupById(db: Db, id: string): Promise<SetupRow | null> {
  const [row] = await db.select().from(cardSetups).where(eq(cardSetups.id, id));
  return row ?? null;
}
export async function setupByRef(db: Db, ref: string): Promise<SetupRow | null> {
  const [row] = await db.select().from(cardSetups).where(eq(cardSetups.ref, ref));
  return row ?? null;
}
/** Locked until the transaction ends. */
export async function lockSetup(tx: Db, id: string): Promise<SetupRow | null> {
  const [row] = await tx.select().from(cardSetups).where(eq(cardSetups.id, id)).for('update');
  return row ?? null;
}
export async function changeSetup(tx: Db, id: string, change: Partial<Omit<SetupRow, 'id' | 'accountId'>>): Promise<void> {
  await tx.update(cardSetups).set(change).where(eq(cardSetups.id, id));
}
/** Those without a known outcome since then, the one that waits longest first. */
export const openSetups = (db: Db, before: Date): Promise<SetupRow[]> =>
  db
    .select()
    .from(cardSetups)
    .where(and(eq(cardSetups.state, 'open'), lte(cardSetups.changedAt, before)))
    .orderBy(asc(cardSetups.changedAt))
    .limit(100);
/** Their card is stored, and the trial for which it was asked has not begun yet. */
export const setupsToBegin = (db: Db): Promise<SetupRow[]> =>
  db
    .select()
    .from(cardSetups)
    .where(and(eq(cardSetups.state, 'stored'), eq(cardSetups.begun, 'waiting')))
    .orderBy(asc(cardSetups.changedAt))
    .limit(100);
export async function methodById(db: Db, id: string): Promise<MethodRow | null> {
  const [row] = await db.select().from(paymentMethods).where(eq(paymentMethods.id, id));
  return row ?? null;
}
