/** What a vendor does with the invoices that it issued: by the rules of the operator's own, and with nobody else's. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { newId } from '#kit/server/ids.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { buildCustomerOf, buildOffer, buildReseller, tokenOf } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { month: 3000n });

/** A vendor with an open invoice of 20 euros and tax to a customer of its own. */
async function sold() {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const quote = await world.api(buyer).billing.quote({ body: { planId: own, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  return { vendor, buyer, params: { id: invoiceId ?? '' } };
}
const [mine, theirs] = [await sold(), await sold()];
const reason = 'agreed by phone';
const credit = { amount: 580, to: 'balance' as const, reason };
const without = (actor: UserActor, right: string): UserActor => ({ ...actor, scope: actor.scope.filter((one) => one !== right) });
const load = async (path: string, actor?: UserActor) => {
  const headers = actor === undefined ? {} : { authorization: `Bearer ${await tokenOf(world, actor)}` };
  return world.app.inject({ url: path, headers });
};

test('a credit note of a vendor has its own series and takes from what is due', async () => {
  const { vendor, buyer, params } = mine;
  const after = await world.api(vendor).resale.creditSale({ params, body: credit });
  expect(after).toMatchObject({ state: 'open', total: 2380, credited: 580, remaining: 1800 });
  const year = new Date(world.clock.now()).getUTCFullYear();
  const [note] = after.creditNotes;
  expect(note).toMatchObject({ total: 580 });
  expect(note?.number).toMatch(new RegExp(`^BD.*${year}-0001$`));
  expect(after.timeline.map((one) => one.kind)).toContain('invoice.credited');
  expect((await world.api(buyer).invoices.get({ params: { id: note?.id ?? '' } })).seller?.name).toBe('Bildung Digital eG');
  await expect(world.api(vendor).resale.creditSale({ params, body: { ...credit, amount: 1801 } })).rejects.toMatchObject({
    code: 'credit_too_much',
    data: { most: 1800 },
  });
  // something of it is given back already, so that it cannot be void
  await expect(world.api(vendor).resale.voidSale({ params, body: { reason } })).rejects.toMatchObject({ code: 'wrong_state' });
});

test('an invoice that nobody paid is void, and what was bought by it does not begin', async () => {
  const { vendor, buyer, params } = await sold();
  expect(await world.api(vendor).resale.voidSale({ params, body: { reason } })).toMatchObject({ state: 'void', reason: null });
  expect(await world.api(buyer).invoices.get({ params })).toMatchObject({ state: 'void' });
  await expect(world.api(vendor).resale.voidSale({ params, body: { reason } })).rejects.toMatchObject({ code: 'wrong_state' });
});

test('money that comes a second time is booked when the vendor says so, and is the customer’s', async () => {
  const { vendor, buyer, params } = await sold();
  const { resale } = world.api(vendor);
  const money = { amount: 2380, valueDate: '2026-11-20', bankRef: '', note: '' };
  expect(await resale.recordSale({ params, body: money })).toMatchObject({ state: 'paid', rights: { recordMore: true } });
  await expect(resale.recordSale({ params, body: money })).rejects.toMatchObject({ code: 'wrong_state' });
  const after = await resale.recordSale({ params, body: { ...money, more: true } });
  expect([after.state, after.payments.map((one) => one.amount)]).toEqual(['paid', [2380, 2380]]);
  const left = sql`select sum(amount)::int as held from balance_entries where account_id = ${buyer.accountId}`;
  expect((await world.ctx().system.read.execute(left)).rows).toEqual([{ held: 2380 }]);
});

test('another vendor’s invoice is not there, for nobody’s hands and in no form', async () => {
  const { params } = theirs;
  await world.runJobs();
  for (const who of [mine.vendor, mine.buyer, shop.operator]) {
    const { resale } = world.api(who);
    await expect(resale.creditSale({ params, body: credit })).rejects.toMatchObject({ code: 'not_found' });
    await expect(resale.voidSale({ params, body: { reason } })).rejects.toMatchObject({ code: 'not_found' });
    for (const paper of ['pdf', 'xml', 'ubl']) {
      const { statusCode } = await load(`/api/invoices/${params.id}/${paper}`, who);
      expect(statusCode).toBe(404);
    }
  }
  const held = world.api(without(theirs.vendor, 'vendors.manage')).resale;
  await expect(held.creditSale({ params, body: credit })).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(held.voidSale({ params, body: { reason } })).rejects.toMatchObject({ code: 'not_allowed' });
  const nobody = world.api().resale;
  await expect(nobody.creditSale({ params, body: credit })).rejects.toMatchObject({ code: 'not_signed_in' });
  await expect(nobody.voidSale({ params: { id: newId() }, body: { reason } })).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('a vendor loads the papers of what it issued, with the number as their name', async () => {
  const { vendor, buyer, params } = theirs;
  await world.runJobs();
  const { number } = await world.api(vendor).resale.sale({ params });
  for (const who of [vendor, buyer]) {
    const pdf = await load(`/api/invoices/${params.id}/pdf`, who);
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(pdf.headers['content-disposition']).toContain(`filename="${number}.pdf"`);
  }
  const xml = await load(`/api/invoices/${params.id}/xml`, vendor);
  expect(xml.body).toContain('Bildung Digital eG');
  expect((await load(`/api/invoices/${params.id}/ubl`, vendor)).statusCode).toBe(200);
  expect((await load(`/api/invoices/${params.id}/pdf`)).statusCode).toBe(401);
});

test('the search of the palette finds an invoice that one issued, and no other reseller’s', async () => {
  const { vendor, params } = await sold();
  const { number } = await world.api(vendor).resale.sale({ params });
  const find = async (who: UserActor) => (await world.api(who).search.find({ query: { q: number ?? '' } })).items;
  expect(await find(vendor)).toMatchObject([{ kind: 'invoice', id: params.id, side: 'sold' }]);
  // numbers are each reseller's own: the same one may be there twice
  expect((await find(theirs.vendor)).map(({ id }) => id)).not.toContain(params.id);
});
