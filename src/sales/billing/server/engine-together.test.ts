/** Several workers in one night, with customers of more than one seller: nobody waits for the other for ever, and no number is given twice. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildBuyer, buildPlan, buildShop } from './billing.factory.ts';
import { BATCH, runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const rows = async (query: ReturnType<typeof sql>) => (await world.ctx().system.read.execute(query)).rows;

const dayMs = 86_400_000;
const many = BATCH * 6;

test('four workers renew the customers of two sellers, whose periods end at one moment', { timeout: 120_000 }, async () => {
  const shop = await buildShop(world, { seriesPrefix: 'A-' });
  const plan = await buildPlan(world, shop);
  const buyers: string[] = [];
  for (let one = 0; one <= many; one += 1) buyers.push((await buildBuyer(world)).accountId);
  const [second = '', ...customers] = buyers;
  const end = world.clock.now() - 1_000;
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into billing_sellers (account_id, legal_name, street, postcode, city, country, email, vat_id, regime, oss, iban, currency, zone, series_prefix, changed_at)
      select ${second}, legal_name, street, postcode, city, country, email, vat_id, regime, oss, iban, currency, zone, 'B-', changed_at from billing_sellers where account_id = ${shop.operator.accountId}`);
    const [from, to] = [new Date(end - 31 * dayMs).toISOString(), new Date(end).toISOString()];
    for (const [at, account] of customers.entries()) {
      await tx.execute(sql`insert into subscriptions (id, account_id, seller_id, kind, state, plan_id, version, currency, period, anchor_at, period_number, period_start, period_end, pay_by, next_at, state_since, created_at)
        values (gen_random_uuid(), ${account}, ${at % 2 === 0 ? shop.operator.accountId : second}, 'base', 'active', ${plan}, 1, 'EUR', 'month', ${from}, 0, ${from}, ${to}, 'card', ${to}, ${from}, ${from})`);
    }
  });
  await Promise.all([1, 2, 3, 4].map(() => runEngine(world.ctx())));
  const numbered = sql`select seller_id, count(*)::int as invoices, min(serial)::int as first, max(serial)::int as last from invoices group by 1`;
  const half = { invoices: many / 2, first: 1, last: many / 2 };
  expect(await rows(numbered)).toEqual([expect.objectContaining(half), expect.objectContaining(half)]);
  // one that met a deadlock would wait for another hour
  expect(await rows(sql`select count(*)::int as late from subscriptions where period_number = 0`)).toEqual([{ late: 0 }]);
});
