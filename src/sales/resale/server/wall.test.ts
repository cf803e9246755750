/** The second wall around resellers' money, and who may ask for it at all. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { recount } from './commission.service.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { month: 3000n });
const tables = ['vendor_terms', 'resale_floors', 'resale_versions', 'commissions'] as const;

/** A vendor with a row in each of those tables: what it earned before it began to sell in its own name. */
async function filled(): Promise<UserActor> {
  const vendor = await buildReseller(world, shop, { model: 'commission' });
  const early = await buildCustomerOf(world, vendor);
  await recount(world.ctx(), await subscribe(world, shop, { buyer: early, planId }));
  await world
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update vendor_terms set model = 'wholesale', rate = null where account_id = ${vendor.accountId}`),
    );
  const buyer = await buildCustomerOf(world, vendor);
  await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  return vendor;
}
const [mine, other] = [await filled(), await filled()];

const count = async (who: UserActor | 'system', table: string): Promise<number> => {
  const { read } = who === 'system' ? world.ctx().system : world.ctx(who).db;
  const found = await read.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${table}`));
  return found.rows[0]?.n ?? 0;
};

test.each(tables)('of %s a vendor sees its own, and a customer nothing', async (table) => {
  expect([await count('system', table), await count(mine, table), await count(other, table)]).toEqual([2, 1, 1]);
  expect(await count(await buildBuyer(world), table)).toBe(0);
});

test.each([
  "update vendor_terms set model = 'wholesale'",
  'update resale_floors set amount = 0',
  "update commissions set state = 'locked'",
  'insert into resale_series (account_id, year, next) values (gen_random_uuid(), 2027, 1)',
  'delete from resale_charges',
  "update resale_statements set paid_on = '2027-01-01'",
])('“%s” is refused to those who serve an account', async (statement) => {
  const error: unknown = await world
    .ctx(mine)
    .db.write((tx) => tx.execute(sql.raw(statement)))
    .catch((thrown: unknown) => thrown);
  const cause = error instanceof Error ? error.cause : null;
  expect(cause instanceof pg.DatabaseError ? cause.code : 'nothing was refused').toBe('42501');
});

test('each side’s calls do not exist for the other, and without the right they are refused by name', async () => {
  const params = { id: mine.accountId };
  const { resale: operator } = world.api(shop.operator);
  const { resale: vendor } = world.api(mine);
  for (const work of [
    operator.own(),
    operator.ownStatements({ query: {} }),
    operator.ownSold({ query: {} }),
    operator.sales({ query: {} }),
    operator.seller(),
    vendor.money({ params }),
    vendor.statements({ params, query: {} }),
    vendor.sold({ params, query: {} }),
    operator.money({ params: { id: shop.operator.accountId } }),
  ])
    await expect(work).rejects.toMatchObject({ code: 'not_found' });
  const held = world.api({ ...mine, scope: mine.scope.filter((one) => one !== 'vendors.manage') });
  await expect(held.resale.own()).rejects.toMatchObject({ code: 'not_allowed' });
  const nobody = world.api();
  await expect(nobody.resale.own()).rejects.toMatchObject({ code: 'not_signed_in' });
});
