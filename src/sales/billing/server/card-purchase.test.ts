/** Buying with a card, on the stand-in of the provider: first payment, renewal without the holder, refusals, news in any order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { World } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { CardProviderFake } from '../../../../e2e/card-provider/card-provider.ts';
import { buildBuyer, buildPlan, type Shop } from './billing.factory.ts';
import { beginByCard, type CardWorld, cardWorld, mastercard, payOn, visa } from './card-world.factory.ts';
import { runEngine } from './engine.service.ts';
import { reconcileStale, take } from './pay.service.ts';

let card: CardWorld;
let world: World;
let fake: CardProviderFake;
let shop: Shop;
beforeAll(async () => {
  card = await cardWorld();
  ({ world, fake, shop } = card);
});
afterAll(() => card.close());

const day = 86_400_000;
const begin = (buyer: UserActor, planId: string) => beginByCard(world, buyer, { planId });
const stateOf = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription?.state;
const rooms = async (buyer: UserActor) => (await entitlementsFor(world.ctx().system.read, buyer.accountId)).rooms;

test('whoever comes back before the news is told the truth, and the news after it changes nothing', async () => {
  const planId = await buildPlan(world, shop, { entitlements: { rooms: 4 } });
  const buyer = await buildBuyer(world);
  const { billing, invoices } = world.api(buyer);
  const { id, url } = await begin(buyer, planId);
  expect(await billing.outcome({ params: { id } })).toMatchObject({ state: 'waiting' });
  expect((await payOn(url, visa)).status).toBe(303);
  expect(await billing.outcome({ params: { id } })).toMatchObject({ state: 'paid' });
  expect([await stateOf(buyer), await rooms(buyer)]).toEqual(['active', 4]);
  await fake.pumpWebhooks();
  await world.runJobs();
  const { payments } = await invoices.get({ params: { id } });
  expect(payments.map((one) => one.state)).toEqual(['succeeded']);
  expect((await templatesTo(world, buyer.email)).filter((name) => name === 'billing.receipt')).toHaveLength(1);
  expect((await billing.subscription()).methods).toMatchObject([{ brand: 'visa', last4: '4242', first: true }]);
});

test('the country of the card that pays is kept as a sign of where a consumer is, once', async () => {
  const buyer = await buildBuyer(world, { buyer: 'consumer' });
  const { id, url } = await begin(buyer, await buildPlan(world, shop));
  await payOn(url, '4000 0025 0000 0003');
  await fake.pumpWebhooks();
  await world.runJobs();
  const { place } = await world.api(shop.operator).allInvoices.get({ params: { id } });
  expect(place).toMatchObject({ held: 'DE', said: 'contradicted', proofs: [{ kind: 'card', country: 'FR' }] });
});

test('news alone are enough, twice and in the wrong order, and none that is forged is taken', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  const { id, url } = await begin(buyer, planId);
  await payOn(url, visa);
  fake.switches.duplicate = true;
  fake.switches.reorder = true;
  const sent = await fake.pumpWebhooks();
  fake.switches.duplicate = false;
  fake.switches.reorder = false;
  expect(sent.every((one) => one.status === 200)).toBe(true);
  await world.runJobs();
  expect(await stateOf(buyer)).toBe('active');
  expect((await world.api(buyer).invoices.get({ params: { id } })).paid).toBe(3451);
  const forged = await world.app.inject({
    method: 'POST',
    url: '/api/providers/card/events',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    payload: '{"id":"evt_1"}',
  });
  expect(forged.statusCode).toBe(400);
});

test('a renewal is charged without the holder; a card without money leads to past due, and paying with another one back', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  const { id, url } = await begin(buyer, planId);
  await payOn(url, visa);
  await world.api(buyer).billing.outcome({ params: { id } });
  world.clock.advance(32 * day);
  await runEngine(world.ctx());
  await world.runJobs();
  const { items } = await world.api(buyer).invoices.list();
  expect(items.map((one) => one.state)).toEqual(['paid', 'paid']);
  expect(await stateOf(buyer)).toBe('active');

  // the bank says no from now on
  for (const thing of fake.things.values()) if (thing.object === 'payment_method') thing['_fate'] = 'insufficient';
  world.clock.advance(31 * day);
  await runEngine(world.ctx());
  await world.runJobs();
  expect(await stateOf(buyer)).toBe('past_due');
  expect(await templatesTo(world, buyer.email)).toContain('billing.failed');
  const [open] = (await world.api(buyer).invoices.list()).items;
  const next = await world.api(buyer).invoices.pay({ params: { id: open?.id ?? '' }, body: { by: 'card' } });
  if (next.kind !== 'redirect') throw new Error('no page to pay on');
  await payOn(next.url, mastercard);
  await world.api(buyer).billing.outcome({ params: { id: open?.id ?? '' } });
  expect(await stateOf(buyer)).toBe('active');
});

test('nobody pays in time: the purchase ends, its claim is void, and nothing can be taken any more', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  const { id, url } = await begin(buyer, planId);
  world.clock.advance(day);
  for (let turn = 0; turn < 3; turn++) {
    await runEngine(world.ctx());
    await world.runJobs();
  }
  expect(await world.api(buyer).billing.outcome({ params: { id } })).toMatchObject({ state: 'gone' });
  expect((await payOn(url, visa)).status).not.toBe(303);
  await reconcileStale(world.ctx());
  expect((await world.api(buyer).invoices.get({ params: { id } })).state).toBe('void');
  // money that comes after all is the account's, once
  const [payment] = (await world.api(buyer).invoices.get({ params: { id } })).payments;
  const late = { state: 'succeeded' as const, ref: `pi_late_${id}`, failure: null, method: null };
  for (let turn = 0; turn < 2; turn++)
    await world.ctx().system.write((tx) => take(world.ctx(), tx, { id: payment?.id ?? '', result: late }));
  expect((await world.api(buyer).billing.subscription()).balances).toEqual([{ currency: 'EUR', amount: 3451 }]);
});

test('what its holder pays on a page is not charged beside it', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  const { id, url } = await begin(buyer, planId);
  await payOn(url, visa);
  await world.api(buyer).billing.outcome({ params: { id } });
  world.clock.advance(31 * day);
  await runEngine(world.ctx());
  const [open] = (await world.api(buyer).invoices.list()).items;
  const next = await world.api(buyer).invoices.pay({ params: { id: open?.id ?? '' }, body: { by: 'card' } });
  expect(next.kind).toBe('redirect');
  // the charge that was queued with the renewal comes now
  await world.runJobs();
  const { payments } = await world.api(buyer).invoices.get({ params: { id: open?.id ?? '' } });
  expect(payments).toHaveLength(1);
  expect([payments[0]?.state === 'succeeded', payments[0]?.settledAt]).toEqual([false, null]);
});
