/** The coupon of a subscription, for the plan that it is charged for. */
import type { Db } from '#kit/server/db/db.ts';
import { type Coupon, findCouponById } from '#sales/plans/server/sold.service.ts';
import type { SubscriptionRow } from './billing.table.ts';

/** Null: there is none, it is used up, or it is for other plans. */
export async function couponFor(
  db: Db,
  row: Pick<SubscriptionRow, 'couponId' | 'couponLeft'>,
  planId: string,
): Promise<Coupon | null> {
  if (row.couponId === null || row.couponLeft === 0) return null;
  const coupon = await findCouponById(db, row.couponId);
  return coupon?.planIds != null && !coupon.planIds.includes(planId) ? null : coupon;
}
