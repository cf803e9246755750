/** What billing asks of the catalogue: one version of one plan with its price, and coupons. `db` decides whose eyes look. */
import type { Db } from '#kit/server/db/db.ts';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { couponByCode, couponById, countUse, planAt, uncountUse, planNames, pricesOf, pricedIn } from './sold.queries.ts';
import type { CouponRow, PlanPriceRow, PlanRow, PlanVersionRow } from './plans.table.ts';

export type Coupon = CouponRow;
export type Sold = { plan: PlanRow; version: PlanVersionRow; price: PlanPriceRow };
export type SoldKey = { planId: string; version: number | null; currency: string; period: 'month' | 'year' | 'once' };

/** A version with its price, whatever its visibility is now: who holds it keeps it. `version` null: the newest. Null: there is none. */
export async function findSold(db: Db, key: SoldKey): Promise<Sold | null> {
  const found = await planAt(db, key);
  if (found === null) return null;
  const prices = await pricesOf(db, { planId: key.planId, version: found.version.version });
  const price = prices.find((one) => one.currency === key.currency && one.period === key.period);
  return price === undefined ? null : { ...found, price };
}

/** Whether it may be bought now: public ones by everybody, private ones with their code, archived ones by nobody. */
export const isOnSale = ({ plan }: Sold, code: string | undefined): boolean =>
  plan.visibility === 'public' || (plan.visibility === 'private' && code === plan.code);

/** The plan's name for a reader. */
export const nameFor = (plan: Pick<PlanRow, 'name' | 'words'>, locale: string): string => plan.words[locale]?.name ?? plan.name;
export async function findPlanNames(db: Db, ids: readonly string[], locale: string): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  return new Map((await planNames(db, wanted)).map((plan) => [plan.id, nameFor(plan, locale)]));
}

/** Null: there is none of that code, it has ended, or it does not count for that plan or currency. */
export async function findCoupon(
  db: Db,
  of: { sellerId: string; code: string; planId: string; currency: string; now: number },
): Promise<CouponRow | null> {
  const row = await couponByCode(db, { sellerId: of.sellerId, code: of.code.trim().toUpperCase() });
  if (row === null || row.stoppedAt !== null || (row.expiresAt !== null && row.expiresAt.getTime() <= of.now)) return null;
  if (row.most !== null && row.used >= row.most) return null;
  if (row.planIds !== null && !row.planIds.includes(of.planId)) return null;
  return row.currency === null || row.currency === of.currency ? row : null;
}
export const findCouponById = couponById;

/** Counts one use of a coupon; false when it was used as often as it may be, has ended or was stopped. */
export const useCoupon = (tx: Db, id: string, now: Date): Promise<boolean> => countUse(tx, id, now);
/** A use that came to nothing. */
export const giveBackCoupon = (tx: Db, id: string): Promise<void> => uncountUse(tx, id);
/** Currencies in which something is offered to everybody. */
export const currenciesOffered = (db: Db, sellerId: string): Promise<string[]> => pricedIn(db, sellerId);

/** What a plan with seats on top allows. */
export function allowedBy({ version }: Pick<Sold, 'version'>, seats: number): Partial<Entitlements> {
  const { entitlements, seatKey } = version;
  if (seatKey === null || seats === 0) return entitlements;
  const held = new Map<string, unknown>(Object.entries(entitlements)).get(seatKey);
  return typeof held === 'number' ? { ...entitlements, [seatKey]: held + seats } : entitlements;
}
