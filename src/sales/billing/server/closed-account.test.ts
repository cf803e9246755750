/** An account that is closed: nobody is asked for a period that does not come. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { setClosing } from '#core/accounts/server/closing.service.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop);
const day = 86_400_000;
const live = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription;
async function days(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    world.clock.advance(day);
    await runEngine(world.ctx());
  }
}
/** As the database has it: nobody signs in to a closed account. */
async function kept({ accountId }: UserActor): Promise<unknown[]> {
  const { rows } = await world.ctx().system.read.execute(sql`select s.state, i.cause, i.state as claim from subscriptions s
    join invoices i on i.subscription_id = s.id where s.account_id = ${accountId} order by i.id`);
  return rows.map((row) => Object.values(row).join(' '));
}
async function close({ accountId }: UserActor): Promise<void> {
  const eraseAt = world.clock.now() + 90 * day;
  await world.ctx().system.write((tx) => setClosing(world.ctx(), tx, { accountId, eraseAt }));
  await world.runJobs();
}
/** A plan that is had, ten days before a period for which the claim is written. Returns the claim. */
async function asked(): Promise<{ buyer: UserActor; id: string }> {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  world.clock.advance(((await live(buyer))?.periodEnd ?? 0) - world.clock.now() - 10 * day);
  await runEngine(world.ctx());
  const claim = (await world.api(buyer).invoices.list({ query: {} })).items.find((one) => one.cause === 'period');
  return { buyer, id: claim?.id ?? '' };
}
const report = async (buyer: UserActor, id: string) => {
  await world.api(buyer).invoices.pay({ params: { id }, body: { by: 'transfer' } });
  await world.api(buyer).invoices.report({ params: { id }, body: { note: '' } });
};

test('the claim for the next period is void, and nobody is reminded of it', async () => {
  const { buyer } = await asked();
  expect(await kept(buyer)).toEqual(['active start paid', 'active period open']);
  await close(buyer);
  expect(await kept(buyer)).toEqual(['active start paid', 'active period void']);
  await days(30);
  expect(await kept(buyer)).toEqual(['canceled start paid', 'canceled period void']);
  await world.runJobs();
  expect(await templatesTo(world, buyer.email)).not.toContain('billing.reminder');
});

test('what its people said to have sent for the next period is waited for, and had when it came', async () => {
  const { buyer, id } = await asked();
  await report(buyer, id);
  await close(buyer);
  expect(await kept(buyer)).toEqual(['active start paid', 'active period open']);
  await pay(world, shop, id);
  await days(12);
  expect(await kept(buyer)).toEqual(['active start paid', 'active period paid']);
  await days(31);
  expect(await kept(buyer)).toEqual(['canceled start paid', 'canceled period paid']);
});

test('where it did not come, nobody is asked for it', async () => {
  const { buyer, id } = await asked();
  await report(buyer, id);
  await close(buyer);
  await days(12);
  expect(await kept(buyer)).toEqual(['canceled start paid', 'canceled period open']);
  await world.api(shop.operator).allInvoices.reject({ params: { id }, body: { reason: 'It never came' } });
  await days(12);
  expect(await kept(buyer)).toEqual(['canceled start paid', 'canceled period void']);
});

/** A trial that ended without a way to pay, of which somebody asked for the first claim. */
async function paused(): Promise<{ buyer: UserActor; id: string }> {
  const buyer = await buildBuyer(world);
  const { billing, subscriptions } = world.api(buyer);
  const trial = await buildPlan(world, shop, { trialDays: 7 });
  const quote = await billing.quote({ body: { planId: trial, period: 'month', currency: 'EUR' } });
  const bought = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await world
    .ctx()
    .system.write((tx) => tx.execute(sql`update subscriptions set pay_by = 'card' where id = ${bought.subscriptionId}`));
  await days(8);
  const { invoiceId } = await subscriptions.resume({ body: { by: 'transfer', revision: (await live(buyer))?.revision ?? 0 } });
  expect(await kept(buyer)).toEqual(['paused start open']);
  return { buyer, id: invoiceId ?? '' };
}

test('what is paused ends at once, and its first claim is void', async () => {
  const { buyer } = await paused();
  await close(buyer);
  expect(await kept(buyer)).toEqual(['canceled start void']);
});

test('what is paused ends once it is decided whether its first claim is paid', async () => {
  const { buyer, id } = await paused();
  await report(buyer, id);
  await close(buyer);
  expect(await kept(buyer)).toEqual(['paused start open']);
  await world.api(shop.operator).allInvoices.reject({ params: { id }, body: { reason: 'It never came' } });
  await days(1);
  expect(await kept(buyer)).toEqual(['canceled start void']);
});

test('what is restricted ends at once; what was had is owed', async () => {
  const { buyer } = await asked();
  await days(11 + 22);
  expect((await live(buyer))?.state).toBe('restricted');
  await close(buyer);
  expect((await kept(buyer)).slice(0, 2)).toEqual(['canceled start paid', 'canceled period open']);
});
