/** Floors, and which of a vendor's plans resell what. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type FloorRow, type HandedRow, resaleFloors, resaleVersions } from './resale.table.ts';

export const floorsOf = (db: Db, vendorId: string): Promise<FloorRow[]> =>
  db.select().from(resaleFloors).where(eq(resaleFloors.accountId, vendorId)).limit(2000);
const at = (of: Pick<FloorRow, 'accountId' | 'planId' | 'version' | 'currency' | 'period'>) =>
  and(
    eq(resaleFloors.accountId, of.accountId),
    eq(resaleFloors.planId, of.planId),
    eq(resaleFloors.version, of.version),
    eq(resaleFloors.currency, of.currency),
    eq(resaleFloors.period, of.period),
  );
export async function putFloor(tx: Db, row: FloorRow): Promise<void> {
  const { amount, seatAmount, minuteAmount, changedAt } = row;
  const changed = await tx.update(resaleFloors).set({ amount, seatAmount, minuteAmount, changedAt }).where(at(row)).returning();
  if (changed.length === 0) await tx.insert(resaleFloors).values(row);
}
export async function dropFloor(tx: Db, of: Pick<FloorRow, 'accountId' | 'planId' | 'version' | 'currency' | 'period'>) {
  await tx.delete(resaleFloors).where(at(of));
}

/** Has the database look at what was written so far, instead of at the end. */
export async function checkFloorsNow(tx: Db): Promise<void> {
  await tx.execute(sql`set constraints plan_prices_floor, plans_coupon_floor immediate`);
}

/** Newest versions first. */
export const handedBy = (db: Db, vendorId: string): Promise<HandedRow[]> =>
  db
    .select()
    .from(resaleVersions)
    .where(eq(resaleVersions.accountId, vendorId))
    .orderBy(desc(resaleVersions.version))
    .limit(5000);
export async function insertHanded(tx: Db, row: HandedRow): Promise<void> {
  await tx.insert(resaleVersions).values(row);
}
