import { and, asc, desc, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { deliveries } from './deliveries.table.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;

/** False, and nothing written, when that event goes to that webhook already. */
export async function insertDelivery(tx: Db, row: typeof deliveries.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(deliveries).values(row).onConflictDoNothing().returning({ id: deliveries.id });
  return rows.length > 0;
}

export async function deliveryById(db: Db, id: string): Promise<DeliveryRow | null> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id));
  return row ?? null;
}

export const deliveriesOf = (db: Db, accountId: string): Promise<DeliveryRow[]> =>
  db.select().from(deliveries).where(eq(deliveries.accountId, accountId)).orderBy(asc(deliveries.id));

export type DeliveryFilter = {
  state: DeliveryRow['state'] | null;
  kind: DeliveryRow['kind'] | null;
  accountId: string | null;
};
const matching = ({ state, kind, accountId }: DeliveryFilter) =>
  and(
    state === null ? undefined : eq(deliveries.state, state),
    kind === null ? undefined : eq(deliveries.kind, kind),
    accountId === null ? undefined : eq(deliveries.accountId, accountId),
  );

/** Newest first: ids grow with time. */
export const deliveriesPage = (
  db: Db,
  filter: DeliveryFilter,
  page: { before: string | null; limit: number },
): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(deliveries)
    .where(and(matching(filter), page.before === null ? undefined : lt(deliveries.id, page.before)))
    .orderBy(desc(deliveries.id))
    .limit(page.limit);

export const countDeliveries = (db: Db, filter: DeliveryFilter): Promise<number | undefined> =>
  totalOf(db, deliveries, matching(filter));

/** Due at once, with all its tries before it; null when it was delivered, is being tried at this moment, or is not there. */
export async function reviveDelivery(tx: Db, id: string, now: Date): Promise<DeliveryRow | null> {
  const free = or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, now));
  const [row] = await tx
    .update(deliveries)
    .set({ state: 'waiting', tries: 0, nextAt: now, leasedUntil: null, endedAt: null })
    .where(and(eq(deliveries.id, id), inArray(deliveries.state, ['waiting', 'given-up']), free))
    .returning();
  return row ?? null;
}

/** Takes a delivery that is due, for one process, until `until`; null when it is not due or another one has it. */
export async function takeDelivery(db: Db, id: string, at: { now: Date; until: Date }): Promise<DeliveryRow | null> {
  const [row] = await db
    .update(deliveries)
    .set({ nextAt: at.until, leasedUntil: at.until })
    .where(and(eq(deliveries.id, id), eq(deliveries.state, 'waiting'), lte(deliveries.nextAt, at.now)))
    .returning();
  return row ?? null;
}

export type DeliveryOutcome = Pick<DeliveryRow, 'state' | 'tries' | 'nextAt' | 'endedAt' | 'lastStatus' | 'lastTrouble'> &
  Partial<Pick<DeliveryRow, 'url' | 'lastAnswer' | 'lastTookMs'>>;
/** `lease`: until when it was taken. False, and nothing written, when somebody else has it by now. */
export async function noteTry(tx: Db, of: { id: string; lease: Date }, outcome: DeliveryOutcome): Promise<boolean> {
  const rows = await tx
    .update(deliveries)
    .set({ ...outcome, leasedUntil: null })
    .where(and(eq(deliveries.id, of.id), eq(deliveries.leasedUntil, of.lease)))
    .returning({ id: deliveries.id });
  return rows.length > 0;
}

/** Due since before then: their job was lost, or the process that had taken them is gone. */
export const overdue = (db: Db, before: Date): Promise<Pick<DeliveryRow, 'id' | 'accountId' | 'url'>[]> =>
  db
    .select({ id: deliveries.id, accountId: deliveries.accountId, url: deliveries.url })
    .from(deliveries)
    .where(and(eq(deliveries.state, 'waiting'), lt(deliveries.nextAt, before)))
    .limit(1_000);

export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await db.delete(deliveries).where(lt(deliveries.endedAt, before));
}
