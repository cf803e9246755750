/** A first plan by transfer begins before its money is here, where the seller trusts for some days. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/testing.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

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
