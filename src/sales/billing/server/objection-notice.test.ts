/** An objection puts words off and uses none of them up: nothing is restricted or ended without the last notice before. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { profileOf } from './parties.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop);
const walk = async (days: number) => {
  for (let n = 0; n < days; n += 1) {
    world.clock.advance(86_400_000);
    await runEngine(world.ctx());
    await world.runJobs();
  }
};
const stateOf = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription?.state;

/** A customer by transfer whose second period is claimed; after so many days. */
async function owing(days: number) {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  await walk(days);
  const [open] = (await world.api(buyer).invoices.list({ query: { state: 'open' } })).items;
  const params = { id: open?.id ?? '' };
  const email = (await profileOf(world.ctx().system.read, buyer.accountId))?.email ?? '';
  /** What was done about it since it was due, the oldest first. */
  const steps = async () =>
    (await world.api(shop.operator).allInvoices.get({ params })).timeline
      .map((one) => one.kind)
      .filter((kind) => kind.startsWith('dunning.') || kind.startsWith('objection.'))
      .reverse();
  const mails = async (name: string) => (await templatesTo(world, email)).filter((one) => one === `billing.${name}`).length;
  const objections = world.api(buyer).objections;
  return { buyer, params, steps, mails, objections };
}

test('answered late, the last notice goes out before the service is restricted, and the end comes twenty days after it', async () => {
  const { buyer, params, steps, mails, objections } = await owing(38);
  await objections.raise({ params, body: { reason: 'We did not order this' } });
  await walk(6);
  expect([await stateOf(buyer), await mails('final')]).toEqual(['past_due', 0]);
  await world.api(shop.operator).objections.answer({ params, body: { answer: 'You did, on the first' } });
  await runEngine(world.ctx());
  await world.runJobs();
  expect([await stateOf(buyer), await mails('final')]).toEqual(['restricted', 1]);
  const told = await steps();
  expect(told.slice(-3)).toEqual(['objection.answered', 'dunning.final_notice', 'dunning.restrict']);
  await walk(19);
  expect(await stateOf(buyer)).toBe('restricted');
  await walk(2);
  expect(await world.api(buyer).invoices.get({ params })).toMatchObject({ state: 'uncollectible' });
  expect((await steps()).at(-1)).toBe('dunning.cancel');
}, 90_000);

test('left without an answer, nobody is reminded, and the last notice still comes before the end of service', async () => {
  const { buyer, params, steps, mails, objections } = await owing(32);
  const reminded = await mails('reminder');
  await objections.raise({ params, body: { reason: 'We did not order this' } });
  await walk(13);
  expect([await stateOf(buyer), await mails('final'), await mails('reminder')]).toEqual(['past_due', 0, reminded]);
  await walk(3);
  expect([await stateOf(buyer), await mails('final'), await mails('reminder')]).toEqual(['restricted', 1, reminded]);
  expect((await steps()).slice(-2)).toEqual(['dunning.final_notice', 'dunning.restrict']);
}, 90_000);

test('raised before the day on which it is due, it puts off no step that only says how things stand, and the answer is heard at once', async () => {
  const { buyer, params, mails, objections } = await owing(20);
  await objections.raise({ params, body: { reason: 'We did not order this' } });
  const before = await mails('reminder');
  await walk(13);
  expect([await stateOf(buyer), await mails('reminder')]).toEqual(['past_due', before]);
  await objections.withdraw({ params });
  await runEngine(world.ctx());
  await world.runJobs();
  expect(await mails('reminder')).toBe(before + 1);
}, 90_000);
