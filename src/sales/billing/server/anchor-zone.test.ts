/** By whose calendar periods are counted: what is bought in the first hours of a day is of that day. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { turnTo } from '#meet/usage/server/usage.factory.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const dayIn = (at: number | null | undefined): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(at ?? 0);

async function bought() {
  const world = await worldForThisTest();
  // half past one on the 1st of May in Berlin
  turnTo(world, '2027-04-30T23:30:00Z');
  const shop = await buildShop(world);
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const run = (text: ReturnType<typeof sql>) => world.ctx().system.read.execute(text);
  const starts: string[] = [];
  const renewals = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const { subscription } = await world.api(buyer).billing.subscription();
      starts.push(dayIn(subscription?.periodEnd));
      world.clock.advance((subscription?.periodEnd ?? 0) - world.clock.now() + 60_000);
      await runEngine(world.ctx());
    }
    return starts;
  };
  return { world, shop, buyer, run, renewals };
}

test('a plan that was bought at half past one on the 1st renews on the 1st, in summer and in winter', async () => {
  const { run, renewals } = await bought();
  await run(sql`update subscriptions set pay_by = 'none'`);
  expect(await renewals(7)).toEqual([
    '2027-06-01',
    '2027-07-01',
    '2027-08-01',
    '2027-09-01',
    '2027-10-01',
    '2027-11-01',
    '2027-12-01',
  ]);
});

test('another zone of the seller moves no period', async () => {
  const { run, renewals } = await bought();
  await run(sql`update subscriptions set pay_by = 'none'`);
  await run(sql`update billing_sellers set zone = 'America/New_York'`);
  expect(await renewals(2)).toEqual(['2027-06-01', '2027-07-01']);
});

test('a trial ends at the same time by the clocks of the account, whatever they do meanwhile', async () => {
  const world = await worldForThisTest();
  turnTo(world, '2027-10-20T12:00:00Z');
  const shop = await buildShop(world, { zone: 'UTC' });
  const planId = await buildPlan(world, shop, { trialDays: 14 });
  const wish = { planId, period: 'month' as const, currency: 'EUR' };
  for (const [zone, hour] of [
    ['Europe/Berlin', 13],
    ['Asia/Tokyo', 12],
  ] as const) {
    const buyer = await buildBuyer(world);
    await world.ctx().system.write(async (tx) => {
      await tx.execute(sql`update accounts set time_zone = ${zone} where id = ${buyer.accountId}`);
    });
    const { billing } = world.api(buyer);
    const quote = await billing.quote({ body: wish });
    await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
    const { subscription } = await billing.subscription();
    const end = `2027-11-03T${hour}:00`;
    for (const at of [quote.next?.at, subscription?.trialEnd])
      expect([zone, new Date(at ?? 0).toISOString().slice(0, 16)]).toEqual([zone, end]);
    const { id, revision } = subscription ?? { id: '', revision: 0 };
    const body = { days: 150, reason: 'They asked for it', revision };
    const longer = await world.api(shop.operator).allSubscriptions.extend({ params: { id }, body });
    // into summer again: a hundred and fifty days are the 1st of April
    expect([zone, new Date(longer.trialEnd ?? 0).toISOString().slice(0, 16)]).toEqual([zone, '2028-04-01T12:00']);
  }
});

test('what ran before zones counted keeps its days', async () => {
  const { run, renewals } = await bought();
  const end = '2027-05-30T23:30:00Z';
  await run(sql`update subscriptions set pay_by = 'none', anchor_zone = 'UTC', period_end = ${end}`);
  await run(sql`update subscription_periods set ends_at = ${end}`);
  expect(await renewals(3)).toEqual(['2027-05-31', '2027-07-01', '2027-07-31']);
});
