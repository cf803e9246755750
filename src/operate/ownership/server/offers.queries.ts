import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { ownershipOffers } from './ownership.table.ts';

export type OfferRow = typeof ownershipOffers.$inferSelect;

export async function openOffer(db: Db, accountId: string): Promise<OfferRow | null> {
  const [row] = await db
    .select()
    .from(ownershipOffers)
    .where(and(eq(ownershipOffers.accountId, accountId), eq(ownershipOffers.state, 'offered')));
  return row ?? null;
}
export async function lockOffer(tx: Db, id: string): Promise<OfferRow | null> {
  const [row] = await tx.select().from(ownershipOffers).where(eq(ownershipOffers.id, id)).for('update');
  return row ?? null;
}
export async function insertOffer(tx: Db, row: typeof ownershipOffers.$inferInsert): Promise<void> {
  await tx.insert(ownershipOffers).values(row);
}
export async function settleOffer(tx: Db, id: string, to: { state: OfferRow['state']; at: Date }): Promise<void> {
  await tx.update(ownershipOffers).set({ state: to.state, answeredAt: to.at }).where(eq(ownershipOffers.id, id));
}
/** Offers that nobody answered in time. */
export async function endOldOffers(tx: Db, now: Date, accountId?: string): Promise<void> {
  await tx
    .update(ownershipOffers)
    .set({ state: 'ended', answeredAt: now })
    .where(
      and(
        eq(ownershipOffers.state, 'offered'),
        lt(ownershipOffers.endsAt, now),
        accountId === undefined ? undefined : eq(ownershipOffers.accountId, accountId),
      ),
    );
}
