/** What a vendor that sells in its own name sees of its sales: what follows while nobody pays, and an invoice that it mails again. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());

const day = 86_400_000;
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

test('its own sales, and those of no other', async () => {
  const shop = await buildShop(world);
  const planId = await buildPlan(world, shop);
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const other = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: own, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const body = { amount: quote.total, valueDate: new Date(world.clock.now()).toISOString().slice(0, 10), bankRef: '', note: '' };
  await world.api(vendor).resale.recordSale({ params: { id: invoiceId ?? '' }, body });
  world.clock.advance(25 * day);
  await runEngine(world.ctx());
  const { subscription } = await billing.subscription();
  const params = { id: subscription?.openInvoice?.id ?? '' };
  const seen = await world.api(vendor).coming.ofInvoice({ params });
  expect(seen.coming?.steps.map((one) => one.act).slice(-3)).toEqual(['final_notice', 'restrict', 'cancel']);
  expect(seen).toEqual(await world.api(buyer).coming.ofInvoice({ params }));
  const held = { id: subscription?.id ?? '' };
  expect((await world.api(vendor).coming.ofSubscription({ params: held })).waiting?.invoiceId).toBe(params.id);
  expect(await world.api(vendor).sending.send({ params, body: { to: buyer.email } })).toEqual({ done: true });
  expect(await templatesTo(world, buyer.email)).toContain('billing.again');
  for (const actor of [other, shop.operator])
    expect([
      await codeOf(world.api(actor).coming.ofInvoice({ params })),
      await codeOf(world.api(actor).coming.ofSubscription({ params: held })),
      await codeOf(world.api(actor).sending.recipients({ params })),
      await codeOf(world.api(actor).sending.send({ params, body: { to: buyer.email } })),
    ]).toEqual(['not_found', 'not_found', 'not_found', 'not_found']);
});
