import { and, asc, desc, eq } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { invoiceObjections, type ObjectionRow } from './objections.table.ts';

export async function lastObjection(db: Db, invoiceId: string): Promise<ObjectionRow | null> {
  const [row] = await db
    .select()
    .from(invoiceObjections)
    .where(eq(invoiceObjections.invoiceId, invoiceId))
    .orderBy(desc(invoiceObjections.id))
    .limit(1);
  return row ?? null;
}
export async function openObjection(db: Db, invoiceId: string): Promise<ObjectionRow | null> {
  const [row] = await db
    .select()
    .from(invoiceObjections)
    .where(and(eq(invoiceObjections.invoiceId, invoiceId), eq(invoiceObjections.state, 'open')));
  return row ?? null;
}
/** When the first one was raised; null: never. Raising it again holds off nothing more. */
export async function firstObjectedAt(db: Db, invoiceId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: invoiceObjections.createdAt })
    .from(invoiceObjections)
    .where(eq(invoiceObjections.invoiceId, invoiceId))
    .orderBy(asc(invoiceObjections.id))
    .limit(1);
  return row?.at ?? null;
}
export async function insertObjection(tx: Db, row: typeof invoiceObjections.$inferInsert): Promise<void> {
  await tx.insert(invoiceObjections).values(row);
}
export async function closeObjection(
  tx: Db,
  id: string,
  as: Pick<ObjectionRow, 'state' | 'answer' | 'answeredBy' | 'closedAt'>,
): Promise<void> {
  await tx.update(invoiceObjections).set(as).where(eq(invoiceObjections.id, id));
}
