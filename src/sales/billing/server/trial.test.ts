/** Who may try a plan for nothing (business rules §6, row 25). */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildPlan, buildShop } from './billing.factory.ts';
import { keepMethod } from './parties.queries.ts';
import { mailboxOf } from './trial.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const wish = (planId: string) => ({ planId, period: 'month' as const, currency: 'EUR' });
const tryPlan = async (buyer: UserActor, planId: string, by: 'card' | 'transfer' = 'transfer') => {
  const { billing } = world.api(buyer);
  const { id, trialDays } = await billing.quote({ body: wish(planId) });
  return { trialDays, done: codeOf(billing.purchase({ body: { quoteId: id, by, terms: true } })) };
};
const trialFor = async (buyer: UserActor, planId: string) =>
  (await world.api(buyer).billing.quote({ body: wish(planId) })).trialDays;
const giveCard = (buyer: UserActor, fingerprint: string) =>
  world.ctx().system.write((tx) =>
    keepMethod(tx, {
      id: newId(),
      accountId: buyer.accountId,
      provider: 'card',
      ref: `pm_${newId()}`,
      brand: 'visa',
      last4: '4242',
      expires: '2099-12',
      fingerprint,
      first: true,
      createdAt: new Date(world.clock.now()),
    }),
  );

test('abuse row 25: one trial for each mailbox, however its address is written', async () => {
  const planId = await buildPlan(world, shop, { trialDays: 14 });
  const first = await buildBuyer(world);
  const begun = await tryPlan(first, planId);
  expect([begun.trialDays, await begun.done]).toEqual([14, 'fine']);
  const [name = '', host = ''] = first.email.split('@');
  const again = { ...(await buildBuyer(world)), email: `${name.toUpperCase()}+again@${host}` };
  expect(await trialFor(again, planId)).toBe(0);
  expect(await trialFor(await buildBuyer(world), planId)).toBe(14);
  expect(mailboxOf(' Ana+x+y@Example.org ')).toBe('ana@example.org');
});

test('abuse row 25: one trial for each card, whoever stores it', async () => {
  const planId = await buildPlan(world, shop, { trialDays: 14 });
  const [first, second] = [await buildBuyer(world), await buildBuyer(world)];
  const print = `print-${newId()}`;
  for (const buyer of [first, second]) await giveCard(buyer, print);
  expect(await (await tryPlan(first, planId)).done).toBe('fine');
  expect(await trialFor(second, planId)).toBe(0);
});

test('abuse row 25: of two who begin with the same card at the same moment, one does', async () => {
  const planId = await buildPlan(world, shop, { trialDays: 14 });
  const buyers = [await buildBuyer(world), await buildBuyer(world)];
  const print = `print-${newId()}`;
  for (const buyer of buyers) await giveCard(buyer, print);
  const quotes = await Promise.all(buyers.map((buyer) => world.api(buyer).billing.quote({ body: wish(planId) })));
  const ends = await Promise.all(
    buyers.map((buyer, at) =>
      codeOf(world.api(buyer).billing.purchase({ body: { quoteId: quotes[at]?.id ?? '', by: 'transfer', terms: true } })),
    ),
  );
  expect(ends.sort()).toEqual(['fine', 'quote_expired']);
});

test('abuse row 25: where a trial wants a card there is none without it', async () => {
  const planId = await buildPlan(world, shop, { trialDays: 14 });
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into plan_versions (plan_id, version, entitlements, trial_days, trial_needs_method, created_at)
      select plan_id, 2, entitlements, 14, true, now() from plan_versions where plan_id = ${planId}`),
  );
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into plan_prices (plan_id, version, currency, period, amount, inclusive)
      select plan_id, 2, currency, period, amount, inclusive from plan_prices where plan_id = ${planId}`),
  );
  await world.ctx().system.write((tx) => tx.execute(sql`update plans set version = 2 where id = ${planId}`));
  const buyer = await buildBuyer(world);
  expect(await (await tryPlan(buyer, planId)).done).toBe('method_needed');
  await giveCard(buyer, `print-${newId()}`);
  expect(await (await tryPlan(buyer, planId)).done).toBe('method_needed');
  expect((await world.api(buyer).billing.subscription()).subscription).toBeNull();
});

test('what is kept of a trial leads back to nobody', async () => {
  const found = await world.ctx().system.read.execute<{ mark: string }>(sql`select mark from trial_marks`);
  expect(found.rows.length).toBeGreaterThan(0);
  for (const { mark } of found.rows) expect(mark).toMatch(/^[0-9a-f]{64}$/);
});
