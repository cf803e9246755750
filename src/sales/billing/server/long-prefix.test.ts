/** A seller whose prefix is as long as one may be is never refused a number, nor a look ahead. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { readReference } from '#sales/providers/reference.rules.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world, { seriesPrefix: 'BILDUNGNORD1' });

test('the next thirteen months are told, with numbers that nobody ever has', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const { charges } = await world.api(buyer).subscriptions.forecast({ body: {} });
  expect(charges.length).toBeGreaterThanOrEqual(13);
});

test('the invoice number 100 000 of a year is written as that before it, each with a reference of its own', async () => {
  const buyer = await buildBuyer(world);
  const { allInvoices } = world.api(shop.operator);
  const write = async () => {
    const body = { accountId: buyer.accountId, currency: 'EUR', lines: [{ title: 'Hour', quantity: 1, unit: 100 }] };
    const { id, revision } = await allInvoices.create({ body });
    return allInvoices.finalize({ params: { id }, body: { revision } });
  };
  const { number } = await write();
  const year = number?.slice(12, 16);
  await world
    .ctx()
    .system.write((tx) => tx.execute(sql`update invoice_series set next = 99999 where seller_id = ${shop.operator.accountId}`));
  const written = [await write(), await write(), await write()];
  expect(written.map((one) => one.number)).toEqual(
    ['99999', '100000', '100001'].map((serial) => `BILDUNGNORD1${year}-${serial}`),
  );
  const { rows } = await world
    .ctx()
    .system.read.execute<{ reference: string }>(
      sql`select reference from invoices where account_id = ${buyer.accountId} and serial > 1000 order by serial`,
    );
  expect(rows.map(({ reference }) => reference.slice(4))).toEqual([
    `BILDUNGNORD1${year}99999`,
    `ILDUNGNORD1${year}100000`,
    `ILDUNGNORD1${year}100001`,
  ]);
  for (const { reference } of rows) expect(readReference(reference)).toBe(reference);
});
