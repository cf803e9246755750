/** Event passes: bought once, more for some hours, with a plan or without, and given back with their money. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildAddon, buildPass } from './addons.factory.ts';
import { buildBuyer, buildPlan, pay, subscribe } from './billing.factory.ts';
import { type CardWorld, cardWorld, hear, payOn, visa } from './card-world.factory.ts';
import { runEngine } from './engine.service.ts';
import { reversePayment } from './reverse.service.ts';

let card: CardWorld;
let pass: string;
beforeAll(async () => {
  card = await cardWorld();
  pass = await buildPass(card.world, card.shop, { name: 'Congress', entitlements: { peopleAtOnce: 300 } });
});
afterAll(() => card.close());

const hour = 3_600_000;
const now = () => card.world.clock.now();
const atOnce = async (buyer: UserActor) => (await entitlementsFor(card.world.ctx().system.read, buyer.accountId)).peopleAtOnce;
const passes = async (buyer: UserActor) => (await card.world.api(buyer).billing.subscription()).passes;
const state = async (buyer: UserActor) => (await passes(buyer))[0]?.state;
const advance = async (hours: number) => {
  card.world.clock.advance(hours * hour);
  await runEngine(card.world.ctx());
};
type More = { by?: 'card' | 'transfer'; startsAt?: number | null; planId?: string };
async function buy(buyer: UserActor, { by = 'transfer', startsAt = null, planId = pass }: More = {}) {
  const api = card.world.api(buyer).passes;
  const quote = await api.quote({ body: { planId, currency: 'EUR', startsAt } });
  const bought = await api.buy({ body: { quoteId: quote.id, by, terms: true } });
  return { quote, id: bought.subscriptionId, invoiceId: bought.invoiceId ?? '', next: bought.next };
}
const keeper = () => card.world.api(card.shop.operator);

test('without a plan, by transfer: it counts from its payment for its hours, and ends by itself', async () => {
  const buyer = await buildBuyer(card.world);
  const { quote, invoiceId, next } = await buy(buyer);
  expect(quote).toMatchObject({ period: 'once', total: 5831, toPay: 5831, next: null, coupon: null });
  expect([next.kind, await state(buyer), await atOnce(buyer)]).toEqual(['instructions', 'waiting', 200]);
  const claim = await card.world.api(buyer).invoices.get({ params: { id: invoiceId } });
  expect([claim.total, claim.lines.map((line) => [line.kind, line.title])]).toEqual([quote.total, [['pass', 'Congress']]]);
  await pay(card.world, card.shop, invoiceId);
  expect([await state(buyer), await atOnce(buyer)]).toEqual(['on', 500]);
  const [shown] = await passes(buyer);
  expect((shown?.endsAt ?? 0) - (shown?.startsAt ?? 0)).toBe(48 * hour);
  await advance(47);
  expect([await state(buyer), await atOnce(buyer)]).toEqual(['on', 500]);
  await advance(2);
  expect([await state(buyer), await atOnce(buyer)]).toEqual(['over', 200]);
  // nothing is charged again
  await advance(24 * 40);
  expect((await card.world.api(buyer).invoices.list()).items).toHaveLength(1);
});

test('by card, on top of a plan and of another pass, for a moment that is still to come', async () => {
  const buyer = await buildBuyer(card.world);
  await subscribe(card.world, card.shop, { buyer, planId: await buildPlan(card.world, card.shop) });
  const startsAt = now() + 24 * hour;
  const { invoiceId, next } = await buy(buyer, { by: 'card', startsAt });
  if (next.kind !== 'redirect') throw new Error('no page to pay on');
  await payOn(next.url, visa);
  await hear(card);
  expect((await card.world.api(buyer).billing.outcome({ params: { id: invoiceId } })).state).toBe('paid');
  expect([await state(buyer), await atOnce(buyer)]).toEqual(['coming', 60]);
  await advance(25);
  expect([await state(buyer), await atOnce(buyer)]).toEqual(['on', 360]);
  const second = await buy(buyer);
  await pay(card.world, card.shop, second.invoiceId);
  expect(await atOnce(buyer)).toBe(660);
  await advance(48);
  expect(await atOnce(buyer)).toBe(60);
});

test('one quote is one pass, and holds for a quarter of an hour', async () => {
  const buyer = await buildBuyer(card.world);
  const api = card.world.api(buyer).passes;
  const body = { planId: pass, currency: 'EUR', startsAt: null };
  const [quote, old] = [await api.quote({ body }), await api.quote({ body })];
  const first = await api.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  expect(await api.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } })).toEqual(first);
  expect(await passes(buyer)).toHaveLength(1);
  card.world.clock.advance(16 * 60_000);
  const late = api.buy({ body: { quoteId: old.id, by: 'transfer', terms: true } });
  await expect(late).rejects.toMatchObject({ code: 'quote_expired' });
});

test('what nobody pays lapses', async () => {
  const buyer = await buildBuyer(card.world);
  const { invoiceId } = await buy(buyer);
  await advance(24 * 22);
  expect([await state(buyer), await atOnce(buyer)]).toEqual(['lapsed', 200]);
  expect((await card.world.api(buyer).invoices.get({ params: { id: invoiceId } })).state).toBe('void');
});

test('given back in full, voided or reversed by a bank, it is had no longer; in part it is', async () => {
  const reason = 'the event was called off';
  const paid = async () => {
    const buyer = await buildBuyer(card.world);
    const { invoiceId: id } = await buy(buyer);
    await pay(card.world, card.shop, id);
    return { buyer, id };
  };
  const back = await paid();
  const refund = (amount: number) =>
    keeper().allInvoices.refund({ params: { id: back.id }, body: { amount, by: 'transfer', reason } });
  await refund(1000);
  expect([await state(back.buyer), await atOnce(back.buyer)]).toEqual(['on', 500]);
  await refund(4831);
  expect([await state(back.buyer), await atOnce(back.buyer)]).toEqual(['taken_back', 200]);

  const unpaid = await buildBuyer(card.world);
  const { invoiceId } = await buy(unpaid);
  await keeper().allInvoices.voiding({ params: { id: invoiceId }, body: { reason } });
  expect(await state(unpaid)).toBe('taken_back');

  const returned = await paid();
  const { payments } = await card.world.api(returned.buyer).invoices.get({ params: { id: returned.id } });
  const ctx = card.world.ctx();
  await ctx.system.write((tx) => reversePayment(ctx, tx, { paymentId: payments[0]?.id ?? '', reason: 'returned' }));
  expect([await state(returned.buyer), await atOnce(returned.buyer)]).toEqual(['taken_back', 200]);
});

test('what cannot be sold is refused by name', async () => {
  const buyer = await buildBuyer(card.world);
  await subscribe(card.world, card.shop, { buyer, planId: await buildPlan(card.world, card.shop) });
  const api = card.world.api(buyer).passes;
  const stranger = await buildBuyer(card.world);
  const gone = {
    archived: await buildPass(card.world, card.shop, { visibility: 'archived' }),
    'another seller': await buildPass(card.world, card.shop, { sellerId: stranger.accountId }),
    'another currency': await buildPass(card.world, card.shop, { currency: 'JPY' }),
    'an add-on': await buildAddon(card.world, card.shop),
    nothing: '00000000-0000-7000-8000-000000000000',
  };
  for (const [what, planId] of Object.entries(gone)) {
    const body = { planId, currency: 'EUR', startsAt: null };
    await expect(api.quote({ body }), what).rejects.toMatchObject({ code: 'offer_gone' });
    await expect(api.preview({ body: { wish: body } }), what).rejects.toMatchObject({ code: 'offer_gone' });
  }
  const yen = { planId: gone['another currency'], currency: 'JPY', startsAt: null };
  await expect(api.quote({ body: yen })).rejects.toMatchObject({ code: 'other_currency' });
  for (const startsAt of [now() - 24 * hour, now() + 400 * 24 * hour]) {
    const odd = api.quote({ body: { planId: pass, currency: 'EUR', startsAt } });
    await expect(odd).rejects.toMatchObject({ code: 'window_refused' });
  }
  for (const startsAt of [-1, 1.5, Number.NaN, 1e30]) {
    const odd = api.quote({ body: { planId: pass, currency: 'EUR', startsAt } });
    await expect(odd, String(startsAt)).rejects.toMatchObject({ code: 'invalid_input' });
  }
});

test('whoever owes for a plan does not get round its restriction', async () => {
  const buyer = await buildBuyer(card.world);
  await subscribe(card.world, card.shop, { buyer, planId: await buildPlan(card.world, card.shop) });
  for (let days = 0; days < 45; days++) await advance(24);
  const asked = card.world.api(buyer).passes.quote({ body: { planId: pass, currency: 'EUR', startsAt: null } });
  await expect(asked).rejects.toMatchObject({ code: 'service_restricted' });
});

test('strangers, colleagues without the right and visitors buy nothing', async () => {
  const buyer = await buildBuyer(card.world);
  const body = { planId: pass, currency: 'EUR', startsAt: null };
  const quote = await card.world.api(buyer).passes.quote({ body });
  const use = { quoteId: quote.id, by: 'transfer' as const, terms: true as const };
  const stranger = await buildBuyer(card.world);
  await expect(card.world.api(stranger).passes.buy({ body: use })).rejects.toMatchObject({ code: 'not_found' });
  for (const [actor, code] of [
    [{ ...buyer, scope: ['subscriptions.view'] }, 'not_allowed'],
    [undefined, 'not_signed_in'],
    [card.shop.operator, 'not_found'],
  ] as const) {
    const api = card.world.api(actor).passes;
    await expect(api.quote({ body })).rejects.toMatchObject({ code });
    await expect(api.buy({ body: use })).rejects.toMatchObject({ code });
  }
  // a price is for everybody
  expect((await card.world.api().passes.preview({ body: { wish: body } })).total).toBe(5831);
});
