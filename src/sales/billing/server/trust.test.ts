/** A first plan by transfer begins before its money is here, where the seller trusts for some days. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld, worldForThisTest } from '#app/proof/testing.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { billMinutes } from './minutes-claim.service.ts';
import { trustedDays } from './trust.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world, { trustDays: 7 });
const dayMs = 86_400_000;
const days = async (count: number) => {
  for (let day = 0; day < count; day += 1) {
    world.clock.advance(dayMs);
    await runEngine(world.ctx());
    await world.runJobs();
  }
};
async function buy(buyer: Awaited<ReturnType<typeof buildBuyer>>, planId: string) {
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  return billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
}
const planOf = async (buyer: Awaited<ReturnType<typeof buildBuyer>>) =>
  (await world.api(buyer).billing.subscription()).subscription;

test('it counts at once, the invoice has the days of trust, and money in time changes nothing', async () => {
  const buyer = await buildBuyer(world);
  const { billing, invoices } = world.api(buyer);
  const { invoiceId } = await buy(buyer, await buildPlan(world, shop));
  const before = await planOf(buyer);
  expect(before).toMatchObject({ state: 'active' });
  expect(await billing.outcome({ params: { id: invoiceId ?? '' } })).toMatchObject({ state: 'transfer', runs: 'yes' });
  const invoice = await invoices.get({ params: { id: invoiceId ?? '' } });
  expect(Date.parse(invoice.dueDate ?? '') - Date.parse(invoice.issueDate ?? '')).toBe(7 * dayMs);
  await days(5);
  await pay(world, shop, invoiceId ?? '');
  await days(10);
  expect(await planOf(buyer)).toMatchObject({ state: 'active', periodEnd: before?.periodEnd });
});

test('whoever does not pay is reminded, then restricted, and never trusted again', async () => {
  const buyer = await buildBuyer(world);
  const planId = await buildPlan(world, shop);
  await buy(buyer, planId);
  await days(6);
  expect(await planOf(buyer)).toMatchObject({ state: 'active' });
  await days(30);
  expect((await planOf(buyer))?.state).toBe('restricted');
  await days(60);
  await buy(buyer, planId);
  expect(await planOf(buyer)).toMatchObject({ state: 'incomplete' });
});

test('whoever had a plan before waits for the money', async () => {
  const buyer = await buildBuyer(world);
  const planId = await buildPlan(world, shop);
  await subscribe(world, shop, { buyer, planId });
  const { id = '', revision = 0 } = (await planOf(buyer)) ?? {};
  await world
    .api(shop.operator)
    .allSubscriptions.cancel({ params: { id }, body: { credit: 'nothing', reason: 'asked', revision } });
  await buy(buyer, planId);
  expect(await planOf(buyer)).toMatchObject({ state: 'incomplete' });
});

test('another account of the same mailbox waits for the money', async () => {
  const planId = await buildPlan(world, shop);
  const one = await buildBuyer(world);
  await buy(one, planId);
  const [name, host] = one.email.split('@');
  const other = { ...(await buildBuyer(world)), email: `${name}+2@${host}` };
  await buy(other, planId);
  expect([(await planOf(one))?.state, (await planOf(other))?.state]).toEqual(['active', 'incomplete']);
});

test('trust ends before the first period does, however many days the seller gives', () => {
  const span = { start: Date.parse('2027-02-10T10:00:00Z'), end: Date.parse('2027-03-10T10:00:00Z') };
  expect([60, 28, 27, 7, 0].map((given) => trustedDays(span, given))).toEqual([27, 27, 27, 7, 0]);
});

async function longTrust() {
  const own = await worldForThisTest();
  const seller = await buildShop(own, { trustDays: 60 });
  const planId = await buildPlan(own, seller, { month: 3000n, minutes: 1000n });
  const buyer = await buildBuyer(own);
  const { billing, invoices, subscriptions } = own.api(buyer);
  const begin = async () => {
    const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
    await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  };
  const pass = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      own.clock.advance(dayMs);
      await runEngine(own.ctx());
    }
  };
  const plan = async () => {
    const { subscription } = await billing.subscription();
    if (subscription === null) throw new Error('none');
    return subscription;
  };
  const claims = async () => (await invoices.list({ query: {} })).items.toReversed();
  return { own, seller, buyer, billing, subscriptions, begin, pass, plan, claims };
}

test('no second period begins, and none is asked for, before the first is paid', async () => {
  const { own, seller, begin, pass, plan, claims } = await longTrust();
  await begin();
  const { periodEnd } = await plan();
  await pass(34);
  expect(await plan()).toMatchObject({ state: 'past_due', periodEnd });
  const [first, ...more] = await claims();
  expect([first?.state, more]).toEqual(['open', []]);
  await pass(10);
  expect((await plan()).state).toBe('restricted');
  // the time used meanwhile is claimed once somebody pays
  await pay(own, seller, first?.id ?? null);
  await pass(1);
  expect((await plan()).periodStart).toBe(periodEnd);
  expect((await claims()).map((one) => one.cause)).toEqual(['start', 'period']);
});

test('paid in time, the next period is asked for a fortnight before it begins', async () => {
  const { own, seller, begin, pass, claims } = await longTrust();
  await begin();
  await pass(20);
  expect(await claims()).toHaveLength(1);
  await pay(own, seller, (await claims())[0]?.id ?? null);
  await runEngine(own.ctx());
  expect((await claims()).map((one) => one.cause)).toEqual(['start', 'period']);
});

test('a month that was had is owed by whoever pauses and then ends', async () => {
  const { begin, pass, plan, claims, billing, subscriptions } = await longTrust();
  await begin();
  await pass(3);
  const { periodEnd, revision } = await plan();
  await subscriptions.pause({ body: { until: (periodEnd ?? 0) + 20 * dayMs, revision } });
  await pass(33);
  await billing.cancel({ body: { atEnd: true, revision: (await plan()).revision } });
  await pass(80);
  expect((await claims()).map((one) => one.state)).toEqual(['uncollectible']);
});

test('what was had before a pause stays owed when it ends in the pause, and is asked for during it', async () => {
  const { own, seller, buyer, begin, pass, plan, claims, billing, subscriptions } = await longTrust();
  await begin();
  await pay(own, seller, (await claims())[0]?.id ?? null);
  const { id, periodEnd, revision } = await plan();
  await subscriptions.pause({ body: { until: (periodEnd ?? 0) + 80 * dayMs, revision } });
  await pass(33);
  expect((await plan()).state).toBe('paused');
  const at = new Date(own.clock.now()).toISOString();
  await own
    .ctx()
    .system.read.execute(sql`insert into minute_charges (id, account_id, seller_id, subscription_id, month, turn, currency, inclusive, rate, included, minutes, billed, amount, reckoned_at)
    values (${newId()}, ${buyer.accountId}, ${seller.operator.accountId}, ${id}, '2026-12-01', 0, 'EUR', false, 1000, 100, 600, 500, 500, ${at})`);
  await billMinutes(own.ctx());
  await pass(20);
  const used = (await claims()).find((one) => one.cause === 'use');
  const told = await own.api(seller.operator).allInvoices.get({ params: { id: used?.id ?? '' } });
  expect(told.timeline.map((one) => one.kind)).toContain('dunning.remind');
  expect((await plan()).state).toBe('paused');
  await billing.cancel({ body: { atEnd: true, revision: (await plan()).revision } });
  expect((await claims()).find((one) => one.cause === 'use')?.state).toBe('open');
  await pass(40);
  expect((await claims()).find((one) => one.cause === 'use')?.state).toBe('uncollectible');
});
