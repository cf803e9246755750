import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type CannedRow, ticketCanned, ticketHours, type TicketViewRow, ticketViews } from './tickets.table.ts';

const most = 500;
export const cannedOf = (db: Db, accountId: string): Promise<CannedRow[]> =>
  db.select().from(ticketCanned).where(eq(ticketCanned.accountId, accountId)).orderBy(asc(ticketCanned.name)).limit(most);
export async function insertCanned(tx: Db, row: CannedRow): Promise<void> {
  await tx.insert(ticketCanned).values(row);
}
type CannedKey = { id: string; accountId: string };
export async function setCanned(
  tx: Db,
  { id, accountId, revision }: CannedKey & { revision: number },
  change: Pick<CannedRow, 'name' | 'body'>,
): Promise<CannedRow | null> {
  const [row] = await tx
    .update(ticketCanned)
    .set({ ...change, revision: sql`${ticketCanned.revision} + 1` })
    .where(and(eq(ticketCanned.id, id), eq(ticketCanned.accountId, accountId), eq(ticketCanned.revision, revision)))
    .returning();
  return row ?? null;
}
export async function cannedById(db: Db, { id, accountId }: CannedKey): Promise<CannedRow | null> {
  const [row] = await db
    .select()
    .from(ticketCanned)
    .where(and(eq(ticketCanned.id, id), eq(ticketCanned.accountId, accountId)));
  return row ?? null;
}
export async function deleteCanned(tx: Db, { id, accountId }: CannedKey): Promise<boolean> {
  const done = await tx.delete(ticketCanned).where(and(eq(ticketCanned.id, id), eq(ticketCanned.accountId, accountId)));
  return (done.rowCount ?? 0) > 0;
}

export const viewsOf = (db: Db, accountId: string): Promise<TicketViewRow[]> =>
  db.select().from(ticketViews).where(eq(ticketViews.accountId, accountId)).orderBy(asc(ticketViews.createdAt)).limit(most);
export async function insertView(tx: Db, row: TicketViewRow): Promise<void> {
  await tx.insert(ticketViews).values(row);
}
export async function deleteView(tx: Db, { id, accountId }: CannedKey): Promise<boolean> {
  const done = await tx.delete(ticketViews).where(and(eq(ticketViews.id, id), eq(ticketViews.accountId, accountId)));
  return (done.rowCount ?? 0) > 0;
}

type HoursRow = typeof ticketHours.$inferSelect;
export async function hoursRow(db: Db, accountId: string): Promise<HoursRow | null> {
  const [row] = await db.select().from(ticketHours).where(eq(ticketHours.accountId, accountId));
  return row ?? null;
}
export async function putHours(tx: Db, row: HoursRow): Promise<void> {
  const { accountId: _key, ...set } = row;
  await tx.insert(ticketHours).values(row).onConflictDoUpdate({ target: ticketHours.accountId, set });
}
