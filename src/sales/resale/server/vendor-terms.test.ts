/** A vendor that sells in its own name agrees with its own customers, and with nobody else's. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildBuyer, buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const reason = 'exempt by its charter';
const exempt = { category: 'E', rate: 0, code: 'VATEX-EU-132-1I', text: 'Art. 132 (1) (i)', from: null, until: null } as const;
const code = (work: Promise<unknown>) => work.then(() => 'done').catch((error: { code: string }) => error.code);

test('its word counts for what it sells, and the operator has none there', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const planId = await buildPlan(world, shop);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const params = { id: buyer.accountId };
  const { vendorTerms } = world.api(vendor);
  const kept = await vendorTerms.tax({ params, body: { tax: exempt, reason, revision: null } });
  expect(kept.tax).toMatchObject({ category: 'E', reason });
  await vendorTerms.trust({ params, body: { days: 14, reason, revision: kept.revision } });
  const { billing, invoices } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: own, period: 'month', currency: 'EUR' } });
  expect([quote.total, quote.tax, quote.taxReason]).toEqual([2000, 0, 'agreed']);
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  expect((await billing.subscription()).subscription?.state).toBe('active');
  const id = invoiceId ?? '';
  expect(await invoices.get({ params: { id } })).toMatchObject({ taxText: 'Art. 132 (1) (i)', taxDecided: null });
  expect((await world.api(vendor).resale.sale({ params: { id } })).taxDecided).toMatchObject({ reason });
  const { terms } = world.api(shop.operator);
  const body = { tax: null, reason, revision: null };
  expect([await code(terms.get({ params })), await code(terms.tax({ params, body }))]).toEqual(['other_seller', 'other_seller']);
});

test('another vendor’s customers, the operator’s, and those that the operator sells to are not there', async () => {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const other = await buildReseller(world, shop, { model: 'wholesale' });
  const partner = await buildReseller(world, shop, { model: 'commission' });
  const { vendorTerms } = world.api(vendor);
  const ids = [
    (await buildCustomerOf(world, other)).accountId,
    (await buildBuyer(world)).accountId,
    vendor.accountId,
    shop.operator.accountId,
  ];
  for (const id of ids) {
    const params = { id };
    expect(await code(vendorTerms.get({ params }))).toBe('not_found');
    expect(await code(vendorTerms.tax({ params, body: { tax: null, reason, revision: null } }))).toBe('not_found');
    expect(await code(vendorTerms.trust({ params, body: { days: 1, reason, revision: null } }))).toBe('not_found');
  }
  // under a commission the operator sells
  const params = { id: (await buildCustomerOf(world, partner)).accountId };
  expect(await code(world.api(partner).vendorTerms.get({ params }))).toBe('not_found');
  expect(await code(world.api(shop.operator).terms.get({ params }))).toBe('done');
  expect(await code(world.api({ ...vendor, scope: [] }).vendorTerms.get({ params }))).toBe('not_allowed');
});
