/** A plan for nothing makes nobody the seller of an account that another one sells to. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { changeStanding } from '#core/accounts/server/standing.service.ts';
import { buildBuyer, buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { buildVendor, grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { perKey } from '#sales/vendors/vendors.rules.ts';
import { buildCustomerOf, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { month: 3000n });
const keeper = () => world.api(shop.operator).allSubscriptions;
const gift = (accountId: string, more: { months?: number; after?: 'end' | 'paid' }) =>
  keeper().comp({
    body: { accountId, planId, currency: 'EUR', period: 'month', seats: 0, reason: 'a partner', ...more },
  });
const moveTo = (vendorAccountId: string, accountId: string) =>
  world.ctx().system.write((tx) => changeStanding(tx, accountId, { vendorAccountId, entitlements: { ...grantOfAll(1) } }));
const refused = { code: 'other_seller' };

test('the operator gives nothing to a customer of a vendor who sells in its own name', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const { accountId } = await buildCustomerOf(world, vendor);
  for (const more of [{}, { months: 1, after: 'end' }, { months: 1, after: 'paid' }] as const)
    await expect(gift(accountId, more)).rejects.toMatchObject(refused);
  for (let at = 0; at < 25; at += 1) {
    world.clock.advance(86_400_000);
    await runEngine(world.ctx());
  }
  const { rows } = await world.ctx().system.read.execute(sql`select 1 from invoices where account_id = ${accountId}`);
  expect(rows).toEqual([]);
});

test('nor where a vendor arranges what its customers have; a vendor on commission leaves selling to the operator', async () => {
  const { actor } = await buildVendor(
    world,
    perKey(() => null),
  );
  const arranged = await buildBuyer(world);
  await moveTo(actor.accountId, arranged.accountId);
  await expect(gift(arranged.accountId, { months: 1, after: 'end' })).rejects.toMatchObject(refused);
  const vendor = await buildReseller(world, shop, { model: 'commission' });
  const sold = await buildCustomerOf(world, vendor);
  expect(await gift(sold.accountId, { months: 1, after: 'paid' })).toMatchObject({ state: 'active' });
});

test('what is over does not begin again at a seller who sells to that account no more', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildBuyer(world);
  const { id, revision } = await gift(buyer.accountId, {});
  const over = await keeper().cancel({ params: { id }, body: { credit: 'nothing', reason: 'moves', revision } });
  await moveTo(vendor.accountId, buyer.accountId);
  const again = keeper().restart({ params: { id }, body: { reason: 'by phone', revision: over.revision } });
  await expect(again).rejects.toMatchObject(refused);
});
