/** The engine beside purchases: both wait for numbers, and neither for the other in a circle. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { newId } from '#kit/server/ids.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildCustomerOf, buildReseller } from '#sales/resale/server/resale.factory.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const day = 86_400_000;
async function stage() {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  const planId = await buildPlan(world, shop, {});
  const rows = async (query: ReturnType<typeof sql>) => (await world.ctx().system.read.execute(query)).rows;
  return { world, shop, planId, rows };
}
type Stage = Awaited<ReturnType<typeof stage>>;

/** The engine comes first to a series that somebody else has at that moment, the purchase second. */
async function engineThenPurchase({ world, planId, rows }: Stage, who: { buyer: UserActor; coupon?: string }) {
  const { billing } = world.api(who.buyer);
  const wish = { planId, period: 'month', currency: 'EUR', seats: 0 } as const;
  const quote = await billing.quote({ body: { ...wish, ...(who.coupon !== undefined && { coupon: who.coupon }) } });
  const waiting = async (least: number) =>
    expect
      .poll(async () => {
        const locks = sql`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        return (await rows(locks))[0]?.['n'];
      })
      .toBeGreaterThanOrEqual(least);
  const begun: Promise<unknown>[] = [];
  await world.ctx().system.write(async (tx) => {
    // the series of a new year is not there yet
    await tx.execute(sql`lock table invoice_series in exclusive mode`);
    begun.push(runEngine(world.ctx()));
    await waiting(1);
    begun.push(billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } }));
    await waiting(2);
  });
  return Promise.allSettled(begun);
}

test('one customer of a vendor is renewed while another one buys', async () => {
  const here = await stage();
  const { world, shop, planId, rows } = here;
  const vendor = await buildReseller(world, shop, { model: 'commission' });
  const [old, buyer] = [await buildCustomerOf(world, vendor), await buildCustomerOf(world, vendor)];
  await subscribe(world, shop, { buyer: old, planId });
  await world.ctx().system.write((tx) => tx.execute(sql`update subscriptions set pay_by = 'card', next_at = period_end`));
  world.clock.advance(31 * day);
  expect(await engineThenPurchase(here, { buyer })).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'fulfilled', value: { next: { kind: 'instructions' } } },
  ]);
  expect(await rows(sql`select period_number as n from subscriptions where account_id = ${old.accountId}`)).toEqual([{ n: 1 }]);
});

test('one coupon comes back with a purchase that nobody paid while somebody uses it', async () => {
  const here = await stage();
  const { world, shop, planId, rows } = here;
  const [old, late, buyer] = [await buildBuyer(world), await buildBuyer(world), await buildBuyer(world)];
  const at = new Date(world.clock.now()).toISOString();
  const write = (query: ReturnType<typeof sql>) => world.ctx().system.write((tx) => tx.execute(query));
  await write(
    sql`insert into coupons (id, seller_id, code, thousandths, periods, created_at) values (${newId()}, ${shop.operator.accountId}, 'TEN', 10000, null, ${at})`,
  );
  await subscribe(world, shop, { buyer: old, planId });
  const { billing } = world.api(late);
  const wish = { planId, period: 'month', currency: 'EUR', seats: 0, coupon: 'TEN' } as const;
  const { id } = await billing.quote({ body: wish });
  await billing.purchase({ body: { quoteId: id, by: 'transfer', terms: true } });
  world.clock.advance(32 * day);
  // the one that is renewed comes first in the calendar
  await write(sql`update subscriptions set pay_by = 'card', next_at = period_end where account_id = ${old.accountId}`);
  await write(
    sql`update subscriptions set next_at = (select period_end from subscriptions where account_id = ${old.accountId}) + interval '1 second' where account_id = ${late.accountId}`,
  );
  expect(await engineThenPurchase(here, { buyer, coupon: 'TEN' })).toMatchObject([
    { status: 'fulfilled', value: 2 },
    { status: 'fulfilled', value: { next: { kind: 'instructions' } } },
  ]);
  expect(await rows(sql`select state from subscriptions where account_id = ${late.accountId}`)).toEqual([
    { state: 'incomplete_expired' },
  ]);
});
