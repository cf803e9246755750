/** A trial that begins with a card: it begins once, when the card is stored, whether by the event or by the person's return. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { type CardWorld, cardWorld, days, hear, payOn, visa } from './card-world.factory.ts';
import { dieAt } from './dying.factory.ts';
import { arrive as arriveAt, settleSetups } from './methods.service.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterAll(() => card.close());

async function planWithTrial(): Promise<string> {
  const planId = await buildPlan(card.world, card.shop);
  const run = (text: ReturnType<typeof sql>) => card.world.ctx().system.write((tx) => tx.execute(text));
  await run(sql`insert into plan_versions (plan_id, version, entitlements, trial_days, trial_needs_method, created_at)
    select plan_id, 2, entitlements, 14, true, now() from plan_versions where plan_id = ${planId}`);
  await run(sql`insert into plan_prices (plan_id, version, currency, period, amount, inclusive)
    select plan_id, 2, currency, period, amount, inclusive from plan_prices where plan_id = ${planId}`);
  await run(sql`update plans set version = 2 where id = ${planId}`);
  return planId;
}
const wish = (planId: string) => ({ planId, period: 'month' as const, currency: 'EUR' });
async function opened(buyer: UserActor, planId: string) {
  const { billing, methods } = card.world.api(buyer);
  const { id: quoteId } = await billing.quote({ body: wish(planId) });
  await expect(billing.purchase({ body: { quoteId, by: 'card', terms: true } })).rejects.toMatchObject({ code: 'method_needed' });
  return methods.trial({ body: { quoteId, terms: true } });
}
const live = async (buyer: UserActor) => (await card.world.api(buyer).billing.subscription()).subscription;
const arrive = (buyer: UserActor, id: string) => card.world.api(buyer).methods.arrive({ body: { id } });
const subscriptions = async (buyer: UserActor): Promise<number> => {
  const { rows } = await card.world
    .ctx()
    .system.read.execute<{ n: number }>(sql`select count(*)::int as n from subscriptions where account_id = ${buyer.accountId}`);
  return rows[0]?.n ?? 0;
};
/** Stores a card that nobody stored before: one trial for each. */
async function store(url: string): Promise<void> {
  await payOn(url, visa);
  const newest = [...card.fake.things.values()].findLast((thing) => thing.object === 'payment_method');
  if (newest !== undefined) newest['card'] = { ...Object(newest['card']), fingerprint: `print-${newId()}` };
}

test('it begins when the card is stored; coming back, a reload, a second tab and the provider’s news are one trial', async () => {
  const buyer = await buildBuyer(card.world);
  const { id, url } = await opened(buyer, await planWithTrial());
  expect([await arrive(buyer, id), await live(buyer)]).toMatchObject([{ state: 'waiting', begun: 'waiting' }, null]);
  // a card takes longer than a price is promised for
  card.world.clock.advance(3_600_000);
  await store(url);
  const both = await Promise.all([arrive(buyer, id), arrive(buyer, id)]);
  expect(both.map((one) => one.state)).toEqual(['stored', 'stored']);
  await hear(card);
  expect(await arrive(buyer, id)).toMatchObject({ state: 'stored', begun: 'begun' });
  expect(await live(buyer)).toMatchObject({ state: 'trialing', payBy: 'card' });
  expect(await subscriptions(buyer)).toBe(1);
  await days(card.world, 15);
  await hear(card);
  expect(await live(buyer)).toMatchObject({ state: 'active' });
});

test('whoever never comes back has the trial, too: the provider tells', async () => {
  const buyer = await buildBuyer(card.world);
  const { url } = await opened(buyer, await planWithTrial());
  await store(url);
  await hear(card);
  expect(await live(buyer)).toMatchObject({ state: 'trialing' });
});

test('a process that dies after the card is stored is made up for', async () => {
  const buyer = await buildBuyer(card.world);
  const { id, url } = await opened(buyer, await planWithTrial());
  await store(url);
  await dieAt({ write: 1, when: 'after' }, (process) => arriveAt(process.ctx(card.world.ctx(buyer)), { id }));
  expect(await live(buyer)).toBeNull();
  await settleSetups(card.world.ctx());
  expect([(await arrive(buyer, id)).begun, (await live(buyer))?.state]).toEqual(['begun', 'trialing']);
});

test('what changed meanwhile is refused, the card is kept, and nothing is charged', async () => {
  const buyer = await buildBuyer(card.world);
  const planId = await planWithTrial();
  const { id, url } = await opened(buyer, planId);
  const { url: second, id: other } = await opened(buyer, planId);
  await store(url);
  expect((await arrive(buyer, id)).begun).toBe('begun');
  await store(second);
  expect(await arrive(buyer, other)).toMatchObject({ state: 'stored', begun: 'refused' });
  expect(await subscriptions(buyer)).toBe(1);
  const { invoices } = card.world.api(buyer);
  expect((await invoices.list({ query: {} })).items).toEqual([]);
});

test('an order by transfer in another currency is given up for it by word only, and by the time the card is stored', async () => {
  const buyer = await buildBuyer(card.world);
  const { billing, invoices, methods } = card.world.api(buyer);
  const planId = await buildPlan(card.world, card.shop, { currency: 'USD' });
  const ordered = await billing.quote({ body: { ...wish(planId), currency: 'USD' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: ordered.id, by: 'transfer', terms: true } });
  const quote = await billing.quote({ body: wish(await planWithTrial()) });
  const body = { quoteId: quote.id, terms: true as const };
  await expect(methods.trial({ body })).rejects.toMatchObject({ code: 'order_waiting' });
  const givesUp = quote.givesUp.map((one) => one.invoiceId);
  const { id, url } = await methods.trial({ body: { ...body, givesUp } });
  const stateOf = async () => (await invoices.get({ params: { id: invoiceId ?? '' } })).state;
  expect([givesUp, await stateOf()]).toEqual([[invoiceId], 'open']);
  await store(url);
  expect([(await arrive(buyer, id)).begun, await stateOf()]).toEqual(['begun', 'void']);
});

test('a quote that is over, another account’s, and somebody without the right open no page', async () => {
  const buyer = await buildBuyer(card.world);
  const planId = await planWithTrial();
  const { id: quoteId } = await card.world.api(buyer).billing.quote({ body: wish(planId) });
  const ask = (who: UserActor | undefined) => card.world.api(who).methods.trial({ body: { quoteId, terms: true } });
  await expect(ask(await buildBuyer(card.world))).rejects.toMatchObject({ code: 'not_found' });
  await expect(ask({ ...buyer, scope: ['subscriptions.view'] })).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(ask(undefined)).rejects.toMatchObject({ code: 'not_signed_in' });
  card.world.clock.advance(1_000_000);
  await expect(ask(buyer)).rejects.toMatchObject({ code: 'quote_expired' });
});
