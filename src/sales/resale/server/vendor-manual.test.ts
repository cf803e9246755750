/** A vendor's own ways to pay: its customers choose them, it writes down what came, and takes back what came back. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const code = (work: Promise<unknown>) => work.then(() => 'done').catch((error: { code: string }) => error.code);

test('from the purchase to a cheque that came back, and nobody else’s', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const planId = await buildPlan(world, shop);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const { vendorManualMethods, vendorPayments, resale } = world.api(vendor);
  const fields = { kind: 'cheque', name: 'Scheck', instructions: 'Mengstraße 4', offered: 'customers', account: null } as const;
  const method = await vendorManualMethods.add({ body: fields });
  const operators = await world.api(shop.operator).manualMethods.add({ body: { ...fields, name: 'Cheque' } });
  const { billing, invoices } = world.api(buyer);
  expect((await billing.ways()).manual.map((one) => one.name)).toEqual(['Scheck']);
  const quote = await billing.quote({ body: { planId: own, period: 'month', currency: 'EUR' } });
  const buy = (manual: string) => billing.purchase({ body: { quoteId: quote.id, by: 'transfer', manual, terms: true } });
  // another seller's way is none of theirs
  expect(await code(buy(operators.id))).toBe('provider_off');
  const id = (await buy(method.id)).invoiceId ?? '';
  const params = { id };
  expect((await invoices.get({ params })).transfer).toMatchObject({ method: 'Scheck', iban: null });
  const { remaining } = await resale.sale({ params });
  const body = { amount: remaining, valueDate: '2026-11-20', bankRef: '', note: '' };
  expect(await code(resale.recordSale({ params, body: { ...body, manual: operators.id } }))).toBe('not_found');
  const paid = await resale.recordSale({ params, body: { ...body, manual: method.id } });
  expect(paid).toMatchObject({ state: 'paid', payments: [{ manual: 'Scheck' }] });
  const payment = { id: paid.payments[0]?.id ?? '' };
  const back = { valueDate: '2026-11-22', reason: 'not covered' };
  expect(await code(world.api(shop.operator).allPayments.takeBack({ params: payment, body: back }))).toBe('not_found');
  const other = await buildReseller(world, shop, { model: 'wholesale' });
  expect(await code(world.api(other).vendorPayments.takeBack({ params: payment, body: back }))).toBe('not_found');
  expect((await vendorPayments.takeBack({ params: payment, body: back })).state).toBe('reversed');
  expect(await resale.sale({ params })).toMatchObject({ state: 'open', remaining });
});
