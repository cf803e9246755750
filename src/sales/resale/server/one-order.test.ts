/** Purchases with a coupon of a reseller cause no deadlock: vendors and accounts are locked before coupons. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { dayIn } from '#sales/billing/days.rules.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const day = 86_400_000;
const { system } = world.ctx();
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
/** How a call ends, said in one word. */
const endOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: { cause?: { code?: string } }) => error.cause?.code ?? String(error),
  );

/** Two customers of one vendor, and what buys its plan with its coupon. */
async function stage() {
  const planId = await buildPlan(world, shop, { month: 3000n });
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const [a, b] = [await buildCustomerOf(world, vendor), await buildCustomerOf(world, vendor)];
  const own = await buildOffer(world, shop, { vendor, buyer: a, planId, currency: 'EUR', floor: 1500, price: 2000 });
  const coupon = { code: 'TEN', thousandths: 10_000, off: null, periods: 1, most: null, planIds: null, expiresAt: null };
  await world.api(vendor).resale.addCoupon({ body: coupon });
  const quoted = async (who: UserActor, more: { startsOn?: string } = {}) => {
    const body = { planId: own, period: 'month', currency: 'EUR', coupon: 'TEN', ...more } as const;
    return (await world.api(who).billing.quote({ body })).id;
  };
  const buy = (who: UserActor, quoteId: string) =>
    endOf(world.api(who).billing.purchase({ body: { quoteId, by: 'transfer', terms: true } }));
  return { a, b, quoted, buy };
}
/** Somebody holds an account for a moment, as a meeting that begins does. A purchase for it waits; the second comes meanwhile. */
async function beside(who: UserActor, calls: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const begun: Promise<unknown>[] = [];
  await system.write(async (tx) => {
    await tx.execute(sql`select 1 from accounts where id = ${who.accountId} for update`);
    for (const call of calls) {
      begun.push(call());
      await pause(700);
    }
  });
  return Promise.all(begun);
}
const stateOf = async (who: UserActor): Promise<unknown[]> => {
  const { rows } = await system.read.execute(sql`select state from subscriptions where account_id = ${who.accountId}`);
  return rows.map((one) => one['state']);
};

test('a purchase with a coupon beside the engine that gives the same coupon back', async () => {
  const { a, b, quoted, buy } = await stage();
  expect(await buy(a, await quoted(a))).toBe('done');
  world.clock.advance(22 * day);
  const quoteId = await quoted(b);
  expect(await beside(b, [() => buy(b, quoteId), () => endOf(runEngine(world.ctx()))])).toEqual(['done', 'done']);
  expect(await stateOf(a)).toEqual(['incomplete_expired']);
});

test('two customers of one vendor buy with the same coupon, one of them anew', async () => {
  const { a, b, quoted, buy } = await stage();
  await buy(a, await quoted(a));
  const [again, other] = [await quoted(a), await quoted(b)];
  expect(await beside(b, [() => buy(b, other), () => buy(a, again)])).toEqual(['done', 'done']);
});

test('a purchase with a coupon beside one for a day to come that is called off', async () => {
  const { a, b, quoted, buy } = await stage();
  await buy(a, await quoted(a, { startsOn: dayIn(world.clock.now() + 40 * day, 'Europe/Berlin') }));
  const { billing } = world.api(a);
  const revision = (await billing.subscription()).subscription?.revision ?? 0;
  const other = await quoted(b);
  const off = () => endOf(billing.cancel({ body: { atEnd: true, revision } }));
  expect(await beside(b, [() => buy(b, other), off])).toEqual(['done', 'done']);
  expect(await stateOf(a)).toEqual(['canceled']);
});
