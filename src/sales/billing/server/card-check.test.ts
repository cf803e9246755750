/** People who try many cards must pass a bot check (business rules §6, row 24): the check against robots before the next page. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { requireHuman } from '#core/identity/server/sign-in/bot-check.service.ts';
import { buildActor, buildAnswer } from '#core/identity/server/identity.factory.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { beginByCard, buyByCard, type CardWorld, cardWorld, hear, payOn, visa } from './card-world.factory.ts';
import { runEngine } from './engine.service.ts';
import { payToken } from './pay-link-token.service.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterAll(() => card.close());

const day = 86_400_000;
const poor = '4000000000009995';
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const answer = () => buildAnswer(card.world.ctx(), 'card');

/** A buyer with an open invoice and so many refused cards on its page. */
async function refused(times: number): Promise<{ buyer: UserActor; id: string; url: string }> {
  const buyer = await buildBuyer(card.world);
  const begun = await beginByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  for (let nth = 0; nth < times; nth++) await payOn(begun.url, poor);
  await hear(card);
  return { buyer, ...begun };
}
const pay = (buyer: UserActor, id: string, challenge?: string) =>
  card.world.api(buyer).invoices.pay({ params: { id }, body: { by: 'card', ...(challenge === undefined ? {} : { challenge }) } });

test('row 24, captcha: after three refused cards the next page needs the check, and with it the payment goes through', async () => {
  const { buyer, id } = await refused(2);
  expect((await pay(buyer, id)).kind).toBe('redirect');
  const other = await refused(3);
  expect(await codeOf(pay(other.buyer, other.id))).toBe('challenge_required');
  const { invoices, methods, payLink } = card.world.api(other.buyer);
  expect(await codeOf(methods.add({}))).toBe('challenge_required');
  const token = payToken(card.world.ctx(), other.id);
  expect(await codeOf(payLink.pay({ body: { token, by: 'card' } }))).toBe('challenge_required');
  const next = await pay(other.buyer, other.id, await answer());
  if (next.kind !== 'redirect') throw new Error('no page');
  expect((await payOn(next.url, visa)).status).toBeLessThan(400);
  await hear(card);
  expect((await invoices.get({ params: { id: other.id } })).state).toBe('paid');
});

test('row 24, captcha: an answer counts once, and one for another form, a made-up one and an old one are none', async () => {
  const { buyer, id } = await refused(3);
  const good = await answer();
  expect(await codeOf(pay(buyer, id, good))).toBe('fine');
  expect(await codeOf(pay(buyer, id, good))).toBe('challenge_failed');
  expect(await codeOf(pay(buyer, id, await buildAnswer(card.world.ctx())))).toBe('challenge_failed');
  expect(await codeOf(pay(buyer, id, 'made up'))).toBe('challenge_failed');
  // nor does it open the form of another purpose
  expect(await codeOf(requireHuman(card.world.ctx(), { answer: await answer(), form: 'login' }))).toBe('challenge_failed');
  const old = await answer();
  card.world.clock.advance(601_000);
  expect(await codeOf(pay(buyer, id, old))).toBe('challenge_failed');
});

test('row 24, captcha: neither another account nor a transfer is held up, and nothing is booked before it', async () => {
  const { buyer, id } = await refused(3);
  const stranger = await buildBuyer(card.world);
  const planId = await buildPlan(card.world, card.shop);
  expect(await buyByCard(card.world, stranger, { planId })).not.toBe('');
  const { billing } = card.world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  const body = { quoteId: quote.id, terms: true as const };
  expect(await codeOf(billing.purchase({ body: { ...body, by: 'card' } }))).toBe('challenge_required');
  const { rows } = await card.world
    .ctx()
    .system.read.execute(sql`select state from subscriptions where account_id = ${buyer.accountId} and state <> 'incomplete'`);
  expect(rows).toEqual([]);
  expect((await card.world.api(buyer).invoices.get({ params: { id } })).state).toBe('open');
  expect((await billing.purchase({ body: { ...body, by: 'transfer' } })).next.kind).toBe('instructions');
});

test('row 24, per account: six pages an hour, then each needs the check', async () => {
  const { buyer, id } = await refused(0);
  const codes: string[] = [];
  for (let nth = 1; nth < 7; nth++) codes.push(await codeOf(pay(buyer, id)));
  expect(codes).toEqual([...Array<string>(5).fill('fine'), 'challenge_required']);
  expect(await codeOf(pay(buyer, id, await answer()))).toBe('fine');
});

test('row 24, minimum delay: from the fourth refused card on a page has to wait, longer each time', async () => {
  const { buyer, id, url } = await refused(4);
  const wait = () =>
    pay(buyer, id).then(
      () => 0,
      (error: unknown) => (error instanceof Failure ? error.data['seconds'] : -1),
    );
  expect(await wait()).toBe(10);
  card.world.clock.advance(11_000);
  expect(await codeOf(pay(buyer, id, await answer()))).toBe('fine');
  await payOn(url, poor);
  await hear(card);
  expect(await wait()).toBe(20);
});

