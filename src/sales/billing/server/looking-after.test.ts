/** What the hourly look finds: old words about VAT numbers, news that do not come, money for what is void. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeVies, startFakeVies } from '../../../../e2e/fake-vies.ts';
import { buildBuyer, buildPlan, subscribe } from './billing.factory.ts';
import { buyByCard, type CardWorld, cardWorld, hear } from './card-world.factory.ts';
import { hearSilence } from './upkeep.service.ts';
import { checkOld } from './vat.service.ts';

let card: CardWorld;
let vies: FakeVies;
beforeAll(async () => {
  vies = await startFakeVies(() => Date.now());
  card = await cardWorld({ VAT_CHECK_ADDRESS: vies.url });
});
afterAll(async () => {
  await card.close();
  await vies.close();
});

test('charges without any news are told to the operator, once a day', async () => {
  const { world, fake, shop } = card;
  const silent = async () =>
    (await world.api(shop.operator).notices.list({ query: { limit: 100 } })).items.filter((one) => one.kind === 'providerSilent')
      .length;
  const buyer = await buildBuyer(world);
  await buyByCard(world, buyer, { planId: await buildPlan(world, shop) });
  await hearSilence(world.ctx());
  expect(await silent()).toBe(0);
  world.clock.advance(7 * 3_600_000);
  await hearSilence(world.ctx());
  await hearSilence(world.ctx());
  expect(await silent()).toBe(1);
  world.clock.advance(25 * 3_600_000);
  await hear({ world, fake });
  await hearSilence(world.ctx());
  expect(await silent()).toBe(1);
});

test('a number that was valid is asked for again before the renewal; a service that is down takes nothing back', async () => {
  const { world, shop } = card;
  const at = world.clock.now();
  const vatCheck = { check: 'valid' as const, at, requestId: 'A', name: null, address: null };
  const buyer = await buildBuyer(world, { country: 'AT', postcode: '1010', city: 'Wien', vatId: 'ATU12345675', vatCheck });
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const checkOf = async () => (await world.api(buyer).billing.profile()).profile?.vatCheck;
  expect(await checkOld(world.ctx())).toBe(0);
  world.clock.advance(29 * 86_400_000);
  expect(await checkOld(world.ctx())).toBe(1);
  vies.switches.mood = 'down';
  await expect(world.runJobs()).rejects.toThrow('did not answer');
  expect(await checkOf()).toMatchObject({ check: 'valid', at });
  vies.switches.mood = 'up';
  vies.switches.numbers['ATU12345675'] = { valid: false, name: '', address: '' };
  await world
    .ctx()
    .system.write(async (tx) => void (await tx.execute(sql`delete from pgboss.job where name = 'billing.vat-check'`)));
  expect(await checkOld(world.ctx())).toBe(1);
  await world.runJobs();
  expect(await checkOf()).toMatchObject({ check: 'invalid' });
});

test('a transfer for a void invoice is the account’s', async () => {
  const { world, shop } = card;
  const buyer = await buildBuyer(world);
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: await buildPlan(world, shop), period: 'month', currency: 'EUR' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const params = { id: invoiceId ?? '' };
  const { allInvoices } = world.api(shop.operator);
  await allInvoices.voiding({ params, body: { reason: 'a mistake' } });
  const body = { amount: 3451, valueDate: '2026-11-22', bankRef: '', note: '' };
  // pressed twice, or by mistake: money for what is over has to be meant
  await expect(allInvoices.record({ params, body })).rejects.toMatchObject({ code: 'wrong_state' });
  const after = await allInvoices.record({ params, body: { ...body, more: true } });
  expect([after.state, after.paid]).toEqual(['void', 0]);
  expect((await billing.subscription()).balances).toEqual([{ currency: 'EUR', amount: 3451 }]);
});
