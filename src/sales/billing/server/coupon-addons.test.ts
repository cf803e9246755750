/** What a coupon counts for: the plan, its add-ons, or both; what is shown with it is what is charged. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { makeCoupon } from '#sales/plans/server/coupons.service.ts';
import type { CouponCovers } from '#sales/plans/plans.rules.ts';
import { buildAddon } from './addons.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const day = 86_400_000;
const plan = await buildPlan(world, shop, { name: 'Team', month: 3000n, year: 30_000n, seat: 100n });
const storage = await buildAddon(world, shop, {
  name: 'Storage',
  month: 500n,
  setupFee: 700n,
  entitlements: { recordingGb: 50 },
});
const addons = [{ planId: storage, quantity: 4 }];
let count = 0;
type Given = { covers?: CouponCovers; off?: number; periods?: number | null; planIds?: string[] };
/** A quarter off by default. Returns its code. */
async function coupon({ covers, off, periods = null, planIds }: Given): Promise<string> {
  count += 1;
  const code = `TEST-${count}`;
  const body = {
    ...{ code, thousandths: off === undefined ? 25_000 : null, off: off === undefined ? null : { amount: off, currency: 'EUR' } },
    ...{ periods, most: null, planIds: planIds ?? null, expiresAt: null, ...(covers === undefined ? {} : { covers }) },
  };
  const ctx = world.ctx(shop.operator);
  await ctx.system.write((tx) => makeCoupon(ctx, tx, { sellerId: shop.operator.accountId, body }));
  return code;
}
const wish = { planId: plan, period: 'month' as const, currency: 'EUR', seats: 2 };

test.each([
  // the plan with its seats costs 32.00, the add-ons 20.00, their set-up 7.00, for which none counts
  [undefined, [750, 50, 0, 0]],
  ['plan', [750, 50, 0, 0]],
  ['addons', [0, 0, 500, 0]],
  ['both', [750, 50, 500, 0]],
] as const)('a coupon for %s takes something off that, and off nothing else', async (covers, discounts) => {
  const code = await coupon({ ...(covers === undefined ? {} : { covers }) });
  const buyer = await buildBuyer(world);
  const { billing, invoices } = world.api(buyer);
  const shown = await billing.preview({ body: { wish: { ...wish, addons, coupon: code } } });
  const quote = await billing.quote({ body: { ...wish, addons, coupon: code } });
  expect(shown.lines.map((line) => [line.kind, line.discount])).toEqual(
    ['plan', 'seats', 'addon', 'setup'].map((kind, at) => [kind, discounts[at]]),
  );
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const claim = await invoices.get({ params: { id: invoiceId ?? '' } });
  expect([quote.total, claim.total, claim.lines.map((line) => [line.amount, line.discount, line.net])]).toEqual([
    ...[shown.total, shown.total],
    shown.lines.map((line) => [line.amount, line.discount, line.net]),
  ]);
  await pay(world, shop, invoiceId);
  const { subscription } = await billing.subscription();
  // the renewal is the one that was foretold
  expect(subscription?.next?.total).toBe(shown.next?.total);
  world.clock.advance(32 * day);
  await runEngine(world.ctx());
  const [renewal] = (await invoices.list({ query: { state: 'open' } })).items;
  expect(renewal?.total).toBe(shown.next?.total);
});

test('an amount is spread over all that it counts for, and takes no more than that', async () => {
  const buyer = await buildBuyer(world);
  const { billing } = world.api(buyer);
  const both = await billing.preview({
    body: { wish: { ...wish, addons, coupon: await coupon({ covers: 'both', off: 1300 }) } },
  });
  expect(both.lines.map((line) => line.discount)).toEqual([750, 50, 500, 0]);
  const only = await billing.preview({
    body: { wish: { ...wish, addons, coupon: await coupon({ covers: 'addons', off: 9000 }) } },
  });
  expect(only.lines.map((line) => line.discount)).toEqual([0, 0, 2000, 0]);
});

test('one for add-ons is refused where there are none, and is not used up by that', async () => {
  const buyer = await buildBuyer(world);
  const { billing } = world.api(buyer);
  const code = await coupon({ covers: 'addons' });
  const refused = { code: 'coupon_refused', fields: { 'body.coupon': 'coupon_refused' } };
  await expect(billing.quote({ body: { ...wish, coupon: code } })).rejects.toMatchObject(refused);
  expect((await billing.quote({ body: { ...wish, addons, coupon: code } })).discountTotal).toBe(500);
});

test.each(['addons', 'both'] as const)(
  'a change with a coupon for %s is charged as it was shown, thing by thing',
  async (covers) => {
    const code = await coupon({ covers });
    const buyer = await buildBuyer(world);
    const { billing, subscriptions, invoices } = world.api(buyer);
    const bought = await billing.quote({ body: { ...wish, addons, coupon: code } });
    await pay(world, shop, (await billing.purchase({ body: { quoteId: bought.id, by: 'transfer', terms: true } })).invoiceId);
    for (const [quantity, seats] of [
      [6, 2],
      [7, 5],
    ] as const) {
      world.clock.advance(5 * day + 12_345_678);
      const body = { planId: plan, period: 'month' as const, seats, addons: [{ planId: storage, quantity }] };
      const quote = await subscriptions.quoteChange({ body });
      const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
      const claim = await invoices.get({ params: { id: invoiceId ?? '' } });
      expect([claim.total, claim.lines.map((line) => line.amount)]).toEqual([
        quote.total,
        quote.lines.map((line) => line.amount),
      ]);
      const { periodStart, periodEnd } = (await billing.subscription()).subscription ?? { periodStart: 0, periodEnd: 0 };
      const full = (periodEnd ?? 0) - (periodStart ?? 0);
      const seconds = (ms: number) => Math.floor(ms / 1000);
      const left = seconds(periodEnd ?? 0) - seconds(quote.lines[0]?.periodStart ?? 0);
      const part = (amount: number) => Math.round((amount * left) / seconds(full));
      // what stood at three quarters comes back at three quarters, and what takes its place is asked for at them
      const before = quantity === 6 ? 1500 : 2250;
      expect(quote.lines.slice(-2).map((line) => line.amount)).toEqual([-part(before), part(quantity * 375)]);
      if (claim.state === 'open') await pay(world, shop, invoiceId);
    }
  },
);

test('a coupon for all of the price counts on after a change of rhythm, which has an invoice of nothing', async () => {
  const code = await coupon({ off: 100_000 });
  const buyer = await buildBuyer(world);
  const { billing, subscriptions, invoices } = world.api(buyer);
  const bought = await billing.quote({ body: { ...wish, seats: 0, coupon: code } });
  await billing.purchase({ body: { quoteId: bought.id, by: 'transfer', terms: true } });
  world.clock.advance(day);
  const year = await subscriptions.quoteChange({ body: { planId: plan, period: 'year', seats: 0 } });
  const { invoiceId } = await subscriptions.change({ body: { quoteId: year.id } });
  const claim = await invoices.get({ params: { id: invoiceId ?? '' } });
  expect([claim.state, claim.total, claim.lines.map((line) => [line.kind, line.amount])]).toEqual(['paid', 0, [['charge', 0]]]);
  const seats = await subscriptions.quoteChange({ body: { planId: plan, period: 'year', seats: 3 } });
  expect([seats.when, seats.total]).toEqual(['now', 0]);
});
