/** Buying by transfer: from the price that is shown to the limits that count. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { setClosing } from '#core/accounts/server/closing.service.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator);
const day = 86_400_000;
const monthly = (planId: string) => ({ planId, period: 'month' as const, currency: 'EUR', seats: 0 });

test('a transfer buys a plan once the money is here, and its limits count from then on', async () => {
  const planId = await buildPlan(world, shop, { entitlements: { rooms: 3 } });
  const buyer = await buildBuyer(world);
  const { billing, invoices } = world.api(buyer);
  const shown = await billing.preview({ body: { wish: monthly(planId) } });
  expect(shown).toMatchObject({ net: 2900, tax: 551, total: 3451, toPay: 3451, trialDays: 0, taxReason: 'domestic' });
  const quote = await billing.quote({ body: monthly(planId) });
  expect(quote.total).toBe(shown.total);
  const bought = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  expect(bought.next).toMatchObject({ kind: 'instructions', transfer: { iban: 'DE89370400440532013000' } });
  // the button pressed twice is one purchase
  expect(await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } })).toEqual(bought);
  const { items } = await invoices.list();
  expect(items).toMatchObject([{ number: expect.stringMatching(/^\d{4}-0001$/), state: 'open', total: 3451, remaining: 3451 }]);
  expect((await entitlementsFor(world.ctx().system.read, buyer.accountId)).rooms).toBe(100);

  const id = items[0]?.id ?? '';
  await invoices.report({ params: { id }, body: { note: 'paid today' } });
  const paid = { amount: 3451, valueDate: '2026-11-22', bankRef: 'X1', note: '' };
  expect(await keeper().allInvoices.record({ params: { id }, body: paid })).toMatchObject({ state: 'paid', remaining: 0 });
  expect((await entitlementsFor(world.ctx().system.read, buyer.accountId)).rooms).toBe(3);
  const page = await billing.subscription();
  expect(page.subscription).toMatchObject({ state: 'active', planName: 'Team 60', next: { total: 3451 }, openInvoice: null });
  await world.runJobs();
  expect(await templatesTo(world, buyer.email)).toEqual(expect.arrayContaining(['billing.issued', 'billing.receipt']));
  expect((await invoices.get({ params: { id } })).papers).toEqual({ pdf: true, xml: true });
});

test('whoever is signed in sees the price with their own data before anything is asked, and it is the one that is quoted', async () => {
  const planId = await buildPlan(world, shop, { trialDays: 14 });
  const buyer = await buildBuyer(world, { country: 'AT', postcode: '1010', city: 'Wien', buyer: 'consumer' });
  const { billing } = world.api(buyer);
  const body = { wish: monthly(planId) };
  expect(await world.api().billing.preview({ body })).toMatchObject({ total: 3451, trialDays: 14 });
  expect(await billing.preview({ body })).toMatchObject({ total: 3480, toPay: 0, trialDays: 14 });
  const quote = await billing.quote({ body: monthly(planId) });
  expect(quote).toMatchObject({ total: 3480, toPay: 0 });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  // a trial is given once
  expect(await billing.preview({ body })).toMatchObject({ total: 3480, toPay: 3480, trialDays: 0 });
});

test('a renewal by transfer is written two weeks before, and what is not paid restricts and then ends the plan', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  const { billing, invoices } = world.api(buyer);
  const quote = await billing.quote({ body: monthly(planId) });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const id = invoiceId ?? '';
  await keeper().allInvoices.record({ params: { id }, body: { amount: 3451, valueDate: '2026-11-22', bankRef: '', note: '' } });
  const states: (string | undefined)[] = [];
  let open = 0;
  for (let days = 0; days < 75; days++) {
    world.clock.advance(day);
    await runEngine(world.ctx());
    await world.runJobs();
    const state = (await billing.subscription()).subscription?.state;
    if (states.at(-1) !== state) states.push(state);
    open = Math.max(open, (await invoices.list()).items.length);
  }
  expect(states).toEqual(['active', 'past_due', 'restricted', 'canceled']);
  const { items } = await invoices.list();
  expect(items.map((one) => one.state)).toContain('uncollectible');
  expect((await entitlementsFor(world.ctx().system.read, buyer.accountId)).rooms).toBe(100);
  const told = await templatesTo(world, buyer.email);
  expect(told).toEqual(expect.arrayContaining(['billing.reminder', 'billing.final', 'billing.ended']));
});

test('an account that is closed is not charged again, and keeps what it paid for until then', async () => {
  const planId = await buildPlan(world, shop, { entitlements: { rooms: 3 } });
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  await world
    .ctx()
    .system.write((tx) => setClosing(world.ctx(), tx, { accountId: buyer.accountId, eraseAt: world.clock.now() + 30 * day }));
  await world.runJobs();
  const { subscription } = await world.api(buyer).billing.subscription();
  expect(subscription).toMatchObject({ state: 'active', cancelAtEnd: true, next: null });
  world.clock.advance(40 * day);
  await runEngine(world.ctx());
  expect((await world.api(buyer).billing.subscription()).subscription?.state).toBe('canceled');
  expect((await world.api(buyer).invoices.list()).items).toHaveLength(1);
});
