/** Two signs of where a consumer is: cards and account numbers beside the address, and who decides when they differ. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { ProofKind } from '../places.rules.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { invoiceById } from './invoices.queries.ts';
import { keepPlace } from './places.service.ts';
import { bookArrival, lockClaims } from './transfer-booking.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allInvoices;
const consumer = () => buildBuyer(world, { buyer: 'consumer', country: 'FR', postcode: '59000', city: 'Lille' });
const planId = await buildPlan(world, shop);

async function paidBy(buyer: UserActor, ...signs: { kind: ProofKind; country: string }[]): Promise<string> {
  const id = await subscribe(world, shop, { buyer, planId });
  await say(id, ...signs);
  return id;
}
async function say(id: string, ...signs: { kind: ProofKind; country: string }[]) {
  const ctx = world.ctx();
  const invoice = await invoiceById(ctx.system.read, id);
  const [payment] = (await keeper().get({ params: { id } })).payments;
  if (invoice === null || payment === undefined) throw new Error('nothing was paid');
  for (const sign of signs) await ctx.system.write((tx) => keepPlace(ctx, tx, { invoice, paymentId: payment.id, ...sign }));
}
const placeOf = async (id: string) => (await keeper().get({ params: { id } })).place;
const inDoubt = async () => (await keeper().list({ query: { state: 'place' } })).items.map((one) => one.id);
const decide = (id: string, country: string) =>
  keeper().place({ params: { id }, body: { country, reason: 'she lives there, and showed it' } });

describe('the place of a consumer', () => {
  test('is thin by the address alone, and proven by a card of the same country', async () => {
    const id = await paidBy(await consumer());
    expect(await placeOf(id)).toEqual({ held: 'FR', said: 'thin', proofs: [], decision: null });
    await say(id, { kind: 'card', country: 'MC' }, { kind: 'card', country: 'FR' });
    expect(await placeOf(id)).toMatchObject({ said: 'proven', proofs: [{ kind: 'card', country: 'FR' }] });
    expect(await inDoubt()).not.toContain(id);
    await expect(decide(id, 'FR')).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('is asked of nobody else: not of a business, nor outside the Union', async () => {
    for (const change of [
      { buyer: 'business' as const },
      { buyer: 'consumer' as const, country: 'CH', postcode: '8001', city: 'Zürich' },
    ]) {
      const id = await paidBy(await buildBuyer(world, change), { kind: 'card', country: 'US' });
      expect(await placeOf(id)).toBe(null);
      expect(await inDoubt()).not.toContain(id);
    }
  });

  test('by the account number of a transfer', async () => {
    const buyer = await consumer();
    const ctx = world.ctx();
    const { billing } = world.api(buyer);
    const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR', seats: 0 } });
    const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
    const id = invoiceId ?? '';
    await ctx.system.write(async (tx) => {
      const [row] = await lockClaims(tx, { sellerId: shop.operator.accountId, ids: [id] });
      if (row === undefined) throw new Error('no claim');
      const arrival = {
        amount: row.remaining,
        valueDate: '2026-11-20',
        bankRef: '',
        note: '',
        payerIban: 'ES9121000418450200051332',
      };
      await bookArrival(ctx, tx, { row, arrival });
    });
    expect(await placeOf(id)).toMatchObject({ said: 'contradicted', proofs: [{ kind: 'bank', country: 'ES' }] });
  });

  test('in doubt stands on a list until somebody decides with a reason, once, and counts for the next claim with the same sign', async () => {
    const buyer = await consumer();
    const id = await paidBy(buyer, { kind: 'card', country: 'DE' });
    expect(await inDoubt()).toContain(id);
    await expect(decide(id, 'ES')).rejects.toMatchObject({ code: 'wrong_state' });
    expect((await decide(id, 'FR')).place).toMatchObject({
      decision: { country: 'FR', reason: 'she lives there, and showed it' },
    });
    await expect(decide(id, 'FR')).rejects.toMatchObject({ code: 'wrong_state' });
    expect(await inDoubt()).not.toContain(id);
    const made = await keeper().create({
      body: { accountId: buyer.accountId, currency: 'EUR', lines: [{ title: 'Training', quantity: 1, unit: 100 }] },
    });
    const second = await keeper().finalize({ params: { id: made.id }, body: { revision: made.revision } });
    const body = { amount: second.remaining, valueDate: '2026-11-20', bankRef: '', note: '' };
    await keeper().record({ params: { id: second.id }, body });
    await say(second.id, { kind: 'card', country: 'DE' });
    expect(await placeOf(second.id)).toMatchObject({ said: 'contradicted', decision: { country: 'FR' } });
    expect(await inDoubt()).not.toContain(second.id);
    await say(second.id, { kind: 'bank', country: 'ES' });
    expect(await inDoubt()).toContain(second.id);
    expect((await placeOf(second.id))?.decision).toBe(null);
  });

  test('is evidence: no row changes, customers do not read the seller’s doubts, and others do not decide', async () => {
    const buyer = await consumer();
    const id = await paidBy(buyer, { kind: 'card', country: 'DE' });
    const change = world
      .ctx()
      .system.write((tx) => tx.execute(sql`update place_proofs set country = 'FR' where invoice_id = ${id}`));
    await expect(change).rejects.toThrow();
    expect((await world.api(buyer).invoices.get({ params: { id } })).place).toBe(null);
    const body = { country: 'FR', reason: 'not mine to say' };
    const params = { id };
    await expect(world.api(buyer).allInvoices.place({ params, body })).rejects.toMatchObject({ code: 'not_found' });
    const weak = { ...shop.operator, scope: [] };
    await expect(world.api(weak).allInvoices.place({ params, body })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(world.api().allInvoices.place({ params, body })).rejects.toMatchObject({ code: 'not_signed_in' });
  });
});
