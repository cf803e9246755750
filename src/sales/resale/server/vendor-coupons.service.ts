/** Coupons for a vendor's own offers. The floor holds after the discount, too. */
import { Failure } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type Db, isRuleBroken } from '#kit/server/db/db.ts';
import type { CouponItem } from '#sales/plans/plans.contract.ts';
import { couponsOf, endCoupon, makeCoupon } from '#sales/plans/server/coupons.service.ts';
import { pricesAt } from '#sales/plans/server/resold.service.ts';
import { holdVendor, vendorOf } from '#sales/vendors/server/access.service.ts';
import { findTerms, findVendorState } from '#sales/vendors/server/selling.service.ts';
import type { resaleCalls } from '../resale.contract.ts';
import { belowFloor, makesLess, reducedPrices } from '../resale.rules.ts';
import { ownPlans } from './money.service.ts';
import { floorsFor } from './offers.service.ts';
import { handedBy } from './prices.queries.ts';

export const coupons = (
  ctx: Ctx,
  query: Parsed<typeof resaleCalls.coupons>['query'],
): Promise<ResultIn<typeof resaleCalls.coupons>> => couponsOf(ctx, vendorOf(ctx).accountId, query);

type NewCoupon = Parsed<typeof resaleCalls.addCoupon>['body'];
/** Throws `coupon_below_floor` with the first plan whose price would be below its floor, and the floor. */
async function requireFloors(tx: Db, vendorId: string, body: NewCoupon): Promise<void> {
  const handed = await handedBy(tx, vendorId);
  for (const own of (await ownPlans(tx, vendorId)).values()) {
    const source = handed.find((one) => one.planId === own.planId && one.version === own.version);
    if (
      source === undefined ||
      own.kind === null ||
      !own.onSale ||
      !makesLess({ ...body, covers: body.covers ?? 'plan' }, own.kind)
    )
      continue;
    if (own.kind === 'base' && body.planIds !== null && !body.planIds.includes(own.planId)) continue;
    const plan = { id: source.sourcePlanId, version: source.sourceVersion };
    const asked = await pricesAt(tx, own);
    const below = belowFloor(reducedPrices(asked, body), await floorsFor(tx, { vendorId, plan }));
    if (below !== null) throw new Failure('coupon_below_floor', { data: { plan: own.name, least: below.least } });
  }
}

/** Throws `coupon_below_floor`, `code_taken`, `not_wholesale`, `not_possible` while the vendor does not sell. */
export async function addCoupon(ctx: Ctx, body: NewCoupon): Promise<CouponItem> {
  const { accountId: vendorId } = vendorOf(ctx);
  try {
    return await ctx.system.write(async (tx) => {
      await holdVendor(tx, vendorId);
      if ((await findVendorState(tx, vendorId)) !== 'active') throw new Failure('not_possible');
      if ((await findTerms(tx, vendorId))?.model !== 'wholesale') throw new Failure('not_wholesale');
      await requireFloors(tx, vendorId, body);
      return makeCoupon(ctx, tx, { sellerId: vendorId, body });
    });
  } catch (error) {
    if (isRuleBroken(error, 'resale_coupon')) throw new Failure('coupon_below_floor');
    throw error;
  }
}
export const stopCoupon = (ctx: Ctx, id: string): Promise<CouponItem> =>
  endCoupon(ctx, { sellerId: vendorOf(ctx).accountId, id });
