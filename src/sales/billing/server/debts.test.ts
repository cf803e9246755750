/** Debts stay: neither ending the plan nor beginning another purchase clears them; only paying them, or a plan that is paid, does. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { days as oneDayAfterTheOther } from './card-world.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { entitlements: { rooms: 3, meetingsAtOnce: 2 } });

const days = (count: number) => oneDayAfterTheOther(world, count);
const keeper = () => world.api(shop.operator).allInvoices;
const live = async (buyer: UserActor) => {
  const { subscription } = await world.api(buyer).billing.subscription();
  if (subscription === null) throw new Error('none');
  return subscription;
};
const newest = async (buyer: UserActor) => {
  const [first] = (await world.api(buyer).invoices.list({ query: { kind: 'invoice' } })).items;
  if (first === undefined) throw new Error('none');
  return first;
};
const mayMeet = async (buyer: UserActor) => {
  const held = await entitlementsFor(world.ctx().system.read, buyer.accountId);
  return held.meetingsAtOnce !== 0 || held.recordingAllowed;
};
const begin = async (buyer: UserActor) => {
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  return billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
};
/** Bought, used for a month, and not paid from then on. */
const late = async (count: number) => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  await days(count);
  return buyer;
};
const cancel = async (buyer: UserActor) => {
  const { revision } = await live(buyer);
  await world.api(buyer).billing.cancel({ body: { atEnd: true, revision } });
};

test('what is restricted is ended at once, stays restricted, and is dunned on to its end', async () => {
  const buyer = await late(43);
  expect([(await live(buyer)).state, await mayMeet(buyer)]).toEqual(['restricted', false]);
  await cancel(buyer);
  expect([(await live(buyer)).state, await mayMeet(buyer)]).toEqual(['canceled', false]);
  const { id } = await newest(buyer);
  await days(30);
  // of the month that it was asked for, it had the days before its end
  const given = await keeper().get({ params: { id } });
  expect([given.state, given.creditNotes.length, given.remaining < given.total]).toEqual(['uncollectible', 1, true]);
  expect(await mayMeet(buyer)).toBe(false);
  // before its end it was reminded of once a step; the last word comes once
  const besides = ['billing.issued', 'billing.receipt', 'billing.credited'];
  const mails = (await templatesTo(world, buyer.email)).filter((one) => !besides.includes(one));
  expect(mails.at(-1)).toBe('billing.final');
  // once it is paid after all, the account is as any other without a plan
  await pay(world, shop, id);
  expect(await mayMeet(buyer)).toBe(true);
});

test('paying, or taking back, what was owed lets go of an account whose plan was ended', async () => {
  const acts = [
    (id: string) => pay(world, shop, id),
    (id: string) => keeper().voiding({ params: { id }, body: { reason: 'our mistake' } }),
    (id: string) => keeper().writeOff({ params: { id }, body: { reason: 'too small' } }),
    (id: string) => keeper().credit({ params: { id }, body: { amount: 3451, to: 'balance', reason: 'good will' } }),
  ];
  for (const act of acts) {
    const buyer = await late(43);
    await cancel(buyer);
    expect(await mayMeet(buyer)).toBe(false);
    await act((await newest(buyer)).id);
    await days(1);
    expect([(await live(buyer)).state, await mayMeet(buyer)]).toEqual(['canceled', true]);
  }
});

test('what was asked for the days to come is void when it is ended', async () => {
  const buyer = await late(20);
  const { id } = await newest(buyer);
  expect((await keeper().get({ params: { id } })).state).toBe('open');
  for (const state of ['past_due', 'restricted'])
    await world
      .ctx()
      .system.write((tx) => tx.execute(sql`update subscriptions set state = ${state} where account_id = ${buyer.accountId}`));
  await cancel(buyer);
  expect((await keeper().get({ params: { id } })).state).toBe('void');
  expect(await mayMeet(buyer)).toBe(true);
});

test('beginning a purchase pays nothing: the account stays restricted until the money is here', async () => {
  const buyer = await late(70);
  expect([(await live(buyer)).state, await mayMeet(buyer)]).toEqual(['canceled', false]);
  await begin(buyer);
  expect([(await live(buyer)).state, await mayMeet(buyer)]).toEqual(['incomplete', false]);
  await days(30);
  expect([(await live(buyer)).state, await mayMeet(buyer)]).toEqual(['canceled', false]);
  const { invoiceId } = await begin(buyer);
  await pay(world, shop, invoiceId);
  expect([(await live(buyer)).state, await mayMeet(buyer)]).toEqual(['active', true]);
});

test('a purchase that was never paid takes nothing from who owes nothing', async () => {
  const buyer = await buildBuyer(world);
  await begin(buyer);
  await days(30);
  expect(await mayMeet(buyer)).toBe(true);
});

test('ended by whoever is paid, with money open: restricted by the same steps, and nobody else', async () => {
  const buyer = await late(32);
  const { id, revision } = await live(buyer);
  const body = { reason: 'as agreed', credit: 'nothing' as const, revision };
  await world.api(shop.operator).allSubscriptions.cancel({ params: { id }, body });
  await runEngine(world.ctx());
  // the days that were had are owed yet
  const claim = await newest(buyer);
  expect([(await live(buyer)).state, claim.state, await mayMeet(buyer)]).toEqual(['canceled', 'open', false]);
  await pay(world, shop, claim.id);
  expect(await mayMeet(buyer)).toBe(true);
});

test('what was given up on can still be paid by who owes it', async () => {
  const buyer = await late(70);
  const { id, state } = await newest(buyer);
  expect(state).toBe('uncollectible');
  const { invoices } = world.api(buyer);
  const seen = await invoices.get({ params: { id } });
  expect([seen.rights.pay, seen.transfer?.iban]).toEqual([true, 'DE89370400440532013000']);
  expect(await invoices.pay({ params: { id }, body: { by: 'transfer' } })).toMatchObject({ kind: 'instructions' });
  expect((await invoices.report({ params: { id }, body: { note: 'paid today' } })).rights.pay).toBe(false);
  await pay(world, shop, id);
  expect((await invoices.get({ params: { id } })).state).toBe('paid');
  expect(await mayMeet(buyer)).toBe(true);
});
