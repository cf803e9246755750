/** What customers paid to a vendor that sells in its own name: the vendor's to read, and no other vendor's. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { buildCustomerOf, buildOffer, buildReseller } from '#sales/resale/server/resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { month: 3000n });

/** A vendor whose customer paid 20 euros and tax by transfer. */
async function paid() {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const quote = await world.api(buyer).billing.quote({ body: { planId: own, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const params = { id: invoiceId ?? '' };
  const body = { amount: 2380, valueDate: '2026-11-20', bankRef: 'STMT 3', note: '' };
  await world.api(vendor).resale.recordSale({ params, body });
  const { items } = await world.api(vendor).vendorPayments.list();
  return { vendor, buyer, params, payment: items.find((one) => one.state === 'succeeded')?.id ?? '' };
}
const [mine, theirs] = [await paid(), await paid()];
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const get = (who: UserActor | undefined, id: string) => codeOf(world.api(who).vendorPayments.get({ params: { id } }));

test('a vendor reads what its customers paid to it, with what happened, and nothing to press that it has no call for', async () => {
  const { vendor, buyer, params, payment } = mine;
  const one = await world.api(vendor).vendorPayments.get({ params: { id: payment } });
  expect(one).toMatchObject({ amount: 2380, onInvoice: 2380, accountId: buyer.accountId, bankRef: 'STMT 3', ids: null });
  expect(one.invoice).toMatchObject({ id: params.id, state: 'paid' });
  expect(one.rights).toEqual({ refund: false, look: false, pay: false, decide: false, answer: false, takeBack: true });
  const kinds = one.timeline.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['payment.succeeded', 'invoice.paid']));
  // its customer reads the same, without what the vendor's bank says
  const own = await world.api(buyer).payments.get({ params: { id: payment } });
  expect(own).toMatchObject({ amount: 2380, sellerName: 'Bildung Digital eG', bankRef: null });
  expect(own.timeline.map(({ kind }) => kind)).toEqual(kinds);
});

test('neither another vendor, nor the operator, nor a customer reads it, and its list has its own alone', async () => {
  for (const who of [theirs.vendor, shop.operator, mine.buyer]) expect(await get(who, mine.payment)).toBe('not_found');
  expect(await get(undefined, mine.payment)).toBe('not_signed_in');
  expect(await get({ ...mine.vendor, scope: [] }, mine.payment)).toBe('not_allowed');
  const { items, total, currencies } = await world.api(mine.vendor).vendorPayments.list();
  expect([items.map((one) => one.accountId), total, currencies]).toEqual([[mine.buyer.accountId], 1, ['EUR']]);
  // what was paid to a vendor is nothing of the operator's
  const all = await world.api(shop.operator).allPayments.list();
  expect(all.items.map((one) => one.id)).not.toContain(mine.payment);
  expect(await codeOf(world.api(shop.operator).allPayments.get({ params: { id: mine.payment } }))).toBe('not_found');
  // nor does the list tell the name of an account that is another's customer
  const stranger = await world.api(mine.vendor).vendorPayments.list({ query: { accountId: theirs.buyer.accountId } });
  expect([stranger.items, stranger.account]).toEqual([[], null]);
});
