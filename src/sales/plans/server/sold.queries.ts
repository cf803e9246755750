/** Plans as they are sold and were sold, for billing. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import {
  type CouponRow,
  coupons,
  type PlanPriceRow,
  type PlanRow,
  planPrices,
  plans,
  planVersions,
  type PlanVersionRow,
} from './plans.table.ts';

export async function planAt(
  db: Db,
  at: { planId: string; version: number | null },
): Promise<{ plan: PlanRow; version: PlanVersionRow } | null> {
  const [row] = await db
    .select({ plan: plans, version: planVersions })
    .from(plans)
    .innerJoin(planVersions, and(eq(planVersions.planId, plans.id), eq(planVersions.version, at.version ?? plans.version)))
    .where(eq(plans.id, at.planId));
  return row ?? null;
}

export const pricesOf = (db: Db, of: { planId: string; version: number }): Promise<PlanPriceRow[]> =>
  db
    .select()
    .from(planPrices)
    .where(and(eq(planPrices.planId, of.planId), eq(planPrices.version, of.version)));

export const planNames = (db: Db, ids: readonly string[]): Promise<Pick<PlanRow, 'id' | 'name' | 'words'>[]> =>
  db
    .select({ id: plans.id, name: plans.name, words: plans.words })
    .from(plans)
    .where(inArray(plans.id, [...ids]));

export async function couponByCode(db: Db, of: { sellerId: string; code: string }): Promise<CouponRow | null> {
  const [row] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.sellerId, of.sellerId), eq(coupons.code, of.code)));
  return row ?? null;
}
export async function couponById(db: Db, id: string): Promise<CouponRow | null> {
  const [row] = await db.select().from(coupons).where(eq(coupons.id, id));
  return row ?? null;
}

/** Counts one use; false when it was used as often as it may be, has ended or was stopped. */
export async function countUse(tx: Db, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(
      and(
        eq(coupons.id, id),
        sql`(${coupons.most} is null or ${coupons.used} < ${coupons.most})`,
        sql`${coupons.stoppedAt} is null and (${coupons.expiresAt} is null or ${coupons.expiresAt} > ${now})`,
      ),
    )
    .returning({ id: coupons.id });
  return rows.length > 0;
}

export async function uncountUse(tx: Db, id: string): Promise<void> {
  await tx
    .update(coupons)
    .set({ used: sql`greatest(${coupons.used} - 1, 0)` })
    .where(eq(coupons.id, id));
}

export const pricedIn = async (db: Db, sellerId: string): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ currency: planPrices.currency })
    .from(plans)
    .innerJoin(planPrices, and(eq(planPrices.planId, plans.id), eq(planPrices.version, plans.version)))
    .where(and(eq(plans.sellerId, sellerId), eq(plans.visibility, 'public'), eq(plans.kind, 'base')))
    .orderBy(planPrices.currency);
  return rows.map((row) => row.currency);
};
