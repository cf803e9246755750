/** A withdrawal while the first claim waits for its tax: nobody is asked for anything afterwards. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { settleTaxes } from './tax-waiting.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { trialDays: 7 });
const day = 86_400_000;
const run = (text: ReturnType<typeof sql>) => world.ctx().system.write((tx) => tx.execute(text));
const claims = async (buyer: UserActor) => (await world.api(buyer).invoices.list({ query: {} })).items.map((one) => one.state);
const live = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription;

/** Somebody whose trial is over and whose VAT number nobody could check. */
async function waiting(): Promise<UserActor> {
  const buyer = await buildBuyer(world, { country: 'AT', postcode: '1010', city: 'Wien', vatId: 'ATU12345675' });
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  world.clock.advance(7 * day + 1000);
  await run(sql`update billing_profiles set changed_at = ${new Date(world.clock.now())} where account_id = ${buyer.accountId}`);
  await runEngine(world.ctx());
  expect(await claims(buyer)).toEqual(['pending_tax']);
  return buyer;
}
async function weeks(): Promise<void> {
  await settleTaxes(world.ctx(), null);
  for (let at = 0; at < 30; at++) {
    world.clock.advance(day);
    await runEngine(world.ctx());
  }
}

test('whoever turns out to be a consumer and withdraws has no claim left', async () => {
  const buyer = await waiting();
  const { billing, subscriptions } = world.api(buyer);
  const { profile } = await billing.profile();
  if (profile === null) throw new Error('there is no profile');
  const { organisation, street, postcode, city, country, email, orderNumber, buyerReference, revision } = profile;
  const address = { organisation, street, postcode, city, country, email, orderNumber, buyerReference };
  await billing.saveProfile({ body: { ...address, revision, buyer: 'consumer', vatId: '' } });
  const plan = await live(buyer);
  expect(plan?.acts).toContain('withdraw');
  const done = await subscriptions.withdraw({ body: { revision: plan?.revision ?? 0 } });
  expect(done).toMatchObject({ back: 0, due: 0 });
  expect(await claims(buyer)).toEqual([]);
  await weeks();
  expect([await claims(buyer), (await live(buyer))?.state]).toEqual([[], 'canceled']);
});

test('a claim that is left of what ended before it began gets no number', async () => {
  const buyer = await waiting();
  await run(sql`update subscriptions set state = 'canceled', ended_at = ${new Date(world.clock.now())}, next_at = null
    where account_id = ${buyer.accountId}`);
  await weeks();
  expect(await claims(buyer)).toEqual([]);
});
