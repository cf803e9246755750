/** What was only begun in one currency and never paid does not hold up what is bought in another, be it a plan or an event pass; an order by transfer is given up by word only. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPass } from './addons.factory.ts';
import { buildBuyer, buildPlan, pay } from './billing.factory.ts';
import { type CardWorld, cardWorld, hear, payOn, visa } from './card-world.factory.ts';

let card: CardWorld;
let plans: Record<'EUR' | 'USD', string>;
let passes: Record<'EUR' | 'USD', string>;
beforeAll(async () => {
  card = await cardWorld();
  const { world, shop } = card;
  plans = { EUR: await buildPlan(world, shop), USD: await buildPlan(world, shop, { currency: 'USD' }) };
  passes = { EUR: await buildPass(world, shop, {}), USD: await buildPass(world, shop, { currency: 'USD' }) };
});
afterAll(() => card.close());

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
type Money = 'EUR' | 'USD';
type PaymentWay = 'card' | 'transfer';
const agreed = (quote: { id: string; givesUp: readonly { invoiceId: string }[] }) => ({
  quoteId: quote.id,
  givesUp: quote.givesUp.map(({ invoiceId }) => invoiceId),
});
/** Buys it, and gives up what the quote says is given up for it. */
async function plan(buyer: UserActor, currency: Money, by: PaymentWay = 'transfer') {
  const { billing } = card.world.api(buyer);
  const quote = await billing.quote({ body: { planId: plans[currency], period: 'month', currency, seats: 0 } });
  return billing.purchase({ body: { ...agreed(quote), by, terms: true } });
}
async function pass(buyer: UserActor, currency: Money, by: PaymentWay = 'transfer') {
  const api = card.world.api(buyer).passes;
  const quote = await api.quote({ body: { planId: passes[currency], currency, startsAt: null } });
  return api.buy({ body: { ...agreed(quote), by, terms: true } });
}
const stateOf = async (buyer: UserActor, id: string | null) =>
  (await card.world.api(buyer).invoices.get({ params: { id: id ?? '' } })).state;

test('a plan in euro that nobody paid makes room for a pass in dollars, and the other way round', async () => {
  const [one, other] = [await buildBuyer(card.world), await buildBuyer(card.world)];
  const first = await plan(one, 'EUR');
  const bought = await pass(one, 'USD');
  expect([await stateOf(one, first.invoiceId), await stateOf(one, bought.invoiceId)]).toEqual(['void', 'open']);
  expect((await card.world.api(one).billing.subscription()).subscription).toBeNull();

  const begun = await pass(other, 'EUR');
  const held = await plan(other, 'USD');
  expect([await stateOf(other, begun.invoiceId), await stateOf(other, held.invoiceId)]).toEqual(['void', 'open']);
  expect((await card.world.api(other).billing.subscription()).passes.map(({ state }) => state)).toEqual(['lapsed']);
});

const wishOf = (currency: Money) => ({ planId: plans[currency], period: 'month' as const, currency, seats: 0 });
test('an order by transfer is given up only when its buyer names it: the quote says which, and nothing happens before', async () => {
  const buyer = await buildBuyer(card.world);
  const { billing, passes: passCalls, invoices } = card.world.api(buyer);
  const first = await pass(buyer, 'EUR');
  const order = await invoices.get({ params: { id: first.invoiceId ?? '' } });
  const given = {
    invoiceId: order.id,
    number: order.number,
    planName: order.lines[0]?.title,
    total: order.total,
    currency: 'EUR',
  };
  const quote = await billing.quote({ body: wishOf('USD') });
  expect(quote.givesUp).toEqual([given]);
  const buy = { quoteId: quote.id, by: 'transfer' as const, terms: true as const };
  const refusal = { code: 'order_waiting', data: { invoices: [order.id] } };
  await expect(billing.purchase({ body: buy })).rejects.toMatchObject(refusal);
  const another = (await pass(await buildBuyer(card.world), 'EUR')).invoiceId ?? '';
  await expect(billing.purchase({ body: { ...buy, givesUp: [another] } })).rejects.toMatchObject(refusal);
  const passQuote = await passCalls.quote({ body: { planId: passes.USD, currency: 'USD', startsAt: null } });
  expect(passQuote.givesUp).toEqual([given]);
  await expect(passCalls.buy({ body: { ...buy, quoteId: passQuote.id } })).rejects.toMatchObject(refusal);
  expect(await stateOf(buyer, order.id)).toBe('open');

  // in its own currency nothing is given up for it
  expect((await billing.quote({ body: wishOf('EUR') })).givesUp).toEqual([]);
  const { invoiceId } = await billing.purchase({ body: { ...buy, givesUp: [order.id] } });
  expect([await stateOf(buyer, order.id), await stateOf(buyer, invoiceId)]).toEqual(['void', 'open']);
});

