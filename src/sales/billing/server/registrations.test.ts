/** Countries in which the seller is registered for VAT: consumers there pay its rate, and the paper names the number there. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { SellerView } from '../seller.contract.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world, { oss: 'off' });
const { billing } = world.api(shop.operator);
const lille = { buyer: 'consumer' as const, country: 'FR', postcode: '59000', city: 'Lille' };
const france = { place: 'FR', vatId: 'fr 40 303 265 045' };
async function save(change: Partial<SellerView>): Promise<SellerView> {
  const { seller } = await billing.seller();
  if (seller === null) throw new Error('there is no seller');
  return billing.saveSeller({ body: { ...seller, ...change } });
}
beforeAll(() =>
  world.ctx().system.write(async (tx) => {
    await tx.execute(sql`update sessions set proven_until = now() + interval '1 day' where id = ${shop.operator.sessionId}`);
  }),
);

test('a consumer pays the rate of the place, and the number there stands on the invoice', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world, lille);
  const of = async (id: string) => world.api(buyer).invoices.get({ params: { id } });
  const wish = { planId, period: 'month' as const, currency: 'EUR' };
  const rateOf = async () => (await world.api(buyer).billing.quote({ body: wish })).taxes[0]?.rate;
  expect(await rateOf()).toBe(19_000);
  expect((await save({ registrations: [france] })).registrations).toEqual([{ place: 'FR', vatId: 'FR40303265045' }]);
  expect(await rateOf()).toBe(20_000);
  const invoice = await of(await subscribe(world, shop, { buyer, planId }));
  expect(invoice).toMatchObject({ taxReason: 'registered', seller: { vatId: 'FR40303265045' } });
  // a business of that country accounts for the tax itself, and domestic buyers see the domestic number
  const home = await buildBuyer(world);
  const other = await world.api(home).invoices.get({ params: { id: await subscribe(world, shop, { buyer: home, planId }) } });
  expect(other.seller?.vatId).toBe('DE136695976');
});

test('a small business may be taxed beyond its border as everybody else', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world, { ...lille, country: 'AT', postcode: '1010', city: 'Wien' });
  const wish = { planId, period: 'month' as const, currency: 'EUR' };
  const categoryOf = async () => (await world.api(buyer).billing.quote({ body: wish })).taxes[0];
  await save({ regime: 'small-business', oss: 'on' });
  expect(await categoryOf()).toMatchObject({ category: 'E', rate: 0 });
  await save({ abroad: 'as-standard' });
  expect(await categoryOf()).toMatchObject({ category: 'S', rate: 20_000 });
  await save({ regime: 'standard', abroad: 'exempt' });
});

test.each([
  ['a wrong number', [{ place: 'FR', vatId: 'FR00000000000' }], 'number'],
  ['the own country', [{ place: 'DE', vatId: 'DE136695976' }], 'own_country'],
  ['one country twice', [france, france], 'twice'],
  ['a country whose rate nobody told', [{ place: 'JP', vatId: 'JP1234567' }], 'no_rate'],
])('%s is refused with its field', async (_what, registrations, why) => {
  await expect(save({ registrations })).rejects.toMatchObject({
    code: 'registration_wrong',
    fields: { 'body.registrations': why },
  });
});
