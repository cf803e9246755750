/** A vendor that sells in its own name deals with its customers itself: objections, reported transfers, reminders, write-offs. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { mailsTo, templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { findBuyer } from '#sales/billing/server/resold.service.ts';
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
const without = (actor: UserActor, right: string): UserActor => ({ ...actor, scope: actor.scope.filter((one) => one !== right) });
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const emailOf = async (buyer: UserActor) => (await findBuyer(world.ctx().system.read, buyer.accountId))?.email ?? '';
const walk = async (days: number) => {
  for (let n = 0; n < days; n += 1) {
    world.clock.advance(86_400_000);
    await runEngine(world.ctx());
    await world.runJobs();
  }
};
const money = { amount: 2380, valueDate: '2026-11-20', bankRef: '', note: '' };
const reason = 'nothing came';

test('a vendor finds what its customer does not agree with, answers it, and the link of the mail leads to its own page', async () => {
  const { vendor, buyer, params } = await sold();
  const { resale } = world.api(vendor);
  expect((await resale.sales({ query: { state: 'objected' } })).items).toEqual([]);
  await world.api(buyer).objections.raise({ params, body: { reason: 'We ordered less' } });
  expect((await resale.sales({ query: { state: 'objected' } })).items).toMatchObject([{ id: params.id, asks: ['objected'] }]);
  expect((await resale.sales({ query: {} })).items).toMatchObject([{ asks: ['objected'] }]);
  expect((await resale.objection({ params })).last).toMatchObject({ state: 'open', reason: 'We ordered less' });
  const mail = (await mailsTo(world, 'money@bildung.example')).find((one) => (one.bodyText ?? '').includes(params.id));
  expect(mail?.bodyText).toContain(`/vendors?tab=sold&sale=${params.id}`);
  expect(mail?.bodyText).not.toContain('/all-invoices/');
  const answered = await resale.answerObjection({ params, body: { answer: 'See the offer' } });
  expect(answered.last).toMatchObject({ state: 'answered', answer: 'See the offer' });
  expect((await world.api(buyer).objections.own({ params })).last).toMatchObject({ answer: 'See the offer' });
  expect((await resale.sales({ query: { state: 'objected' } })).items).toEqual([]);
  expect(await codeOf(resale.answerObjection({ params, body: { answer: 'twice' } }))).toBe('wrong_state');
}, 60_000);

test('a customer of a vendor is warned before anything is restricted, also when its objection was answered late', async () => {
  const { vendor, buyer, params } = await sold();
  await world.api(vendor).resale.recordSale({ params, body: money });
  await walk(38);
  const [open] = (await world.api(buyer).invoices.list({ query: { state: 'open' } })).items;
  const second = { id: open?.id ?? '' };
  await world.api(buyer).objections.raise({ params: second, body: { reason: 'We did not order this' } });
  await walk(6);
  const state = async () => (await world.api(buyer).billing.subscription()).subscription?.state;
  expect(await state()).toBe('past_due');
  await world.api(vendor).resale.answerObjection({ params: second, body: { answer: 'You did' } });
  await walk(1);
  expect([await state(), await templatesTo(world, await emailOf(buyer))]).toEqual([
    'restricted',
    expect.arrayContaining(['billing.final']),
  ]);
}, 90_000);

test('a transfer that a customer reported is found, its proof is loaded by the vendor, and what did not come is rejected with a mail', async () => {
  const { vendor, buyer, params } = await sold();
  const { resale } = world.api(vendor);
  await world.api(buyer).invoices.report({ params, body: { note: 'sent on Monday' } });
  const pdf = Buffer.from('%PDF-1.7 a bank says so');
  await world.api(buyer).objections.prove({ params, body: { content: pdf.toString('base64') } });
  expect((await resale.sales({ query: { state: 'reported' } })).items).toMatchObject([{ id: params.id, asks: ['reported'] }]);
  expect((await resale.sale({ params })).payments).toMatchObject([{ state: 'reported', note: 'sent on Monday', proof: true }]);
  const load = async (actor?: UserActor) => {
    const headers = actor === undefined ? {} : { authorization: `Bearer ${await tokenOf(world, actor)}` };
    return world.app.inject({ url: `/api/invoices/${params.id}/proof`, headers });
  };
  const got = await load(vendor);
  expect([got.statusCode, got.body]).toEqual([200, pdf.toString()]);
  expect((await load(buyer)).statusCode).toBe(200);
  expect((await load((await sold()).vendor)).statusCode).toBe(404);
  expect((await load(shop.operator)).statusCode).toBe(404);
  expect((await load()).statusCode).toBe(401);
  const after = await resale.rejectSale({ params, body: { reason } });
  expect([after.state, after.payments.map((one) => one.state)]).toEqual(['open', ['rejected']]);
  expect((await resale.sales({ query: { state: 'reported' } })).items).toEqual([]);
  const mail = (await mailsTo(world, await emailOf(buyer))).find((one) => one.template === 'billing.rejected');
  expect(mail?.bodyText).toContain(reason);
  expect(await codeOf(resale.rejectSale({ params, body: { reason } }))).toBe('wrong_state');
  expect(await resale.recordSale({ params, body: money })).toMatchObject({ state: 'paid' });
}, 60_000);

test('a vendor reminds of what is due, and gives up on it with a reason; late money is still taken', async () => {
  const { vendor, buyer, params } = await sold();
  const { resale } = world.api(vendor);
  await resale.remindSale({ params });
  expect(await templatesTo(world, await emailOf(buyer))).toContain('billing.reminder');
  expect(await resale.writeOffSale({ params, body: { reason } })).toMatchObject({ state: 'uncollectible' });
  const told = (await resale.sale({ params })).timeline.map((one) => [one.kind, one.reason]);
  expect(told).toEqual(expect.arrayContaining([['invoice.uncollectible', reason]]));
  expect(await codeOf(resale.remindSale({ params }))).toBe('wrong_state');
  expect(await codeOf(resale.writeOffSale({ params, body: { reason } }))).toBe('wrong_state');
  expect(await resale.recordSale({ params, body: money })).toMatchObject({ state: 'paid' });
});

test('none of it is there for another vendor, a customer or the operator, nor without the right or a session', async () => {
  const [mine, other] = [await sold(), await sold()];
  const { params } = mine;
  await world.api(mine.buyer).objections.raise({ params, body: { reason: 'We ordered less' } });
  await world.api(mine.buyer).invoices.report({ params, body: { note: '' } });
  const all = ({ resale }: ReturnType<typeof world.api>) => [
    resale.objection({ params }),
    resale.answerObjection({ params, body: { answer: 'never' } }),
    resale.rejectSale({ params, body: { reason } }),
    resale.remindSale({ params }),
    resale.writeOffSale({ params, body: { reason } }),
  ];
  const codes = (api: ReturnType<typeof world.api>) => Promise.all(all(api).map(codeOf)).then((found) => [...new Set(found)]);
  for (const actor of [other.vendor, mine.buyer, other.buyer, shop.operator])
    expect(await codes(world.api(actor))).toEqual(['not_found']);
  expect(await codes(world.api(without(mine.vendor, 'vendors.manage')))).toEqual(['not_allowed']);
  expect(await codes(world.api())).toEqual(['not_signed_in']);
  // nor by the operator's own calls
  const { objections, allInvoices } = world.api(shop.operator);
  expect(await codeOf(objections.of({ params }))).toBe('not_found');
  expect(await codeOf(objections.answer({ params, body: { answer: 'never' } }))).toBe('not_found');
  expect(await codeOf(allInvoices.reject({ params, body: { reason } }))).toBe('not_found');
  expect(await codeOf(allInvoices.writeOff({ params, body: { reason } }))).toBe('not_found');
  expect((await allInvoices.list({ query: { state: 'objected' } })).items).toEqual([]);
  expect((await world.api(mine.vendor).resale.objection({ params })).last).toMatchObject({ state: 'open' });
});
