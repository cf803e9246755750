/** A plan for a day to come that a stored card pays, and whose tax nobody knows on that day. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { type FakeVies, startFakeVies } from '../../../../e2e/fake-vies.ts';
import { dayIn } from '../days.rules.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { type CardWorld, cardWorld, hear, payOn, visa } from './card-world.factory.ts';
import { runEngine } from './engine.service.ts';
import { settleTaxes } from './tax-waiting.service.ts';
import { checkProfile } from './vat.service.ts';

let vies: FakeVies;
let card: CardWorld;
beforeAll(async () => {
  vies = await startFakeVies(() => Date.now());
  vies.switches.mood = 'down';
  vies.switches.numbers['ATU12345675'] = { valid: true, name: 'Schule Wien', address: 'Wien' };
  card = await cardWorld({ VAT_CHECK_ADDRESS: vies.url });
});
afterAll(async () => {
  await card.close();
  await vies.close();
});

const [hour, day] = [3_600_000, 86_400_000];
const wien = { country: 'AT', postcode: '1010', city: 'Wien', vatId: 'ATU12345675' };
const live = async (buyer: UserActor) => (await card.world.api(buyer).billing.subscription()).subscription;
const claims = async (buyer: UserActor) =>
  (await card.world.api(buyer).invoices.list({ query: {} })).items.map((one) => one.state);
async function stored(): Promise<UserActor> {
  const buyer = await buildBuyer(card.world, wien);
  const { methods } = card.world.api(buyer);
  const { id, url } = await methods.add();
  await payOn(url, visa);
  expect((await methods.arrive({ body: { id } })).state).toBe('stored');
  return buyer;
}
async function answered(buyer: UserActor): Promise<void> {
  vies.switches.mood = 'up';
  await checkProfile(card.world.ctx(), buyer.accountId);
  vies.switches.mood = 'down';
  await settleTaxes(card.world.ctx(), null);
  await card.world.runJobs();
  await hear(card);
}

test('its card is charged as soon as the tax is known', async () => {
  const { world, shop } = card;
  const buyer = await stored();
  const { billing } = world.api(buyer);
  const startsOn = dayIn(world.clock.now() + 2 * day, 'Europe/Berlin');
  const wish = { planId: await buildPlan(world, shop), period: 'month' as const, currency: 'EUR' };
  const quote = await billing.quote({ body: { ...wish, startsOn } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'card', terms: true } });
  world.clock.advance((quote.startsAt ?? 0) - world.clock.now() + 1000);
  await runEngine(world.ctx());
  expect([(await live(buyer))?.state, await claims(buyer)]).toEqual(['incomplete', ['pending_tax']]);
  world.clock.advance(hour);
  await answered(buyer);
  expect([(await live(buyer))?.state, await claims(buyer)]).toEqual(['active', ['paid']]);
});

test('who buys for today is asked on the page, whatever card is stored', async () => {
  const { world, shop } = card;
  const buyer = await stored();
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: await buildPlan(world, shop), period: 'month', currency: 'EUR' } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'card', terms: true } });
  world.clock.advance(hour);
  await answered(buyer);
  expect([(await live(buyer))?.state, await claims(buyer)]).toEqual(['incomplete', ['open']]);
});
