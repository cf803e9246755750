/** The pool of a vendor counts what passes add, and what an account is given instead of its plan; the database holds it too. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { raiseLimits } from '#core/accounts/server/plan.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
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
/** What the customers of a vendor hold, as the service reckons and as the database does. */
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
