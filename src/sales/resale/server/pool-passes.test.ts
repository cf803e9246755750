/** The pool of a vendor counts what passes add, and what an account is given instead of its plan; the database holds it too. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { holdPlan, raiseLimits } from '#core/accounts/server/plan.service.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPass } from '#sales/billing/server/addons.factory.ts';
import { buildPlan, buildShop, pay, subscribe } from '#sales/billing/server/billing.factory.ts';
import { dayIn } from '#sales/billing/days.rules.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { givenBy } from '#sales/vendors/server/access.service.ts';
import { grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { buildCustomerOf, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { entitlements: { peopleAtOnce: 40 } });

const atOnce = async (who: UserActor) => (await entitlementsFor(world.ctx().system.read, who.accountId)).peopleAtOnce;
const raise = (who: UserActor, peopleAtOnce: number) =>
  world.ctx().system.write((tx) => raiseLimits(world.ctx(), tx, { accountId: who.accountId, raised: { peopleAtOnce } }));
const hold = (who: UserActor, peopleAtOnce: number) =>
  world
    .ctx()
    .system.write((tx) => holdPlan(world.ctx(), tx, { accountId: who.accountId, plan: { peopleAtOnce }, service: 'full' }));
/** Its claim, by transfer. */
async function buyPass(who: UserActor, pass: string): Promise<string | null> {
  const { passes } = world.api(who);
  const quote = await passes.quote({ body: { planId: pass, currency: 'EUR', startsAt: null } });
  return (await passes.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } })).invoiceId;
}
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : error),
  );
/** What the customers of a vendor hold, as the service computes it and as the database does. */
const given = async (vendor: UserActor) => {
  const { read } = world.ctx().system;
  const { rows } = await read.execute<{ held: string }>(
    sql`select vendor_given(${vendor.accountId}, 'peopleAtOnce', null)::text as held`,
  );
  return [(await givenBy(read, vendor.accountId)).peopleAtOnce, Number(rows[0]?.held)];
};

test('what passes add is taken from the pool, and ends where the pool does', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', pool: grantOfAll(100) });
  const [first, second] = [await buildCustomerOf(world, vendor), await buildCustomerOf(world, vendor)];
  for (const buyer of [first, second]) await subscribe(world, shop, { buyer, planId });
  expect(await given(vendor)).toEqual([80, 80]);
  await raise(first, 15);
  expect([await atOnce(first), await given(vendor)]).toEqual([55, [95, 95]]);
  // five are left, and no more
  await raise(second, 300);
  expect([await atOnce(second), await given(vendor)]).toEqual([45, [100, 100]]);
  await raise(first, 0);
  expect(await given(vendor)).toEqual([85, 85]);
});

test('what an account is given instead of its plan counts as that', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', pool: grantOfAll(100) });
  const buyer = await buildCustomerOf(world, vendor);
  await subscribe(world, shop, { buyer, planId });
  await world
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update accounts set extra_entitlements = '{"peopleAtOnce": 70}' where id = ${buyer.accountId}`),
    );
  expect([await atOnce(buyer), await given(vendor)]).toEqual([70, [70, 70]]);
});

test('a pass and a larger plan are sold together only as far as the pool goes, whichever is asked for first', async () => {
  const large = await buildPlan(world, shop, { month: 9000n, entitlements: { peopleAtOnce: 90 } });
  const pass = await buildPass(world, shop, { entitlements: { peopleAtOnce: 30 } });
  const vendor = await buildReseller(world, shop, { model: 'commission', pool: grantOfAll(100) });
  const first = await buildCustomerOf(world, vendor);
  await subscribe(world, shop, { buyer: first, planId });
  const bought = await buyPass(first, pass);
  await pay(world, shop, bought);
  expect([await atOnce(first), await given(vendor)]).toEqual([70, [70, 70]]);
  // 90 and the 30 of the pass are more than 100
  const change = { body: { planId: large, period: 'month', seats: 0 } } as const;
  expect(await codeOf(world.api(first).subscriptions.quoteChange(change))).toBe('pool_exceeded');
  // the database keeps it when it was not asked: the plan gets what the pass leaves, and the rest when the pass is over
  await hold(first, 90);
  expect([await atOnce(first), await given(vendor)]).toEqual([100, [100, 100]]);
  await raise(first, 0);
  expect([await atOnce(first), await given(vendor)]).toEqual([70, [70, 70]]);
  await hold(first, 90);
  expect([await atOnce(first), await given(vendor)]).toEqual([90, [90, 90]]);
});

test('what is sold for a day to come is kept in the pool until then, and is not sold a second time', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', pool: grantOfAll(100) });
  const [first, second] = [await buildCustomerOf(world, vendor), await buildCustomerOf(world, vendor)];
  const big = await buildPlan(world, shop, { month: 3000n, entitlements: { peopleAtOnce: 90 } });
  const { billing, invoices } = world.api(first);
  const startsOn = dayIn(world.clock.now() + 5 * 86_400_000, 'Europe/Berlin');
  const quote = await billing.quote({ body: { planId: big, period: 'month', currency: 'EUR', startsOn } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const before = await atOnce(first);
  expect(await given(vendor)).toEqual([91, 91]);
  await runEngine(world.ctx());
  await pay(world, shop, (await invoices.list({ query: {} })).items[0]?.id ?? null);
  expect(await codeOf(subscribe(world, shop, { buyer: second, planId: big }))).toBe('pool_exceeded');
  // nor is a pass beside it, and the database gives nobody what is kept
  const pass = await buildPass(world, shop, { entitlements: { peopleAtOnce: 30 } });
  expect(await codeOf(buyPass(first, pass))).toBe('pool_exceeded');
  await hold(second, 90);
  expect([await atOnce(second), await given(vendor), await atOnce(first)]).toEqual([10, [100, 100], before]);
  world.clock.advance((quote.startsAt ?? 0) - world.clock.now() + 1000);
  await runEngine(world.ctx());
  expect([await atOnce(first), await given(vendor)]).toEqual([90, [100, 100]]);
});

test('what was kept is free again when it is called off', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', pool: grantOfAll(100) });
  const buyer = await buildCustomerOf(world, vendor);
  const { billing } = world.api(buyer);
  const startsOn = dayIn(world.clock.now() + 40 * 86_400_000, 'Europe/Berlin');
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR', startsOn } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  expect(await given(vendor)).toEqual([40, 40]);
  const revision = (await billing.subscription()).subscription?.revision ?? 0;
  await billing.cancel({ body: { atEnd: true, revision } });
  expect(await given(vendor)).toEqual([1, 1]);
});

test('a pass has to fit beside a change that waits for its money', async () => {
  const large = await buildPlan(world, shop, { month: 9000n, entitlements: { peopleAtOnce: 90 } });
  const pass = await buildPass(world, shop, { entitlements: { peopleAtOnce: 30 } });
  const vendor = await buildReseller(world, shop, { model: 'commission', pool: grantOfAll(100) });
  const buyer = await buildCustomerOf(world, vendor);
  await subscribe(world, shop, { buyer, planId });
  const { subscriptions } = world.api(buyer);
  const quote = await subscriptions.quoteChange({ body: { planId: large, period: 'month', seats: 0 } });
  const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
  expect(await codeOf(buyPass(buyer, pass))).toBe('pool_exceeded');
  await pay(world, shop, invoiceId);
  expect([await atOnce(buyer), await given(vendor)]).toEqual([90, [90, 90]]);
});
