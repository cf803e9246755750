/** What was only begun in one currency and never paid does not hold up what is bought in another, be it a plan or an event pass. */
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
type Way = 'card' | 'transfer';
async function plan(buyer: UserActor, currency: Money, by: Way = 'transfer') {
  const { billing } = card.world.api(buyer);
  const quote = await billing.quote({ body: { planId: plans[currency], period: 'month', currency, seats: 0 } });
  return billing.purchase({ body: { quoteId: quote.id, by, terms: true } });
}
async function pass(buyer: UserActor, currency: Money, by: Way = 'transfer') {
  const api = card.world.api(buyer).passes;
  const quote = await api.quote({ body: { planId: passes[currency], currency, startsAt: null } });
  return api.buy({ body: { quoteId: quote.id, by, terms: true } });
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
  expect(await codeOf(plan(said, 'USD'))).toBe('payment_undecided');
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
