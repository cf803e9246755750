/** Subscriptions as their seller sees and changes them. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildAddon, buildPass } from './addons.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allSubscriptions;
const day = 86_400_000;
const idOf = async (buyer: UserActor) => {
  const { subscription } = await world.api(buyer).billing.subscription();
  if (subscription === null) throw new Error('none');
  return subscription.id;
};
const rooms = async (buyer: UserActor) => (await entitlementsFor(world.ctx().system.read, buyer.accountId)).rooms;
const reason = 'asked for by phone';

test('the list has pages and states, and the figures say what a month brings in', async () => {
  const from = world.clock.now() - 1000;
  const [monthly, yearly] = [await buildPlan(world, shop, { month: 3000n }), await buildPlan(world, shop, { year: 12_000n })];
  for (let at = 0; at < 2; at++) await subscribe(world, shop, { buyer: await buildBuyer(world), planId: monthly });
  await subscribe(world, shop, { buyer: await buildBuyer(world), planId: yearly, period: 'year' });
  const first = await keeper().list({ query: { state: 'active', limit: 2 } });
  expect(first.items).toHaveLength(2);
  const second = await keeper().list({ query: { state: 'active', limit: 2, cursor: first.next ?? '' } });
  expect(second).toMatchObject({ items: [{ monthly: 3000 }], next: null });
  const [named] = second.items;
  const search = (named?.accountName ?? '').slice(1).toUpperCase();
  expect((await keeper().list({ query: { search } })).items.map((one) => one.accountName)).toContain(named?.accountName);
  expect((await keeper().list({ query: { search: 'nobody is called 100%' } })).items).toEqual([]);
  expect(await keeper().list({ query: { state: 'canceled' } })).toMatchObject({ items: [] });
  const figures = await keeper().figures({ query: { from, to: world.clock.now() + 1000 } });
  expect(figures).toMatchObject({ monthly: [{ currency: 'EUR', amount: 7000, count: 3 }], new: 3, churned: 0 });
  expect(figures.states).toEqual([{ state: 'active', count: 3 }]);
});

test('it is ended now, with what was not used given back, and begun again as a new one', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop, { entitlements: { rooms: 3 } }) });
  world.clock.advance(15 * day);
  const id = await idOf(buyer);
  const { revision } = await keeper().get({ params: { id } });
  const over = await keeper().cancel({ params: { id }, body: { credit: 'unused', reason, revision } });
  expect(over).toMatchObject({ state: 'canceled' });
  expect(over.balance).toBeGreaterThan(1600);
  expect(over.timeline.map((one) => one.reason)).toContain(reason);
  expect(await rooms(buyer)).toBe(100);
  const from = world.clock.now() - day;
  const { churned } = await keeper().figures({ query: { from, to: world.clock.now() + 1000 } });
  expect(churned).toBe(1);
  const wrong = keeper().cancel({ params: { id }, body: { credit: 'nothing', reason, revision: over.revision } });
  await expect(wrong).rejects.toMatchObject({ code: 'wrong_state' });
  const again = await keeper().restart({ params: { id }, body: { reason, revision: over.revision } });
  expect(again).toMatchObject({ state: 'incomplete', payBy: 'transfer' });
  expect(again.id).not.toBe(id);
  // the balance has been used for its first claim
  expect(again.balance).toBe(0);
});

test('a plan given for nothing goes on without claims', async () => {
  const buyer = await buildBuyer(world);
  const planId = await buildPlan(world, shop, { entitlements: { rooms: 7 } });
  const body = { accountId: buyer.accountId, planId, currency: 'EUR', period: 'month' as const, seats: 0, reason };
  expect(await keeper().comp({ body })).toMatchObject({ state: 'active', payBy: 'none', monthly: 0 });
  await expect(keeper().comp({ body })).rejects.toMatchObject({ code: 'already_subscribed' });
  for (let at = 0; at < 40; at++) {
    world.clock.advance(day);
    await runEngine(world.ctx());
  }
  expect(await rooms(buyer)).toBe(7);
  expect((await world.api(buyer).invoices.list()).items).toEqual([]);
  expect((await world.api(buyer).billing.subscription()).subscription).toMatchObject({ state: 'active', next: null });
});

test('a period is made longer, and the next one is counted from its new end', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const id = await idOf(buyer);
  const before = await keeper().get({ params: { id } });
  const after = await keeper().extend({ params: { id }, body: { days: 20, reason, revision: before.revision } });
  const end = (before.periodEnd ?? 0) + 20 * day;
  expect(after.periodEnd).toBe(end);
  const stale = keeper().extend({ params: { id }, body: { days: 20, reason, revision: before.revision } });
  await expect(stale).rejects.toMatchObject({ code: 'changed_meanwhile' });
  for (let at = 0; at < 52; at++) {
    world.clock.advance(day);
    await runEngine(world.ctx());
  }
  const [renewal] = (await world.api(buyer).invoices.list()).items;
  const { lines } = await world.api(buyer).invoices.get({ params: { id: renewal?.id ?? '' } });
  expect(lines[0]?.periodStart).toBe(end);
});

test('what is given to the balance pays the next claim', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const id = await idOf(buyer);
  expect(await keeper().credit({ params: { id }, body: { amount: 9000, reason } })).toMatchObject({ balance: 9000 });
  world.clock.advance(32 * day);
  await runEngine(world.ctx());
  const [renewal] = (await world.api(buyer).invoices.list()).items;
  expect(renewal).toMatchObject({ state: 'paid', total: 3451 });
  expect((await keeper().get({ params: { id } })).balance).toBe(9000 - 3451);
});

test('only people of the operator who look after money see and change them', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const params = { id: await idOf(buyer) };
  const weak = { ...shop.operator, scope: [] };
  const body = { days: 1, reason, revision: 1 };
  for (const [actor, code] of [
    [weak, 'not_allowed'],
    [buyer, 'not_found'],
    [undefined, 'not_signed_in'],
  ] as const) {
    const { allSubscriptions } = world.api(actor);
    await expect(allSubscriptions.get({ params })).rejects.toMatchObject({ code });
    await expect(allSubscriptions.list()).rejects.toMatchObject({ code });
    await expect(allSubscriptions.figures({ query: { from: 0, to: 1 } })).rejects.toMatchObject({ code });
    await expect(allSubscriptions.extend({ params, body })).rejects.toMatchObject({ code });
    await expect(allSubscriptions.cancel({ params, body: { credit: 'nothing', reason, revision: 1 } })).rejects.toMatchObject({
      code,
    });
    await expect(allSubscriptions.restart({ params, body: { reason, revision: 1 } })).rejects.toMatchObject({ code });
    await expect(allSubscriptions.credit({ params, body: { amount: 1, reason } })).rejects.toMatchObject({ code });
    await expect(allSubscriptions.forecast({ params })).rejects.toMatchObject({ code });
  }
});

test('a plan is given with add-ons, made longer and begun again with them', async () => {
  const buyer = await buildBuyer(world);
  const limits = async () => (await entitlementsFor(world.ctx().system.read, buyer.accountId)).recordingGb;
  const planId = await buildPlan(world, shop, { month: 3000n, entitlements: { recordingGb: 10 } });
  const storage = await buildAddon(world, shop, {
    month: 500n,
    setupFee: 700n,
    visibility: 'private',
    entitlements: { recordingGb: 50 },
  });
  const foreign = await buildAddon(world, shop, { sellerId: buyer.accountId });
  const base = { accountId: buyer.accountId, planId, currency: 'EUR', period: 'month' as const, reason };
  const addonsOf = (id: string, quantity: number) => [{ planId: id, quantity }];
  const refused = (id: string, quantity: number) => keeper().comp({ body: { ...base, addons: addonsOf(id, quantity) } });
  await expect(refused(foreign, 1)).rejects.toMatchObject({ code: 'offer_gone' });
  // also what is not offered to everybody
  const given = await keeper().comp({ body: { ...base, addons: addonsOf(storage, 3) } });
  expect([given.addons, await limits()]).toMatchObject([[{ planId: storage, quantity: 3 }], 160]);
  const longer = await keeper().extend({ params: { id: given.id }, body: { days: 9, reason, revision: given.revision } });
  for (let at = 0; at < 45; at++) {
    world.clock.advance(day);
    await runEngine(world.ctx());
  }
  expect([(await world.api(buyer).invoices.list()).items, await limits()]).toEqual([[], 160]);
  const { revision } = await keeper().get({ params: { id: longer.id } });
  await keeper().credit({ params: { id: longer.id }, body: { amount: 1000, reason } });
  const over = await keeper().cancel({ params: { id: longer.id }, body: { credit: 'unused', reason, revision } });
  expect(await limits()).toBe(20);
  const again = await keeper().restart({ params: { id: over.id }, body: { reason, revision: over.revision } });
  const [claim] = (await world.api(buyer).invoices.list()).items;
  const { lines, total } = await world.api(buyer).invoices.get({ params: { id: claim?.id ?? '' } });
  // the plan was set up before already, so there is no setup fee
  expect(lines.map((line) => [line.kind, line.quantity, line.amount])).toEqual([
    ['plan', 1, 3000],
    ['addon', 3, 1500],
  ]);
  expect([again.addons, total]).toMatchObject([[{ planId: storage, quantity: 3 }], 5355]);
  await pay(world, shop, claim?.id ?? '');
  expect(await limits()).toBe(160);
});

test('a pass is made longer, and ends by itself at its new end', async () => {
  const buyer = await buildBuyer(world);
  const atOnce = async () => (await entitlementsFor(world.ctx().system.read, buyer.accountId)).peopleAtOnce;
  const planId = await buildPass(world, shop, { entitlements: { peopleAtOnce: 300 } });
  const { passes } = world.api(buyer);
  const quote = await passes.quote({ body: { planId, currency: 'EUR', startsAt: null } });
  const bought = await passes.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await pay(world, shop, bought.invoiceId);
  const { revision, periodEnd } = await keeper().get({ params: { id: bought.subscriptionId } });
  const after = await keeper().extend({ params: { id: bought.subscriptionId }, body: { days: 3, reason, revision } });
  expect(after.periodEnd).toBe((periodEnd ?? 0) + 3 * day);
  for (const held of [500, 500, 500, 500, 200, 200]) {
    world.clock.advance(day);
    await runEngine(world.ctx());
    expect(await atOnce()).toBe(held);
  }
  await world.runJobs();
  expect((await world.api(buyer).invoices.list()).items).toHaveLength(1);
});