test('what was ordered after somebody agreed, or is reported meanwhile, is not given up', async () => {
  const buyer = await buildBuyer(card.world);
  const { billing, invoices } = card.world.api(buyer);
  const quote = await billing.quote({ body: wishOf('USD') });
  expect(quote.givesUp).toEqual([]);
  const { invoiceId } = await pass(buyer, 'EUR');
  const id = invoiceId ?? '';
  const buy = { quoteId: quote.id, by: 'transfer' as const, terms: true as const };
  expect(await codeOf(billing.purchase({ body: { ...buy, givesUp: [] } }))).toBe('order_waiting');
  await invoices.report({ params: { id }, body: { note: '' } });
  const { number } = await invoices.get({ params: { id } });
  const reported = { code: 'order_reported', data: { number } };
  await expect(billing.purchase({ body: { ...buy, givesUp: [id] } })).rejects.toMatchObject(reported);
  await expect(billing.quote({ body: wishOf('USD') })).rejects.toMatchObject(reported);
  expect(await stateOf(buyer, id)).toBe('open');
});

test('a pass makes room for a pass in another currency; one in the same stays beside it', async () => {
  const buyer = await buildBuyer(card.world);
  const [one, two] = [await pass(buyer, 'EUR'), await pass(buyer, 'EUR')];
  expect([await stateOf(buyer, one.invoiceId), await stateOf(buyer, two.invoiceId)]).toEqual(['open', 'open']);
  const three = await pass(buyer, 'USD');
  const states = await Promise.all([one, two, three].map(({ invoiceId }) => stateOf(buyer, invoiceId)));
  expect(states).toEqual(['void', 'void', 'open']);
});

test('one that was begun with a card is let go of at the provider first: its page takes no money any more', async () => {
  const buyer = await buildBuyer(card.world);
  const { next, invoiceId } = await plan(buyer, 'EUR', 'card');
  if (next.kind !== 'redirect') throw new Error('no page');
  expect((await pass(buyer, 'USD', 'card')).next.kind).toBe('redirect');
  expect([(await payOn(next.url, visa)).status, await stateOf(buyer, invoiceId)]).toEqual([404, 'void']);
});

test('what was paid, in part or in full, or reported, still locks the currency', async () => {
  const [part, full, said] = [await buildBuyer(card.world), await buildBuyer(card.world), await buildBuyer(card.world)];
  const begun = await plan(part, 'EUR');
  const money = { amount: 100, valueDate: '2026-11-20', bankRef: '', note: '' };
  await card.world.api(card.shop.operator).allInvoices.record({ params: { id: begun.invoiceId ?? '' }, body: money });
  expect(await codeOf(pass(part, 'USD'))).toBe('currency_locked');

  await pay(card.world, card.shop, (await plan(full, 'EUR')).invoiceId ?? '');
  expect(await codeOf(pass(full, 'USD'))).toBe('other_currency');

  const reported = await pass(said, 'EUR');
  await card.world.api(said).invoices.report({ params: { id: reported.invoiceId ?? '' }, body: { note: '' } });
  expect(await codeOf(plan(said, 'USD'))).toBe('order_reported');
  expect(await stateOf(said, reported.invoiceId)).toBe('open');
});

test('a card that paid just before counts: nothing is dropped, and the other currency is refused', async () => {
  const buyer = await buildBuyer(card.world);
  const { next, invoiceId } = await plan(buyer, 'EUR', 'card');
  if (next.kind !== 'redirect') throw new Error('no page');
  await payOn(next.url, visa);
  expect(await codeOf(pass(buyer, 'USD'))).toBe('other_currency');
  await hear(card);
  expect(await stateOf(buyer, invoiceId)).toBe('paid');
});
