/** Months for nothing, and starts that are still to come. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { dayIn } from '../days.rules.ts';
import { monthsFrom } from '../start.rules.ts';
import { buildBuyer, buildPlan, buildShop, pay } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator);
const day = 86_400_000;
const planId = await buildPlan(world, shop, { name: 'Team 60', entitlements: { rooms: 77 } });
const page = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription;
const must = async (buyer: UserActor) => {
  const found = await page(buyer);
  if (found === null) throw new Error('none');
  return found;
};
const rooms = async (buyer: UserActor) => (await entitlementsFor(world.ctx().system.read, buyer.accountId)).rooms;
const invoices = async (buyer: UserActor) => (await world.api(buyer).invoices.list()).items;
async function until(at: number): Promise<void> {
  while (world.clock.now() < at) {
    world.clock.advance(Math.min(day, at - world.clock.now()));
    await runEngine(world.ctx());
  }
  await runEngine(world.ctx());
}
const inDays = (count: number) => dayIn(world.clock.now() + count * day, 'Europe/Berlin');
const give = (buyer: UserActor, more: object) =>
  keeper().allSubscriptions.comp({
    body: {
      accountId: buyer.accountId,
      planId,
      currency: 'EUR',
      period: 'month',
      seats: 0,
      after: 'end',
      reason: 'a partner',
      ...more,
    },
  });

test('months for nothing end by themselves, are told ahead, and bring in nothing', async () => {
  const buyer = await buildBuyer(world);
  const before = (await keeper().allSubscriptions.figures({ query: { from: 0, to: 1 } })).monthly[0]?.amount ?? 0;
  const given = await give(buyer, { months: 3 });
  const end = monthsFrom(given.createdAt, 3, 'Europe/Berlin');
  expect(given).toMatchObject({ state: 'active', payBy: 'none', freeUntil: end, periodEnd: end, cancelAtEnd: true, monthly: 0 });
  expect((await keeper().allSubscriptions.figures({ query: { from: 0, to: 1 } })).monthly[0]?.amount ?? 0).toBe(before);
  const seen = await must(buyer);
  expect(seen).toMatchObject({ freeUntil: end, next: null });
  expect(seen.acts).toEqual([]);
  await expect(world.api(buyer).billing.cancel({ body: { atEnd: false, revision: seen.revision } })).rejects.toMatchObject({
    code: 'wrong_state',
  });
  await until(end - 15 * day);
  expect(await templatesTo(world, buyer.email)).not.toContain('billing.freeEnds');
  await until(end - 13 * day);
  expect((await templatesTo(world, buyer.email)).filter((name) => name === 'billing.freeEnds')).toHaveLength(1);
  await until(end + day);
  expect((await must(buyer)).state).toBe('canceled');
  expect(await rooms(buyer)).not.toBe(77);
  expect(await invoices(buyer)).toEqual([]);
});

test('or go on as paid: the forecast says so, the claim comes ahead and its period begins where they end', async () => {
  const buyer = await buildBuyer(world);
  const given = await give(buyer, { months: 2, after: 'paid' });
  const end = monthsFrom(given.createdAt, 2, 'Europe/Berlin');
  expect(given).toMatchObject({ payBy: 'transfer', freeUntil: end, cancelAtEnd: false, monthly: 0 });
  expect((await must(buyer)).next).toMatchObject({ at: end, net: 2900, tax: 551, total: 3451, lines: [{ title: 'Team 60' }] });
  expect((await must(buyer)).acts).toEqual(['cancel', 'pay_by']);
  const { charges } = await keeper().allSubscriptions.forecast({ params: { id: given.id } });
  expect(charges[0]).toMatchObject({ periodStart: end, total: 3451 });
  expect(charges.length).toBeGreaterThanOrEqual(10);
  await until(end - 13 * day);
  expect(await templatesTo(world, buyer.email)).toContain('billing.freePaid');
  const [claim] = await invoices(buyer);
  expect(claim).toMatchObject({ state: 'open', cause: 'period', total: 3451 });
  await pay(world, shop, claim?.id ?? null);
  await until(end + day);
  const after = await must(buyer);
  expect(after).toMatchObject({
    state: 'active',
    periodStart: end,
    periodEnd: monthsFrom(end, 1, 'Europe/Berlin'),
    freeUntil: null,
  });
  expect(after.acts).toContain('change');
});

test('whoever could not be written an invoice is given no months that are paid for afterwards', async () => {
  const { actor } = await buildActor(world, { kind: 'customer' });
  await expect(give(actor, { months: 1, after: 'paid' })).rejects.toMatchObject({ code: 'profile_missing' });
  const given = await give(actor, { months: 1 });
  // the mail goes to the owner, because there is no address for invoices
  await until((given.freeUntil ?? 0) - 13 * day);
  expect(await templatesTo(world, actor.email)).toContain('billing.freeEnds');
});

test('a gift may begin later; nothing counts before, and it can be called off', async () => {
  const buyer = await buildBuyer(world);
  const given = await give(buyer, { months: 2, startsOn: inDays(40) });
  expect(given).toMatchObject({ state: 'scheduled', periodEnd: null });
  expect(await rooms(buyer)).not.toBe(77);
  await until((given.startsAt ?? 0) + 1);
  const began = await must(buyer);
  expect(began).toMatchObject({ state: 'active', periodStart: given.startsAt, startsAt: null });
  expect(began.periodEnd).toBe(began.freeUntil);
  expect(await rooms(buyer)).toBe(77);
  const other = await buildBuyer(world);
  const second = await give(other, { startsOn: inDays(10) });
  const { revision } = await keeper().allSubscriptions.get({ params: { id: second.id } });
  const over = await keeper().allSubscriptions.cancel({
    params: { id: second.id },
    body: { credit: 'nothing', reason: 'a mistake', revision },
  });
  expect(over.state).toBe('canceled');
  await expect(give(other, { startsOn: inDays(-1) })).rejects.toMatchObject({ code: 'start_refused' });
  await expect(give(other, { startsOn: inDays(400) })).rejects.toMatchObject({ code: 'start_refused' });
});

const buy = async (buyer: UserActor, startsOn: string, by: 'card' | 'transfer' = 'transfer') => {
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR', startsOn } });
  expect(quote).toMatchObject({ toPay: 0, total: 3451, next: { at: quote.startsAt, total: 3451 } });
  const bought = await billing.purchase({ body: { quoteId: quote.id, by, terms: true } });
  expect(bought).toMatchObject({ invoiceId: null, next: { kind: 'done' } });
  return { id: bought.subscriptionId, start: quote.startsAt ?? 0 };
};

test('a purchase for a day to come owes nothing before; its claim comes ahead, and paid in time it begins on its day', async () => {
  const buyer = await buildBuyer(world);
  const { id, start } = await buy(buyer, inDays(60));
  expect(await must(buyer)).toMatchObject({
    state: 'scheduled',
    startsAt: start,
    next: { at: start, total: 3451 },
    acts: ['cancel', 'pay_by'],
  });
  const forecast = await keeper().allSubscriptions.forecast({ params: { id } });
  expect(forecast.charges[0]).toMatchObject({ cause: 'start', total: 3451 });
  expect(forecast.charges.length).toBeGreaterThanOrEqual(10);
  await until(start - 15 * day);
  expect(await invoices(buyer)).toEqual([]);
  await until(start - 13 * day);
  const [claim] = await invoices(buyer);
  expect(claim).toMatchObject({ state: 'open', cause: 'start', total: 3451 });
  await pay(world, shop, claim?.id ?? null);
  expect(await must(buyer)).toMatchObject({ state: 'scheduled' });
  expect(await rooms(buyer)).not.toBe(77);
  await until(start + 1);
  expect(await must(buyer)).toMatchObject({
    state: 'active',
    periodStart: start,
    periodEnd: monthsFrom(start, 1, 'Europe/Berlin'),
  });
  expect(await rooms(buyer)).toBe(77);
});

test('what is not paid on its day waits for the money, and begins with it', async () => {
  const buyer = await buildBuyer(world);
  const { start } = await buy(buyer, inDays(3));
  await until(start + 5 * day);
  expect(await must(buyer)).toMatchObject({ state: 'incomplete' });
  expect(await rooms(buyer)).not.toBe(77);
  const [claim] = await invoices(buyer);
  await pay(world, shop, claim?.id ?? null);
  expect(await must(buyer)).toMatchObject({ state: 'active', periodStart: world.clock.now() >= start ? expect.any(Number) : 0 });
  const late = await buildBuyer(world);
  const second = await buy(late, inDays(2));
  await until(second.start + 22 * day);
  expect(await must(late).catch(() => null)).toBeNull();
});

test('called off before its day it costs nothing: what was paid is the account’s, and the next purchase is a first one', async () => {
  const buyer = await buildBuyer(world);
  const { start } = await buy(buyer, inDays(20));
  await until(start - 10 * day);
  await pay(world, shop, (await invoices(buyer))[0]?.id ?? null);
  const { revision } = await must(buyer);
  await world.api(buyer).billing.cancel({ body: { atEnd: true, revision } });
  const after = await world.api(buyer).billing.subscription();
  expect(after.subscription).toMatchObject({ state: 'canceled' });
  expect(after.balances).toEqual([{ currency: 'EUR', amount: 3451 }]);
  await until(start + day);
  expect((await page(buyer))?.state).toBe('canceled');
  const { billing } = world.api(buyer);
  await expect(billing.quote({ body: { planId, period: 'month', currency: 'EUR', startsOn: inDays(-1) } })).rejects.toMatchObject(
    {
      code: 'start_refused',
    },
  );
  const again = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  expect(again).toMatchObject({ toPay: 0, balanceUsed: 3451 });
});

test('the database knows the state: nothing else leads out of it', async () => {
  const buyer = await buildBuyer(world);
  const { id } = await buy(buyer, inDays(30));
  await expect(
    world
      .ctx()
      .system.write(async (tx) => void (await tx.execute(sql`update subscriptions set state = 'past_due' where id = ${id}`))),
  ).rejects.toThrow();
});
