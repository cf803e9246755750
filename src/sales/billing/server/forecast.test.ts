/** The months to come are run for real and taken back; nobody may notice. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop);

test('a forecast waits for no number and keeps nobody from one', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  const seriesOf = async () => {
    const { rows } = await world
      .ctx()
      .system.read.execute<{ next: number }>(sql`select next from invoice_series order by kind, year`);
    return rows.map(({ next }) => next);
  };
  const before = await seriesOf();
  const charges = await world.ctx().system.write(async (tx) => {
    // somebody's document is being numbered for as long as this takes
    await tx.execute(sql`select 1 from invoice_series for update`);
    return Promise.race([
      world.api(buyer).subscriptions.forecast({ body: {} }),
      new Promise<never>((_done, late) => setTimeout(() => late(new Error('it waits for the number')), 20_000).unref()),
    ]);
  });
  expect(charges.charges.length).toBeGreaterThanOrEqual(12);
  expect(await seriesOf()).toEqual(before);
});

test('forecasts of one seller do not wait for each other', async () => {
  const buyers = [await buildBuyer(world), await buildBuyer(world)];
  for (const buyer of buyers) await subscribe(world, shop, { buyer, planId });
  const all = await Promise.all(buyers.map((buyer) => world.api(buyer).subscriptions.forecast({ body: {} })));
  const [first, second] = all.map(({ charges }) => charges.map(({ total }) => total));
  expect(first).toEqual(second);
});
