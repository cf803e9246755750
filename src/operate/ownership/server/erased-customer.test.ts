/** An erased customer is also deleted at the card provider, once no money of theirs moves there any more. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan } from '#sales/billing/server/billing.factory.ts';
import {
  buyByCard,
  type CardWorld,
  cardWorld,
  customerIn,
  hear,
  intentOf,
  paymentIn,
} from '#sales/billing/server/card-world.factory.ts';
import { forgetCustomer } from '#sales/billing/server/forget-customer.service.ts';
import { reconcileDisputes } from '#sales/billing/server/disputes.service.ts';
import { eraseDue } from './erase.service.ts';
import { day, proven } from './ownership.factory.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterAll(() => card.close());

/** A customer that paid by card, with the name by which the provider knows it. */
async function bought(): Promise<{ buyer: UserActor; ref: string; id: string }> {
  const buyer = await buildBuyer(card.world);
  const id = await buyByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  await hear(card);
  const ref = await customerIn(card, buyer.accountId);
  return { buyer, id, ref: ref ?? 'none' };
}
async function erase({ accountId, ...actor }: UserActor): Promise<void> {
  const { world } = card;
  await proven(world, { accountId, ...actor });
  const name = (await findAccount(world.ctx().system.read, accountId))?.name ?? '';
  await world.api({ accountId, ...actor }).ownership.close({ body: { name } });
  world.clock.advance(31 * day);
  await eraseDue(world.ctx());
}
const isKnown = (ref: string): boolean => card.fake.things.has(ref);
const waiting = async (ref: string): Promise<number> => {
  const { rows } = await card.world
    .ctx()
    .system.read.execute(
      sql`select 1 from pgboss.job where name = 'billing.forget-customer' and data ->> 'ref' = ${ref} and state = 'created'`,
    );
  return rows.length;
};

test('an account that is erased is forgotten by the provider, and twice is once', async () => {
  const { buyer, ref } = await bought();
  expect(isKnown(ref)).toBe(true);
  await erase(buyer);
  expect(await waiting(ref)).toBe(1);
  await card.world.runJobs();
  expect(isKnown(ref)).toBe(false);
  await forgetCustomer(card.world.ctx(), { accountId: buyer.accountId, ref });
}, 60_000);

test('while a dispute is open it waits, and a provider that is down is asked again', async () => {
  const { buyer, ref, id } = await bought();
  const dispute = card.fake.dispute(intentOf(card, id));
  await hear(card);
  await erase(buyer);
  await card.world.runJobs();
  expect([isKnown(ref), await waiting(ref)]).toEqual([true, 1]);
  card.fake.closeDispute(dispute, 'won');
  await hear(card);
  await reconcileDisputes(card.world.ctx(), (one) => paymentIn(card, one));
  card.fake.switches.failing = 99;
  await card.world.runJobs();
  card.world.clock.advance(2 * day);
  await card.world.runJobs();
  expect([isKnown(ref), await waiting(ref)]).toEqual([true, 1]);
  card.fake.switches.failing = 0;
  card.world.clock.advance(2 * day);
  await card.world.runJobs();
  expect([isKnown(ref), await waiting(ref)]).toEqual([false, 0]);
}, 60_000);

/** A process to which nobody gave the keys of the provider, or from which they were taken. */
const keyless = () => {
  const ctx = card.world.ctx();
  return { ...ctx, config: { ...ctx.config, stripeSecretKey: null } };
};
const told = async (ref: string): Promise<number> => {
  const { items } = await card.world.api(card.shop.operator).notices.list({ query: { limit: 100 } });
  return items.filter(({ kind, data }) => kind === 'customerKept' && data['ref'] === ref).length;
};

test('without keys it waits for them, and when they are back the provider forgets whoever was erased meanwhile', async () => {
  const { buyer, ref } = await bought();
  await forgetCustomer(keyless(), { accountId: buyer.accountId, ref });
  expect([isKnown(ref), await waiting(ref), await told(ref)]).toEqual([true, 1, 0]);
  await card.world.runJobs();
  expect(isKnown(ref)).toBe(true);
  card.world.clock.advance(2 * day);
  await card.world.runJobs();
  expect([isKnown(ref), await waiting(ref), await told(ref)]).toEqual([false, 0, 0]);
}, 60_000);

test('after a month in vain the operator is told once who is to be deleted by hand, and nothing waits any more', async () => {
  const { buyer, ref } = await bought();
  const { accountId } = buyer;
  card.fake.switches.failing = 9999;
  const since = card.world.clock.now();
  await forgetCustomer(card.world.ctx(), { accountId, ref });
  for (const days of [1, 28, 2]) {
    expect([await waiting(ref), await told(ref)]).toEqual([1, 0]);
    card.world.clock.advance(days * day + 60_000);
    await card.world.runJobs();
  }
  expect([await waiting(ref), await told(ref)]).toEqual([0, 1]);
  card.fake.switches.failing = 0;
  await forgetCustomer(keyless(), { accountId, ref: 'cus_other', since });
  expect([await waiting('cus_other'), await told('cus_other')]).toEqual([0, 1]);
}, 60_000);
