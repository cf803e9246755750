/** Claims of plans that did not begin yet and are given back in full: nobody has for nothing what nobody paid for. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { dayIn } from '../days.rules.ts';
import { buildBuyer, buildPlan, buildShop, pay } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop);
const day = 86_400_000;
const reason = 'The school does not want it';
const keeper = () => world.api(shop.operator);
const page = (buyer: UserActor) => world.api(buyer).billing.subscription();
const stateOf = async (buyer: UserActor) => (await page(buyer)).subscription?.state;
const claimsOf = async (buyer: UserActor) => (await world.api(buyer).invoices.list({ query: {} })).items;
async function until(at: number): Promise<void> {
  world.clock.advance(at - world.clock.now());
  await runEngine(world.ctx());
}
const giveBack = async (id: string) => {
  const { total } = await keeper().allInvoices.get({ params: { id } });
  await keeper().allInvoices.credit({ params: { id }, body: { amount: total, to: 'balance', reason } });
};
/** A purchase by transfer for a day to come, whose claim is written. */
async function scheduled(coupon = ''): Promise<{ buyer: UserActor; start: number; claim: string }> {
  const buyer = await buildBuyer(world);
  const { billing } = world.api(buyer);
  const startsOn = dayIn(world.clock.now() + 10 * day, 'Europe/Berlin');
  const wish = { planId, period: 'month' as const, currency: 'EUR', startsOn, ...(coupon === '' ? {} : { coupon }) };
  const quote = await billing.quote({ body: wish });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await runEngine(world.ctx());
  const [claim] = await claimsOf(buyer);
  return { buyer, start: quote.startsAt ?? 0, claim: claim?.id ?? '' };
}

test('a plan to come whose claim is given back before anybody paid it does not begin, and its coupon is free again', async () => {
  const id = newId();
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into coupons (id, seller_id, code, thousandths, periods, most, created_at)
      values (${id}, ${shop.operator.accountId}, 'ONCE', 50000, 1, 1, now())`),
  );
  const { buyer, start, claim } = await scheduled('ONCE');
  await giveBack(claim);
  expect(await stateOf(buyer)).toBe('canceled');
  await until(start + 1000);
  expect([await stateOf(buyer), (await page(buyer)).balances]).toEqual(['canceled', []]);
  expect((await scheduled('ONCE')).claim).not.toBe('');
});

test('one that was paid and is given back in full does not begin either', async () => {
  const { buyer, start, claim } = await scheduled();
  await pay(world, shop, claim);
  expect(await stateOf(buyer)).toBe('scheduled');
  await giveBack(claim);
  await until(start + 1000);
  expect([await stateOf(buyer), (await page(buyer)).balances]).toEqual(['canceled', [{ currency: 'EUR', amount: 3451 }]]);
});

test('one of which a part is given back begins on its day', async () => {
  const { buyer, start, claim } = await scheduled();
  await pay(world, shop, claim);
  await keeper().allInvoices.credit({ params: { id: claim }, body: { amount: 1000, to: 'balance', reason } });
  await until(start + 1000);
  expect(await stateOf(buyer)).toBe('active');
});

test('a credit that paid a part of it buys nothing once all of it is given back', async () => {
  const buyer = await buildBuyer(world);
  const { billing } = world.api(buyer);
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into balance_entries (id, account_id, seller_id, currency, amount, cause, at)
      values (${newId()}, ${buyer.accountId}, ${shop.operator.accountId}, 'EUR', 100, 'given', now())`),
  );
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  expect(quote).toMatchObject({ balanceUsed: 100, toPay: 3351 });
  await giveBack(invoiceId ?? '');
  await until(world.clock.now() + 30 * day);
  expect([await stateOf(buyer), (await page(buyer)).balances]).toEqual([undefined, [{ currency: 'EUR', amount: 100 }]]);
});
