/** A vendor whose books are in another currency than its commission: the self-billed invoice says the tax in both, and waits for a rate if the vendor decided so. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { lockDue, recount } from './commission.service.ts';
import { statementById } from './earned.queries.ts';
import { closeMonth } from './month.service.ts';
import { buildCustomerOf, buildReseller } from './resale.factory.ts';
import { statementDocument } from './statement-document.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { month: 10_000n });
const day = 86_400_000;

test('no statement without a rate; with one, tax and rate stand in the document that the files are made of', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', rate: 20_000, lockDays: 0 });
  await world
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update billing_sellers set accounting_currency = 'PLN' where account_id = ${vendor.accountId}`),
    );
  const customer = await buildCustomerOf(world, vendor);
  await recount(world.ctx(), await subscribe(world, shop, { buyer: customer, planId }));
  world.clock.advance(32 * day);
  await lockDue(world.ctx());
  world.clock.advance(32 * day);
  const statements = async () => (await world.api(vendor).resale.ownStatements({ query: {} })).items;
  await closeMonth(world.ctx());
  expect(await statements()).toEqual([]);
  const waits = async () => (await world.api(shop.operator).resale.money({ params: { id: vendor.accountId } })).waits;
  expect(await waits()).toMatchObject([{ kind: 'commission', currency: 'EUR', reason: 'rate' }]);
  const rates = [
    { day: new Date(world.clock.now() - 5 * day).toISOString().slice(0, 10), base: 'EUR', currency: 'PLN', rate: '4.2793' },
  ];
  await world.api(shop.operator).exchange.add({ body: { origin: 'NBP', rates } });
  await closeMonth(world.ctx());
  const [item] = await statements();
  expect(await waits()).toEqual([]);
  expect(item).toMatchObject({ kind: 'commission', currency: 'EUR', tax: 380 });
  const { read } = world.ctx().system;
  const row = await statementById(read, item?.id ?? '');
  const doc = row === null ? null : await statementDocument(read, row);
  expect(doc?.accounting).toEqual({
    ...{ tax: { minor: 1626n, currency: 'PLN' }, rate: '1 EUR = 4.2793 PLN', source: 'NBP', date: rates[0]?.day },
  });
});
