/** Rates that the seller enters win over those that we know, from the next price on. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildBuyer, buildPlan, buildShop } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const { billing } = world.api(shop.operator);
const prove = () =>
  world
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update sessions set proven_until = now() + interval '1 day' where id = ${shop.operator.sessionId}`),
    );

test('what the operator enters for its own country is what the next quote carries, and is noted', async () => {
  await prove();
  const planId = await buildPlan(world, shop);
  const buyer = world.api(await buildBuyer(world)).billing;
  const wish = { planId, period: 'month' as const, currency: 'EUR' };
  expect((await buyer.quote({ body: wish })).total).toBe(3451);
  const { seller } = await billing.seller();
  if (seller === null) throw new Error('there is no seller');
  const kept = await billing.saveSeller({ body: { ...seller, ownRates: { DE: 7_000, 'PT-20': 16_000 } } });
  expect(kept.ownRates).toEqual({ DE: 7_000, 'PT-20': 16_000 });
  expect((await buyer.quote({ body: wish })).total).toBe(3103);
  const noted = await world
    .ctx()
    .system.read.execute<{ fields: string }>(
      sql`select data->>'fields' as fields from audit_entries where action = 'billing.seller-changed' order by id desc limit 1`,
    );
  expect(noted.rows).toEqual([{ fields: 'ownRates' }]);
});

test.each([
  ['a fraction', { DE: 7_000.5 }],
  ['less than nothing', { DE: -1 }],
  ['more than half', { DE: 50_001 }],
  ['a place that is none', { Germany: 7_000 }],
  ['too many', Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`DE-${at}`, 7_000]))],
])('%s is no rate', async (_what, ownRates) => {
  await prove();
  const { seller } = await billing.seller();
  if (seller === null) throw new Error('there is no seller');
  await expect(billing.saveSeller({ body: { ...seller, ownRates } })).rejects.toMatchObject({ code: 'invalid_input' });
});
