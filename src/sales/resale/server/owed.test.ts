/** What a vendor may still owe for is read, and nothing else; whatever happens, nothing that is owed is put away. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import pg from 'pg';
import { Failure } from '#kit/errors.ts';
import { worldForThisTest } from '#app/proof/testing.ts';
import { closeMonths } from '#meet/usage/server/count.service.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { periodsOwed, putPeriodsAway } from '#sales/billing/server/resold.factory.ts';
import { lastMonth } from '../resale.rules.ts';
import { handingOn } from './handed-on.factory.ts';
import { closeMonth } from './month.service.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';
import { findOwed } from './wholesale.service.ts';

const day = 86_400_000;
async function stage() {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  const planId = await buildPlan(world, shop, { month: 2000n, seat: 200n });
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const run = async (query: ReturnType<typeof sql>) =>
    (await world.ctx().system.write((tx) => tx.execute<Record<string, unknown>>(query))).rows;
  const open = async () => {
    const of = { sellerId: vendor.accountId, until: new Date(world.clock.now()) };
    return (await periodsOwed(world.ctx().system.read, of)).length;
  };
  return { world, shop, planId, vendor, run, open };
}

test('a year of a thousand customers is read once: afterwards by index, and only what came since', {
  timeout: 180_000,
}, async () => {
  const { world, shop, planId, vendor, run, open } = await stage();
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const at = new Date(world.clock.now() - 360 * day).toISOString();
  await run(sql`insert into subscriptions (id, account_id, seller_id, kind, state, plan_id, version, currency, period, anchor_at, period_number, pay_by, state_since, created_at)
    select gen_random_uuid(), ${buyer.accountId}, ${vendor.accountId}, 'pass', 'active', ${own}, 1, 'EUR', 'month', ${at}, 0, 'none', ${at}, ${at} from generate_series(1, 1000)`);
  await run(sql`insert into subscription_periods (subscription_id, starts_at, ends_at)
    select s.id, ${at}::timestamptz + n * interval '30 days', ${at}::timestamptz + (n + 1) * interval '30 days'
    from subscriptions s, generate_series(0, 11) n where s.seller_id = ${vendor.accountId}`);
  expect(await open()).toBe(12_000);
  world.clock.advance(31 * day);
  expect(await closeMonth(world.ctx())).toBe(1);
  expect([await open(), await run(sql`select count(*)::int as n from resale_charges`)]).toEqual([0, [{ n: 12_000 }]]);
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  await client.query('vacuum analyze subscription_periods, subscriptions, minute_charges');
  await client.end();
  const statement = periodsOwed(world.ctx().system.read, { sellerId: vendor.accountId, until: new Date() });
  const plan = (await run(sql`explain ${statement.getSQL()}`)).map((row) => String(row['QUERY PLAN'])).join('\n');
  expect(plan).toMatch(/Index Scan.* subscription_periods_owed/);
  expect(plan).not.toMatch(/Seq Scan/);
});

test('what changes inside of a period brings it back, and what was read before that is not put away', async () => {
  const { world, vendor, shop, planId, run, open } = await stage();
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const at = new Date(world.clock.now()).toISOString();
  const end = new Date(world.clock.now() + 31 * day).toISOString();
  const [{ id } = {}] =
    await run(sql`insert into subscriptions (id, account_id, seller_id, kind, state, plan_id, version, currency, period, anchor_at, period_number, pay_by, state_since, created_at)
    values (gen_random_uuid(), ${buyer.accountId}, ${vendor.accountId}, 'pass', 'active', ${own}, 1, 'EUR', 'month', ${at}, 0, 'none', ${at}, ${at}) returning id`);
  await run(sql`insert into subscription_periods (subscription_id, starts_at, ends_at) values (${id}, ${at}, ${end})`);
  world.clock.advance(40 * day);
  await closeMonth(world.ctx());
  expect(await open()).toBe(0);
  await run(sql`insert into billing_events (id, account_id, seller_id, subscription_id, kind, data, at)
    values (gen_random_uuid(), ${buyer.accountId}, ${vendor.accountId}, ${id}, 'subscription.changed', ${JSON.stringify({ at: Date.parse(end) })}, ${end})`);
  expect(await open()).toBe(1);
  const db = world.ctx().system.read;
  const [seen] = await periodsOwed(db, { sellerId: vendor.accountId, until: new Date(end) });
  await run(sql`update subscriptions set state = 'canceled', ended_at = ${at}::timestamptz + interval '3 days' where id = ${id}`);
  const stale = { subscriptionId: String(id), startsAt: seen?.startsAt ?? new Date(), turn: seen?.turn ?? -1 };
  await world.ctx().system.write((tx) => putPeriodsAway(tx, [stale]));
  expect(await open()).toBe(1);
  await world.ctx().system.write((tx) => putPeriodsAway(tx, [{ ...stale, turn: stale.turn + 1 }]));
  expect(await open()).toBe(0);
  await run(sql`insert into billing_events (id, account_id, seller_id, subscription_id, kind, data, at)
    values (gen_random_uuid(), ${buyer.accountId}, ${vendor.accountId}, ${id}, 'subscription.extended', '{"days":3}', ${at})`);
  expect(await open()).toBe(1);
});

class Undo extends Error {}
/** What may not be done at that moment is not done. */
const refused = (error: unknown) => {
  if (!(error instanceof Failure)) throw error;
};

