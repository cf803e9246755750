import { and, asc, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { rowsAfter } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import { totalOf } from '#kit/server/db/total.ts';
import type { PlanKind, Visibility } from '../plans.rules.ts';
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

export type PlanFilter = { sellerId: string; search: string | null; kind: PlanKind | null; visibility: Visibility | null };
const matching = ({ sellerId, search, kind, visibility }: PlanFilter) =>
  and(
    eq(plans.sellerId, sellerId),
    kind === null ? undefined : eq(plans.kind, kind),
    visibility === null ? undefined : eq(plans.visibility, visibility),
    containsText(search, plans.name, plans.code),
  );

/** In the order in which they are offered; `after`: the last of the page before. */
export function plansPage(
  db: Db,
  filter: PlanFilter,
  page: { after: { position: number; id: string } | null; limit: number },
): Promise<PlanRow[]> {
  const { after } = page;
  return db
    .select()
    .from(plans)
    .where(
      and(
        matching(filter),
        after === null ? undefined : rowsAfter([plans.position, after.position, 'asc'], [plans.id, after.id, 'asc']),
      ),
    )
    .orderBy(asc(plans.position), asc(plans.id))
    .limit(page.limit);
}
export const countPlans = (db: Db, filter: PlanFilter): Promise<number | undefined> => totalOf(db, plans, matching(filter));

type One = { sellerId: string; id: string };
export async function planById(db: Db, one: One): Promise<PlanRow | null> {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.id, one.id), eq(plans.sellerId, one.sellerId)));
  return row ?? null;
}
/** The plan, locked until the transaction ends: of two who publish at once, one comes first. */
export async function lockPlan(tx: Db, one: One): Promise<PlanRow | null> {
  const [row] = await tx
    .select()
    .from(plans)
    .where(and(eq(plans.id, one.id), eq(plans.sellerId, one.sellerId)))
    .for('update');
  return row ?? null;
}
/** False when another plan of the seller has the code. */
export async function insertPlan(tx: Db, row: PlanRow): Promise<boolean> {
  const made = await tx.insert(plans).values(row).onConflictDoNothing().returning({ id: plans.id });
  return made.length > 0;
}
export async function nextPosition(tx: Db, sellerId: string): Promise<number> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${plans.position}), 0)` })
    .from(plans)
    .where(eq(plans.sellerId, sellerId));
  return Number(row?.last ?? 0) + 1;
}
export type PlanChange = Partial<Pick<PlanRow, 'name' | 'summary' | 'words' | 'visibility' | 'version'>>;
export async function changePlan(tx: Db, id: string, change: PlanChange): Promise<void> {
  await tx
    .update(plans)
    .set({ ...change, revision: sql`${plans.revision} + 1` })
    .where(eq(plans.id, id));
}

/** Ids of all plans of a seller in their order, locked. */
export async function lockOrder(tx: Db, sellerId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: plans.id, position: plans.position })
    .from(plans)
    .where(eq(plans.sellerId, sellerId))
    .orderBy(asc(plans.id))
    .for('update');
  return rows.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)).map((row) => row.id);
}
export async function setOrder(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update plans set position = o.at from unnest(${sql.param([...ids])}::uuid[]) with ordinality as o(id, at)
    where plans.id = o.id and plans.position <> o.at`);
}

export async function insertVersion(tx: Db, row: PlanVersionRow, prices: readonly PlanPriceRow[]): Promise<void> {
  await tx.insert(planVersions).values(row);
  if (prices.length > 0) await tx.insert(planPrices).values([...prices]);
}
/** Newest first. */
export function versionsOf(db: Db, planId: string): Promise<PlanVersionRow[]> {
  return db.select().from(planVersions).where(eq(planVersions.planId, planId)).orderBy(desc(planVersions.version)).limit(200);
}
const byPlace = [asc(planPrices.currency), asc(planPrices.period)];
export function allPricesOf(db: Db, planId: string): Promise<PlanPriceRow[]> {
  return db
    .select()
    .from(planPrices)
    .where(eq(planPrices.planId, planId))
    .orderBy(...byPlace);
}
/** Of the versions on sale of these plans. */
export async function currentPricesOf(db: Db, ids: readonly string[]): Promise<PlanPriceRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ price: planPrices })
    .from(planPrices)
    .innerJoin(plans, and(eq(plans.id, planPrices.planId), eq(plans.version, planPrices.version)))
    .where(inArray(planPrices.planId, [...ids]))
    .orderBy(...byPlace);
  return rows.map((row) => row.price);
}

/** What is on sale for everybody, and the private plan with that code. */
export function onSale(
  db: Db,
  of: { sellerId: string; code: string | null },
): Promise<{ plan: PlanRow; version: PlanVersionRow }[]> {
  const mine = of.code === null ? undefined : and(eq(plans.code, of.code), ne(plans.visibility, 'archived'));
  return db
    .select({ plan: plans, version: planVersions })
    .from(plans)
    .innerJoin(planVersions, and(eq(planVersions.planId, plans.id), eq(planVersions.version, plans.version)))
    .where(and(eq(plans.sellerId, of.sellerId), or(eq(plans.visibility, 'public'), mine)))
    .orderBy(asc(plans.position), asc(plans.id))
    .limit(100);
}

export type CouponFilter = { sellerId: string; search: string | null };
const couponsLike = ({ sellerId, search }: CouponFilter) =>
  and(eq(coupons.sellerId, sellerId), containsText(search, coupons.code));
/** Newest first. */
export function couponsPage(db: Db, filter: CouponFilter, page: { before: string | null; limit: number }): Promise<CouponRow[]> {
  return db
    .select()
    .from(coupons)
    .where(and(couponsLike(filter), page.before === null ? undefined : lt(coupons.id, page.before)))
    .orderBy(desc(coupons.id))
    .limit(page.limit);
}
export const countCoupons = (db: Db, filter: CouponFilter): Promise<number | undefined> =>
  totalOf(db, coupons, couponsLike(filter));
/** False when another coupon of the seller has the code. */
export async function insertCoupon(tx: Db, row: CouponRow): Promise<boolean> {
  const made = await tx.insert(coupons).values(row).onConflictDoNothing().returning({ id: coupons.id });
  return made.length > 0;
}
export async function stopCouponAt(tx: Db, one: One, at: Date): Promise<CouponRow | null> {
  const [row] = await tx
    .update(coupons)
    .set({ stoppedAt: sql`coalesce(${coupons.stoppedAt}, ${at})`, revision: sql`${coupons.revision} + 1` })
    .where(and(eq(coupons.id, one.id), eq(coupons.sellerId, one.sellerId)))
    .returning();
  return row ?? null;
}
/** How many of these plans are the seller's. */
export async function countOwn(db: Db, sellerId: string, ids: readonly string[]): Promise<number> {
  const rows = await db
    .select({ id: plans.id })
    .from(plans)
    .where(and(eq(plans.sellerId, sellerId), inArray(plans.id, [...ids])));
  return rows.length;
}
