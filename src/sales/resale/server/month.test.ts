/** The month of many vendors, and of a large one. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { newId } from '#kit/server/ids.ts';
import { buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { lockDue, recount } from './commission.service.ts';
import { closeMonth } from './month.service.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

const day = 86_400_000;
async function stage() {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  const planId = await buildPlan(world, shop);
  const run = async (query: ReturnType<typeof sql>) =>
    (await world.ctx().system.write((tx) => tx.execute<Record<string, unknown>>(query))).rows;
  return { world, shop, planId, run };
}

test('a vendor whose month fails holds up no other, and it is told', async () => {
  const { world, shop, planId, run } = await stage();
  const vendors: string[] = [];
  for (let one = 0; one < 3; one += 1) {
    const vendor = await buildReseller(world, shop, { model: 'commission', lockDays: 0 });
    const paid = await subscribe(world, shop, { buyer: await buildCustomerOf(world, vendor), planId });
    await world.runJobs();
    await recount(world.ctx(), paid);
    vendors.push(vendor.accountId);
  }
  world.clock.advance(40 * day);
  expect(await lockDue(world.ctx())).toBe(3);
  const [first = '', ...rest] = vendors.toSorted();
  const now = new Date(world.clock.now());
  // nothing that was thought of: the next number of its series is taken
  await run(sql`insert into resale_statements (id, account_id, kind, month, currency, net, tax, gross, number, issue_date, paper, created_at)
    values (${newId()}, ${first}, 'commission', '2020-01', 'EUR', 1, 0, 1, ${`SB${now.getUTCFullYear()}-0001`}, '2020-02-01', '{}', ${now.toISOString()})`);
  await expect(closeMonth(world.ctx())).rejects.toThrow('the month of a vendor failed');
  const written = await run(sql`select account_id as id from resale_statements where month <> '2020-01' order by account_id`);
  expect(written.map(({ id }) => id)).toEqual(rest);
});

test('a claim that cannot be counted again stays as it is, and the others are locked', async () => {
  const { world, shop, planId, run } = await stage();
  const vendor = await buildReseller(world, shop, { model: 'commission', lockDays: 0 });
  for (let one = 0; one < 2; one += 1) {
    const id = await subscribe(world, shop, { buyer: await buildCustomerOf(world, vendor), planId });
    await world.runJobs();
    await recount(world.ctx(), id);
  }
  world.clock.advance(40 * day);
  const ctx = world.ctx();
  let looks = 0;
  // the first of them is met by something that nobody thought of
  const write: typeof ctx.system.write = (work) => (looks++ === 0 ? Promise.reject(new Error('broken')) : ctx.system.write(work));
  await expect(lockDue({ ...ctx, system: { ...ctx.system, write } })).rejects.toThrow('commissions could not be counted again');
  const states = await run(sql`select state from commissions order by state`);
  expect(states.map(({ state }) => state)).toEqual(['accrued', 'locked']);
});

test('a vendor with thousands of customers is charged for its month', { timeout: 180_000 }, async () => {
  const { world, shop, planId, run } = await stage();
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const [at, end] = [new Date(world.clock.now()).toISOString(), new Date(world.clock.now() + 31 * day).toISOString()];
  await run(sql`insert into subscriptions (id, account_id, seller_id, kind, state, plan_id, version, currency, period, anchor_at, period_number, pay_by, state_since, created_at)
    select gen_random_uuid(), ${buyer.accountId}, ${vendor.accountId}, 'pass', 'active', ${own}, 1, 'EUR', 'month', ${at}, 0, 'none', ${at}, ${at} from generate_series(1, 4500)`);
  await run(
    sql`insert into subscription_periods (subscription_id, starts_at, ends_at) select id, ${at}, ${end} from subscriptions where seller_id = ${vendor.accountId}`,
  );
  world.clock.advance(40 * day);
  expect(await closeMonth(world.ctx())).toBe(1);
  expect(await run(sql`select count(*)::int as n from resale_charges`)).toEqual([{ n: 4500 }]);
});