test('row 24, cards to keep: their refusals count as those of payments, and after a dozen their page is closed', async () => {
  const buyer = await buildBuyer(card.world);
  const { methods, invoices } = card.world.api(buyer);
  const page = await methods.add({});
  for (let nth = 0; nth < 3; nth++) await payOn(page.url, poor);
  await hear(card);
  expect(await codeOf(methods.add({}))).toBe('challenge_required');
  for (let nth = 3; nth < 12; nth++) await payOn(page.url, poor);
  await hear(card);
  expect(await codeOf(methods.add({ body: { challenge: await answer() } }))).toBe('too_many_requests');
  expect((await payOn(page.url, visa)).status).toBe(404);
  expect(await methods.arrive({ body: { id: page.id } })).toMatchObject({ state: 'given_up' });
  expect((await invoices.list({})).items).toEqual([]);
});

test('row 24: a change that costs nothing is asked for by whoever had cards refused, and one that costs something is not', async () => {
  const { world, shop } = card;
  const buyer = await buildBuyer(world);
  const { methods, subscriptions, billing } = world.api(buyer);
  const [big, bigger, small] = [
    await buildPlan(world, shop, { month: 9000n, name: 'Big' }),
    await buildPlan(world, shop, { month: 20_000n, name: 'Bigger' }),
    await buildPlan(world, shop, { month: 1000n, name: 'Small' }),
  ];
  await buyByCard(world, buyer, { planId: big });
  const page = await methods.add({});
  const change = async (planId: string) => {
    const quote = await subscriptions.quoteChange({ body: { planId, period: 'month', seats: 0 } });
    return codeOf(subscriptions.change({ body: { quoteId: quote.id } }));
  };
  const pending = async () => (await billing.subscription()).subscription?.pending?.planName ?? null;
  for (let nth = 0; nth < 3; nth++) await payOn(page.url, poor);
  await hear(card);
  expect([await change(bigger), await pending()]).toEqual(['challenge_required', null]);
  expect([await change(small), await pending()]).toEqual(['fine', 'Small']);
  for (let nth = 3; nth < 12; nth++) await payOn(page.url, poor);
  await hear(card);
  expect(await change(bigger)).toBe('too_many_requests');
  const { revision = 0 } = (await billing.subscription()).subscription ?? {};
  await subscriptions.undoChange({ body: { revision } });
  expect([await change(small), await pending()]).toEqual(['fine', 'Small']);
}, 60_000);

test('row 24: what was paused goes on without the check where its balance covers it, and where it does not nothing is booked before it', async () => {
  const { world, shop } = card;
  const buyer = await buildBuyer(world);
  const { methods, subscriptions, billing, invoices } = world.api(buyer);
  await buyByCard(world, buyer, { planId: await buildPlan(world, shop, { month: 2000n }) });
  const live = async () => {
    const { subscription } = await billing.subscription();
    if (subscription === null) throw new Error('nothing is had');
    return subscription;
  };
  const { id, periodEnd, revision } = await live();
  const end = periodEnd ?? 0;
  await subscriptions.pause({ body: { until: end + 80 * day, revision } });
  world.clock.advance(end + day - world.clock.now());
  await runEngine(world.ctx());
  const page = await methods.add({});
  for (let nth = 0; nth < 3; nth++) await payOn(page.url, poor);
  await hear(card);
  const resume = async () => codeOf(subscriptions.resume({ body: { by: 'card', revision: (await live()).revision } }));
  const before = (await invoices.list({ query: {} })).items.length;
  expect([await resume(), (await live()).state]).toEqual(['challenge_required', 'paused']);
  expect((await invoices.list({ query: {} })).items).toHaveLength(before);
  await world
    .api(shop.operator)
    .allSubscriptions.credit({ params: { id }, body: { amount: 100_000, reason: 'for the trouble' } });
  expect([await resume(), (await live()).state]).toEqual(['fine', 'active']);
  const [newest] = (await invoices.list({ query: {} })).items;
  expect([newest?.state, await codeOf(methods.add({}))]).toEqual(['paid', 'challenge_required']);
}, 60_000);

test('row 24, captcha: where the operator switched the check off the block still stands', async () => {
  const { buyer, id, url } = await refused(3);
  const { actor: seated } = await buildActor(card.world, { kind: 'operator' });
  const actor = { ...seated, scope: scopeFor({ accountKind: 'operator', role: 'owner', permissions: [] }) };
  await card.world
    .ctx()
    .system.write((tx) =>
      tx.execute(
        sql`update sessions set proven_until = ${new Date(card.world.clock.now() + day).toISOString()} where id = ${actor.sessionId}`,
      ),
    );
  const switched = await codeOf(
    card.world.api(actor).platform.update({ body: { botCheck: { kind: 'off', siteKey: '', version: 0 } } }),
  );
  expect(switched).toBe('fine');
  expect(await codeOf(pay(buyer, id))).toBe('fine');
  for (let nth = 3; nth < 12; nth++) await payOn(url, poor);
  await hear(card);
  expect(await codeOf(pay(buyer, id))).toBe('too_many_requests');
});
