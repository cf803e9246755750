/** The second wall around money: who serves an account reads its own and writes nothing. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop);
const [mine, other] = [await buildBuyer(world), await buildBuyer(world)];
for (const buyer of [mine, other]) await subscribe(world, shop, { buyer, planId });

const count = async (who: UserActor | 'system', table: string): Promise<number> => {
  const { read } = who === 'system' ? world.ctx().system : world.ctx(who).db;
  const found = await read.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${table}`));
  return found.rows[0]?.n ?? 0;
};
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof pg.DatabaseError ? (cause.code ?? '') : 'nothing was refused';
}

test.each(['invoice_lines', 'invoice_taxes', 'subscription_periods'])('of %s an account sees its own', async (table) => {
  const [all, one] = [await count('system', table), await count(mine, table)];
  expect([one > 0, all]).toEqual([true, one * 2]);
});

test.each(['journal_lines', 'invoice_series', 'provider_events', 'dispute_answers', 'billing_sellers', 'plans', 'coupons'])(
  '%s is nothing for those who serve an account',
  async (table) => expect(await refusal(count(mine, table))).toBe('42501'),
);

test.each([
  'update invoices set note = note',
  'update payments set amount = amount',
  'update subscriptions set seats = 1',
  'delete from balance_entries',
  'insert into billing_profiles (account_id) values (gen_random_uuid())',
])('“%s” is refused to those who serve an account', async (statement) => {
  expect(await refusal(world.ctx(mine).db.write((tx) => tx.execute(sql.raw(statement))))).toBe('42501');
});
