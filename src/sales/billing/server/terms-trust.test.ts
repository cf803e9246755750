/** Days of trust that a seller gives one customer: they count in place of those for everybody. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world, { trustDays: 7 });
const dayMs = 86_400_000;
const keeper = world.api(shop.operator);
async function trust(buyer: UserActor, days: number | null) {
  const params = { id: buyer.accountId };
  const { revision } = await keeper.terms.get({ params });
  return keeper.terms.trust({ params, body: { days, reason: 'a school that we know', revision } });
}
async function buy(buyer: UserActor, planId: string) {
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  return billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
}
const stateOf = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription?.state;
async function end(buyer: UserActor) {
  const { subscription } = await world.api(buyer).billing.subscription();
  const body = { credit: 'nothing' as const, reason: 'asked', revision: subscription?.revision ?? 0 };
  await keeper.allSubscriptions.cancel({ params: { id: subscription?.id ?? '' }, body });
}
async function days(count: number) {
  for (let day = 0; day < count; day += 1) {
    world.clock.advance(dayMs);
    await runEngine(world.ctx());
    await world.runJobs();
  }
}

test('more days, no days, and those of everybody again', async () => {
  const planId = await buildPlan(world, shop);
  const [long, none, back] = [await buildBuyer(world), await buildBuyer(world), await buildBuyer(world)];
  expect(await trust(long, 21)).toMatchObject({ trustDays: 7, trust: { days: 21, reason: 'a school that we know' } });
  await trust(none, 0);
  await trust(back, 30);
  expect((await trust(back, null)).trust).toBe(null);
  const { invoiceId } = await buy(long, planId);
  const invoice = await world.api(long).invoices.get({ params: { id: invoiceId ?? '' } });
  expect((Date.parse(invoice.dueDate ?? '') - Date.parse(invoice.issueDate ?? '')) / dayMs).toBe(21);
  await buy(none, planId);
  await buy(back, planId);
  expect([await stateOf(long), await stateOf(none), await stateOf(back)]).toEqual(['active', 'incomplete', 'active']);
});

test('a customer that the seller trusts by name is trusted again, until it leaves something unpaid', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  await end(buyer);
  await trust(buyer, 10);
  const { invoiceId } = await buy(buyer, planId);
  expect(await stateOf(buyer)).toBe('active');
  await pay(world, shop, invoiceId);
  await end(buyer);
  await buy(buyer, planId);
  expect(await stateOf(buyer)).toBe('active');
  await days(90);
  await buy(buyer, planId);
  expect(await stateOf(buyer)).toBe('incomplete');
});

test.each([-1, 61, 1.5])('%s is no number of days', async (wrong) => {
  await expect(trust(await buildBuyer(world), wrong)).rejects.toMatchObject({ code: 'invalid_input' });
});
