/** Customers who only had event passes had no plan yet, so offers for a first plan still apply. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { makeCoupon } from '#sales/plans/server/coupons.service.ts';
import { buildPass } from './addons.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);

test('a trial, days of trust, a coupon and the right of withdrawal are there after a pass as before it', async () => {
  const [tried, plan] = [await buildPlan(world, shop, { trialDays: 14 }), await buildPlan(world, shop)];
  const planId = await buildPass(world, shop);
  const ctx = world.ctx(shop.operator);
  const body = { code: 'FIRST', thousandths: 10_000, off: null, periods: 1, most: null, planIds: null, expiresAt: null };
  await ctx.system.write((tx) => makeCoupon(ctx, tx, { sellerId: shop.operator.accountId, body }));
  await ctx.system.write((tx) => tx.execute(sql`update billing_sellers set trust_days = 5`));
  const buyer = await buildBuyer(world, { buyer: 'consumer' });
  const { billing, passes } = world.api(buyer);
  const wish = { period: 'month' as const, currency: 'EUR' };
  const first = async () => {
    const offered = await billing.quote({ body: { ...wish, planId: tried } });
    const { total, discountTotal } = await billing.quote({ body: { ...wish, planId: plan, coupon: 'FIRST' } });
    return [offered.trialDays, total, discountTotal];
  };
  const before = await first();
  expect(before[0]).toBe(14);
  const quote = await passes.quote({ body: { planId, currency: 'EUR', startsAt: null } });
  await pay(world, shop, (await passes.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } })).invoiceId);
  expect(await first()).toEqual(before);
  // a first plan by transfer begins on trust, and can be taken back
  const bought = await billing.quote({ body: { ...wish, planId: plan } });
  await billing.purchase({ body: { quoteId: bought.id, by: 'transfer', terms: true } });
  const { subscription } = await billing.subscription();
  expect([subscription?.state, subscription?.withdrawUntil === null]).toEqual(['active', false]);
});
