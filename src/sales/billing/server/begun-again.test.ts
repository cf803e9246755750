/** A purchase that nobody paid stands in the way of nothing; papers that cannot be made hold up no others. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { documentOf } from './document.service.ts';
import { invoiceById, linesOf, taxesOf, withoutPapers } from './invoices.queries.ts';
import { makeMissing } from './papers.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

test('a purchase in euro that is not paid locks no other currency; once somebody paid a part it does', async () => {
  const [euro, dollar] = [await buildPlan(world, shop), await buildPlan(world, shop, { currency: 'USD' })];
  const [buyer, payer] = [await buildBuyer(world), await buildBuyer(world)];
  const begin = async (who: typeof buyer, planId: string, currency: string) => {
    const { billing } = world.api(who);
    const quote = await billing.quote({ body: { planId, period: 'month', currency, seats: 0 } });
    const givesUp = quote.givesUp.map((one) => one.invoiceId);
    return (await billing.purchase({ body: { quoteId: quote.id, givesUp, by: 'transfer', terms: true } })).invoiceId ?? '';
  };
  const first = await begin(buyer, euro, 'EUR');
  const second = await begin(buyer, dollar, 'USD');
  const { invoices } = world.api(buyer);
  expect((await invoices.get({ params: { id: first } })).state).toBe('void');
  expect(await invoices.get({ params: { id: second } })).toMatchObject({ state: 'open', currency: 'USD' });

  const params = { id: await begin(payer, euro, 'EUR') };
  const money = { amount: 100, valueDate: '2026-11-20', bankRef: '', note: '' };
  await world.api(shop.operator).allInvoices.record({ params, body: money });
  expect(await codeOf(begin(payer, dollar, 'USD'))).toBe('currency_locked');
});

test('a credit note says in the language of its reader why it was written', async () => {
  const buyer = await buildBuyer(world, { buyer: 'consumer' });
  const id = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const { subscription } = await world.api(buyer).billing.subscription();
  await world.api(buyer).subscriptions.withdraw({ body: { revision: subscription?.revision ?? 0 } });
  const { creditNotes } = await world.api(buyer).invoices.get({ params: { id } });
  const db = world.ctx().system.read;
  const row = await invoiceById(db, creditNotes[0]?.id ?? '');
  if (row === null) throw new Error('no note');
  const parts = { lines: await linesOf(db, row.id), taxes: await taxesOf(db, row.id), zone: 'UTC' };
  const notes = async (locale: string, reason = row.reason) => (await documentOf(db, { ...row, locale, reason }, parts)).notes;
  expect(await notes('de')).toEqual(['Widerruf des Vertrags innerhalb der gesetzlichen Frist.']);
  expect((await notes('ar'))[0]).toMatch(/\p{Script=Arabic}/u);
  expect(await notes('fr', 'change')).toEqual(['Part non utilisée de l’ancien prix après un changement d’offre.']);
  expect(await notes('fr', 'Comme convenu')).toEqual(['Comme convenu']);
});

test('what could not be made waits behind what nobody tried yet', async () => {
  const buy = async () => subscribe(world, shop, { buyer: await buildBuyer(world), planId: await buildPlan(world, shop) });
  const first = await buy();
  world.clock.advance(600_000);
  const ctx = world.ctx();
  await makeMissing({ ...ctx, config: { ...ctx.config, storage: '/dev/null/nowhere' } });
  // numbered after the first one, and before anybody tried that one
  world.clock.advance(-300_000);
  const second = await buy();
  const waiting = (await withoutPapers(ctx.system.read, 100)).map((row) => row.id);
  expect(waiting.filter((id) => id === first || id === second)).toEqual([second, first]);
});
