/** The pool of a vendor, asked before a plan is changed; and one order of locks for grants and for plans that begin to count. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { holdPlan } from '#core/accounts/server/plan.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { grant } from '#sales/vendors/server/customers.service.ts';
import { grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { buildCustomerOf, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);

test('a change for which the pool has too little left is refused with what is left, and less is always possible', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', pool: grantOfAll(100) });
  const [first, second] = [await buildCustomerOf(world, vendor), await buildCustomerOf(world, vendor)];
  const [small, big] = [
    await buildPlan(world, shop, { month: 1000n, entitlements: { peopleAtOnce: 40 } }),
    await buildPlan(world, shop, { month: 3000n, seat: 100n, entitlements: { peopleAtOnce: 55 } }),
  ];
  await subscribe(world, shop, { buyer: first, planId: big });
  await subscribe(world, shop, { buyer: second, planId: small });
  const ask = (who: UserActor, planId: string, seats = 0) =>
    world.api(who).subscriptions.quoteChange({ body: { planId, period: 'month', seats } });
  await expect(ask(second, big)).rejects.toMatchObject({
    code: 'pool_exceeded',
    data: { key: 'peopleAtOnce', left: 45 },
  });
  await expect(ask(first, big, 6)).rejects.toMatchObject({ code: 'pool_exceeded', data: { key: 'peopleAtOnce', left: 60 } });
  expect((await ask(first, big, 5)).when).toBe('now');
  expect((await ask(first, small)).when).toBe('end');
  // what was quoted while there was room is refused when there is none any more
  const quote = await ask(first, big, 5);
  await grant(world.ctx(vendor), { id: second.accountId, grant: { ...grantOfAll(1), peopleAtOnce: 45 } });
  const { subscriptions } = world.api(first);
  await expect(subscriptions.change({ body: { quoteId: quote.id } })).rejects.toMatchObject({ code: 'pool_exceeded' });
  expect((await entitlementsFor(world.ctx().system.read, first.accountId)).peopleAtOnce).toBe(55);
});

test('grants and plans that begin to count at the same time wait for each other, and never in a circle', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission' });
  const customers = [await buildCustomerOf(world, vendor), await buildCustomerOf(world, vendor)];
  const counts = (who: UserActor, rooms: number) =>
    world.ctx().system.write(async (tx) => {
      const { accountId } = who;
      // a row that refers to the account, as everything does that is booked before the plan counts
      await record(world.ctx(), tx, { action: 'billing.change-asked', subjectKind: 'account', subjectId: accountId, accountId });
      await holdPlan(world.ctx(), tx, { accountId, plan: { rooms }, service: 'full' });
    });
  const rounds = 60;
  for (let round = 1; round <= rounds; round += 1)
    await Promise.all(
      customers.flatMap((who) => [
        counts(who, round),
        grant(world.ctx(vendor), { id: who.accountId, grant: grantOfAll(round % 7) }),
      ]),
    );
  const held = await Promise.all(customers.map((who) => entitlementsFor(world.ctx().system.read, who.accountId)));
  expect(held.map((one) => one.rooms)).toEqual([rounds, rounds]);
}, 60_000);
