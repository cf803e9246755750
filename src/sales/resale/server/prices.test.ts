/** A vendor's own price list: above its floors, its customers see it, and nobody else's. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { changeStanding } from '#core/accounts/server/standing.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { givenBy } from '#sales/vendors/server/access.service.ts';
import { standing } from '#sales/vendors/server/steps.service.ts';
import { grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const operator = () => world.api(shop.operator);
const month = { currency: 'EUR', period: 'month' as const, seatAmount: null };
const planId = await buildPlan(world, shop, { month: 2900n, seat: 150n });

const setFloor = (vendor: UserActor, amount: number | null, seatAmount: number | null = null) =>
  operator().resale.setFloors({
    params: { id: vendor.accountId },
    body: { floors: [{ ...month, planId, version: 1, amount, seatAmount }] },
  });
const sell = (vendor: UserActor, amount: number, seatAmount: number | null = null) =>
  world.api(vendor).resale.offer({
    params: { planId },
    body: { name: 'Schule M', onSale: true, prices: [{ ...month, amount, seatAmount }] },
  });

test('a price at its floor is sold, one below is refused with the least, and the database refuses it too', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  await expect(sell(vendor, 5000)).rejects.toMatchObject({ code: 'below_floor', data: { least: null } });
  await setFloor(vendor, 1900);
  await expect(sell(vendor, 1899)).rejects.toMatchObject({
    code: 'below_floor',
    data: { least: 1900 },
    fields: { 'body.prices.0.amount': 'below_floor' },
  });
  const { plans } = await sell(vendor, 1900);
  expect(plans.find((one) => one.planId === planId)).toMatchObject({ ownName: 'Schule M', onSale: true });
  const below = world.ctx().system.write((tx) =>
    tx.execute(sql`insert into plan_prices (plan_id, version, currency, period, amount, setup_fee, inclusive)
      select r.plan_id, r.version, 'EUR', 'year', 1, 0, false from resale_versions r where r.account_id = ${vendor.accountId}`),
  );
  await expect(below).rejects.toMatchObject({ constraint: 'resale_floor' });
});

test('seats have a floor of their own', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  await setFloor(vendor, 1900, 100);
  await expect(sell(vendor, 2500, 99)).rejects.toMatchObject({ code: 'below_floor', data: { least: 100 } });
  await sell(vendor, 2500, 100);
});

test('the same prices again are no other version, other ones are, and a plan is taken off sale', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  await setFloor(vendor, 1000);
  await sell(vendor, 2000);
  await sell(vendor, 2000);
  const versions = () => world.api(buyer).plans.offers({ query: { currency: 'EUR' } });
  expect((await versions()).items).toMatchObject([{ name: 'Schule M', version: 1, prices: [{ amount: 2000 }] }]);
  await sell(vendor, 2500);
  expect((await versions()).items).toMatchObject([{ version: 2, prices: [{ amount: 2500 }] }]);
  await world.api(vendor).resale.offer({ params: { planId }, body: { name: 'Schule M', onSale: false, prices: [] } });
  expect((await versions()).items).toEqual([]);
});

test('a floor goes up only to what the vendor asks, and down at any time', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  await setFloor(vendor, 1000);
  await sell(vendor, 2000);
  await setFloor(vendor, 2000);
  await expect(setFloor(vendor, 2001)).rejects.toMatchObject({ code: 'floor_held' });
  await expect(setFloor(vendor, null)).rejects.toMatchObject({ code: 'floor_held' });
  await setFloor(vendor, 500);
});

test('whatever is asked, no price that is sold is below its floor', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  await setFloor(vendor, 1000);
  let seed = 7;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  for (let at = 0; at < 25; at++) {
    const amount = next() % 2500;
    if (at % 3 === 0) await setFloor(vendor, amount).catch(() => undefined);
    else await sell(vendor, amount).catch(() => undefined);
    const found = await world.ctx().system.read.execute<{ n: number }>(sql`select count(*)::int as n from resale_versions r
      join plan_prices p on p.plan_id = r.plan_id and p.version = r.version
      join resale_floors f on f.account_id = r.account_id and f.plan_id = r.source_plan_id and f.version = r.source_version and f.currency = p.currency and f.period = p.period
      where r.account_id = ${vendor.accountId} and p.amount < f.amount`);
    expect(found.rows[0]?.n).toBe(0);
  }
}, 30_000);

test('customers see the offers of whoever sells to them: the vendor’s, the operator’s, or nobody’s', async () => {
  const [one, other] = [
    await buildReseller(world, shop, { model: 'wholesale' }),
    await buildReseller(world, shop, { model: 'wholesale' }),
  ];
  const sharing = await buildReseller(world, shop, { model: 'commission' });
  const [mine, theirs, shared] = [
    await buildCustomerOf(world, one),
    await buildCustomerOf(world, other),
    await buildCustomerOf(world, sharing),
  ];
  const own = await buildOffer(world, shop, { vendor: one, buyer: mine, planId, currency: 'EUR', floor: 1000, price: 1500 });
  const seen = async (who: UserActor) => (await world.api(who).plans.offers({ query: {} })).items.map((item) => item.id);
  expect(await seen(mine)).toEqual([own]);
  expect(await seen(theirs)).toEqual([]);
  expect(await seen(shared)).toContain(planId);
  expect(await seen(await buildBuyer(world))).toContain(planId);
  // another vendor's plan, or the operator's behind the vendor's back, is not there
  for (const [who, id] of [
    [theirs, own],
    [mine, planId],
    [shared, own],
  ] as const)
    await expect(world.api(who).billing.quote({ body: { planId: id, period: 'month', currency: 'EUR' } })).rejects.toMatchObject({
      code: 'offer_gone',
    });
  // a card would pay the operator
  expect((await world.api(mine).billing.ways()).ways).toEqual(['transfer']);
});

test('the model changes only while nothing runs under it', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const { setTerms } = operator().resale;
  const params = { id: vendor.accountId };
  const body = { model: 'commission' as const, rate: 10_000, lockDays: 14, revision: 1 };
  await expect(setTerms({ params, body: { ...body, rate: null } })).rejects.toMatchObject({ code: 'rate_missing' });
  await expect(setTerms({ params, body: { ...body, revision: 7 } })).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect((await setTerms({ params, body })).terms).toEqual({ ...body, revision: 2 });
  await expect(sell(vendor, 5000)).rejects.toMatchObject({ code: 'not_wholesale' });
});

test('a plan that is bought counts against the pool, and never holds more than is left of it', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale', pool: grantOfAll(12) });
  const [first, second] = [await buildCustomerOf(world, vendor), await buildCustomerOf(world, vendor)];
  const take = (who: UserActor, rooms: number | null) =>
    world
      .ctx()
      .system.write((tx) =>
        tx.execute(
          sql`update accounts set plan_entitlements = ${JSON.stringify({ rooms, people: 5 })}::jsonb where id = ${who.accountId}`,
        ),
      );
  const rooms = async (who: UserActor) => (await entitlementsFor(world.ctx().system.read, who.accountId)).rooms;
  await take(first, 10);
  await take(second, null);
  expect([await rooms(first), await rooms(second)]).toEqual([10, 2]);
  expect(await givenBy(world.ctx().system.read, vendor.accountId)).toMatchObject({ rooms: 12, people: 10 });
  expect((await standing(world.ctx(vendor))).given).toMatchObject({ rooms: 12 });
  await expect(
    world.ctx().system.write((tx) => changeStanding(tx, second.accountId, { entitlements: { ...grantOfAll(3) } })),
  ).rejects.toMatchObject({ cause: { constraint: 'vendor_pool' } });
});

test('a plan for which the pool has too little left is not sold', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', pool: grantOfAll(100) });
  const [first, second] = [await buildCustomerOf(world, vendor), await buildCustomerOf(world, vendor)];
  const big = await buildPlan(world, shop, { entitlements: { peopleAtOnce: 60 } });
  await subscribe(world, shop, { buyer: first, planId: big });
  const wish = { planId: big, period: 'month' as const, currency: 'EUR' };
  await expect(world.api(second).billing.quote({ body: wish })).rejects.toMatchObject({
    code: 'pool_exceeded',
    data: { key: 'peopleAtOnce', left: 40 },
  });
});
