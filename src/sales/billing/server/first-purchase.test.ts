/** What counts as the first purchase of an account, and two of them at the same moment. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { buildPass } from './addons.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);

test('two quotes bought at the same moment are one purchase and one refusal', async () => {
  const planId = await buildPlan(world, shop);
  for (let round = 0; round < 5; round += 1) {
    const { billing } = world.api(await buildBuyer(world));
    const quotes = await Promise.all([1, 2].map(() => billing.quote({ body: { planId, period: 'month', currency: 'EUR' } })));
    const ends = await Promise.all(
      quotes.map(({ id }) =>
        billing.purchase({ body: { quoteId: id, by: 'transfer', terms: true } }).then(
          ({ next }) => next.kind,
          (error: unknown) => (error instanceof Failure ? error.code : String(error)),
        ),
      ),
    );
    // where one was through before the other began, the other takes its place
    expect(ends.every((end) => end === 'instructions' || end === 'already_subscribed')).toBe(true);
    expect(ends).toContain('instructions');
  }
});

test('a first period that was made longer can still be withdrawn from, and the second one cannot', async () => {
  const buyer = await buildBuyer(world, { buyer: 'consumer' });
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const live = async () => (await world.api(buyer).billing.subscription()).subscription;
  const before = await live();
  await world.api(shop.operator).allSubscriptions.extend({
    params: { id: before?.id ?? '' },
    body: { days: 5, reason: 'as agreed', revision: before?.revision ?? 0 },
  });
  const after = await live();
  expect([after?.withdrawUntil, after?.acts.includes('withdraw')]).toEqual([before?.withdrawUntil, true]);
  const { back } = await world.api(buyer).subscriptions.withdraw({ body: { revision: after?.revision ?? 0 } });
  expect(back).toBeGreaterThan(0);
});

test('a pass that was bought costs nobody the trial of a plan', async () => {
  const buyer = await buildBuyer(world);
  const pass = await buildPass(world, shop, { name: 'Congress', entitlements: { peopleAtOnce: 300 } });
  const { passes, billing } = world.api(buyer);
  const quote = await passes.quote({ body: { planId: pass, currency: 'EUR', startsAt: null } });
  await pay(world, shop, (await passes.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } })).invoiceId);
  const planId = await buildPlan(world, shop, { trialDays: 14 });
  expect((await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } })).trialDays).toBe(14);
});