/** Numbers that look random and are the same in each run. */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

test('property: in any months of buying, changing, using and leaving it finds what reading everything finds', {
  timeout: 180_000,
}, async () => {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  const next = chance(7);
  const pick = (count: number) => Math.floor(next.next().value * count);
  const { stage: begin, buy, change, buyPass, paid, use } = handingOn(world, shop);
  const { vendor, buyer, own } = await begin();
  const consumer = { buyer: 'consumer' as const };
  const buyers = [buyer, await buildCustomerOf(world, vendor, consumer), await buildCustomerOf(world, vendor, consumer)];
  const keysOf = async (tx: Parameters<Parameters<ReturnType<typeof world.ctx>['system']['write']>[0]>[0]) => {
    const month = lastMonth(world.clock.now(), 'Europe/Berlin');
    const { owed } = await findOwed(tx, { vendorId: vendor.accountId, month });
    return owed.map((one) => `${one.subscription.id} ${one.kind} ${one.at} ${one.amount}`).sort();
  };
  const compare = () =>
    world
      .ctx()
      .system.write(async (tx) => {
        const found = await keysOf(tx);
        await tx.execute(sql`update subscription_periods set owed_by = ${vendor.accountId}`);
        await tx.execute(sql`update minute_charges set owed_by = ${vendor.accountId}`);
        expect(found).toEqual(await keysOf(tx));
        // as it was before the comparison
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
  for (let step = 0; step < 45; step += 1) {
    world.clock.advance((2 + pick(9)) * day);
    await runEngine(world.ctx());
    await closeMonths(world.ctx());
    const { items } = await world.api(vendor).resale.sales({ query: {} });
    for (const { id, state } of items) if (state === 'open') await paid(vendor, id);
    const who = buyers[pick(buyers.length)] ?? buyer;
    const { subscription } = await world.api(who).billing.subscription();
    const does = pick(6);
    if (subscription === null || subscription.state !== 'active') {
      await buy(vendor, who, { planId: own.plan, seats: pick(3) });
      if (who === buyer || pick(3) === 0) continue;
      // a consumer who thinks better of it, before or after the month was charged
      world.clock.advance((1 + pick(12)) * day);
      await closeMonth(world.ctx());
      const { subscriptions } = world.api(who);
      await subscriptions
        .withdrawal()
        .then(({ revision }) => subscriptions.withdraw({ body: { revision } }))
        .catch(refused);
    } else if (does < 2) await paid(vendor, await buyPass(who, own.pass));
    else if (does === 2) await use(who, new Date(world.clock.now()).toISOString().slice(0, 10), 3);
    else await change(vendor, who, { planId: own.plan, seats: pick(6) }).catch(refused);
    await compare();
    await closeMonth(world.ctx());
    await compare();
  }
  const { rows } = await world.ctx().system.read.execute<{ piece: string }>(sql`select piece from resale_charges`);
  const kinds = new Set(rows.map(({ piece }) => (piece.length === 36 ? 'other' : piece)));
  expect([rows.length > 25, [...kinds].sort()]).toEqual([true, ['end', 'other', 'period']]);
});
