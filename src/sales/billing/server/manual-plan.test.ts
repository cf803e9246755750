/** A plan is changed and gone on with by the seller's own ways to pay, too; archiving one mails those who paid by it. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
// nothing but what the seller names itself can be paid by
const shop = await buildShop(world, { iban: null, bic: null, instructions: '' });
const { manualMethods } = world.api(shop.operator);
const small = await buildPlan(world, shop, { month: 1000n });
const large = await buildPlan(world, shop, { month: 9000n });
const code = (work: Promise<unknown>) => work.then(() => 'done').catch((error: { code: string }) => error.code);
let counter = 0;
const named = (offered: 'customers' | 'recording' = 'customers') => {
  counter += 1;
  const body = { kind: 'cash' as const, name: `Cash ${counter}`, instructions: 'Room 12.', offered, account: null };
  return manualMethods.add({ body });
};
async function holder(manual: string): Promise<UserActor> {
  const buyer = await buildBuyer(world);
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: small, period: 'month', currency: 'EUR' } });
  const bought = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', manual, terms: true } });
  await pay(world, shop, bought.invoiceId ?? '');
  return buyer;
}
const held = async (buyer: UserActor) => {
  const { subscription } = await world.api(buyer).billing.subscription();
  if (subscription === null) throw new Error('no plan');
  return subscription;
};
async function quoted(buyer: UserActor): Promise<string> {
  return (await world.api(buyer).subscriptions.quoteChange({ body: { planId: large, period: 'month', seats: 0 } })).id;
}

test('a change is paid as the plan is, or by another of them; by one that is not offered it is not', async () => {
  const [own, other, hidden] = [await named(), await named(), await named('recording')];
  const buyer = await holder(own.id);
  const { subscriptions, invoices } = world.api(buyer);
  const quoteId = await quoted(buyer);
  for (const wrong of [hidden.id, newId()])
    expect(await code(subscriptions.change({ body: { quoteId, by: 'transfer', manual: wrong } }))).toBe('provider_off');
  // this seller has no bank account to send money to
  expect(await code(subscriptions.change({ body: { quoteId, by: 'transfer' } }))).toBe('provider_off');
  expect((await held(buyer)).changing).toBeNull();
  const changed = await subscriptions.change({ body: { quoteId, by: 'transfer', manual: other.id } });
  expect(changed.next).toMatchObject({ kind: 'instructions', transfer: { method: other.name, iban: null } });
  const params = { id: changed.invoiceId ?? '' };
  expect((await invoices.get({ params })).payments).toMatchObject([{ state: 'awaiting_transfer', manual: other.name }]);
  expect(await held(buyer)).toMatchObject({ planId: small, manualId: own.id, changing: { invoiceId: params.id } });
  await pay(world, shop, params.id);
  expect(await held(buyer)).toMatchObject({ planId: large, manualId: own.id });

  const [usual, second] = [await holder(own.id), await world.api(buyer).invoices.get({ params })];
  expect(second.payments).toMatchObject([{ state: 'succeeded', manual: other.name }]);
  const next = await world.api(usual).subscriptions.change({ body: { quoteId: await quoted(usual) } });
  expect(next.next).toMatchObject({ transfer: { method: own.name } });
});

test('what is paused goes on by one of them, and is paid by it from then on', async () => {
  const [own, other] = [await named(), await named()];
  const buyer = await holder(own.id);
  const { subscriptions } = world.api(buyer);
  const { periodEnd, revision } = await held(buyer);
  await subscriptions.pause({ body: { until: (periodEnd ?? 0) + 40 * 86_400_000, revision } });
  world.clock.advance((periodEnd ?? 0) - world.clock.now() + 60_000);
  await world.runJobs();
  await runEngine(world.ctx());
  const paused = await held(buyer);
  expect(paused.state).toBe('paused');
  const resume = (manual?: string) =>
    subscriptions.resume({ body: { by: 'transfer', revision: paused.revision, ...(manual !== undefined && { manual }) } });
  expect([await code(resume()), await code(resume(newId()))]).toEqual(['provider_off', 'provider_off']);
  const { next } = await resume(other.id);
  expect(next).toMatchObject({ kind: 'instructions', transfer: { method: other.name } });
  expect(await held(buyer)).toMatchObject({ state: 'active', payBy: 'transfer', manualId: other.id });
});

test('whoever pays by one that is archived is told once, and sees it until another way is chosen', async () => {
  const [own, other] = [await named(), await named()];
  const buyer = await holder(own.id);
  const another = await holder(other.id);
  const { methods } = world.api(buyer);
  const mails = async (of: UserActor) => (await templatesTo(world, of.email)).filter((name) => name === 'billing.wayGone');
  expect((await held(buyer)).manualGone).toBeNull();
  await manualMethods.archive({ params: { id: own.id } });
  for (const _ of [1, 2]) await world.runJobs();
  expect([await mails(buyer), await mails(another)]).toEqual([['billing.wayGone'], []]);
  expect(await held(buyer)).toMatchObject({ payBy: 'transfer', manualId: own.id, manualGone: own.name });
  expect((await held(another)).manualGone).toBeNull();
  expect(await code(methods.byManual({ params: { id: own.id } }))).toBe('not_found');
  await methods.byManual({ params: { id: other.id } });
  expect(await held(buyer)).toMatchObject({ manualId: other.id, manualGone: null });
});
