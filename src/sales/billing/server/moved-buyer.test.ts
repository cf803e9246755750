/** What is written after a buyer became another one for the tax office: notes on old invoices, drafts, changes. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import type { ProfileRow } from './billing.table.ts';
import { balanceOf } from './payments.queries.ts';
import { profileOf, putProfile } from './parties.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allInvoices;
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const french = {
  country: 'FR',
  city: 'Lille',
  vatId: 'FR40303265045',
  vatCheck: { check: 'valid' as const, at: 0, requestId: null, name: null, address: null },
};
const swiss = { country: 'CH', postcode: '8001', city: 'Zürich' };

async function becomes(buyer: UserActor, change: Partial<ProfileRow>): Promise<void> {
  const { read, write } = world.ctx().system;
  const row = await profileOf(read, buyer.accountId);
  if (row === null) throw new Error('no profile');
  await write((tx) => putProfile(tx, { ...row, ...change }, row.revision));
}
const consumer = { buyer: 'consumer' as const, vatId: null, vatCheck: null };
const live = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription;
const balance = (buyer: UserActor) =>
  balanceOf(world.ctx().system.read, { accountId: buyer.accountId, sellerId: shop.operator.accountId, currency: 'EUR' });
const newest = async (buyer: UserActor) => {
  const { items } = await world.api(buyer).invoices.list({ query: {} });
  return world.api(buyer).invoices.get({ params: { id: items[0]?.id ?? '' } });
};

describe('a reverse-charge sale whose buyer has no number any more', () => {
  test('is credited in part, to the parties of the invoice', async () => {
    const buyer = await buildBuyer(world, french);
    const id = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
    await becomes(buyer, { ...consumer, organisation: 'Somebody else', city: 'Paris' });
    await keeper().credit({ params: { id }, body: { amount: 1000, to: 'balance', reason: 'as agreed' } });
    const note = await newest(buyer);
    expect(note).toMatchObject({ kind: 'credit_note', total: 1000, tax: 0, buyer: { city: 'Lille', vatId: 'FR40303265045' } });
    expect(note.buyer?.name).toBe('Nordlicht Schule');
  });

  test('ends at once with what was not used given back', async () => {
    const buyer = await buildBuyer(world, french);
    await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
    await becomes(buyer, consumer);
    const held = await live(buyer);
    const body = { revision: held?.revision ?? 0, reason: 'as agreed', credit: 'unused' as const };
    const after = await world.api(shop.operator).allSubscriptions.cancel({ params: { id: held?.id ?? '' }, body });
    expect(after.state).toBe('canceled');
    expect(await balance(buyer)).toBeGreaterThan(0n);
  });
});

describe('a draft', () => {
  test('is priced anew when it gets its number, and refused where that comes to something else', async () => {
    const buyer = await buildBuyer(world);
    const lines = [{ title: 'Training', quantity: 1, unit: 10_000 }];
    const { id, revision } = await keeper().create({ body: { accountId: buyer.accountId, currency: 'EUR', lines, note: '' } });
    await becomes(buyer, swiss);
    expect(await codeOf(keeper().finalize({ params: { id }, body: { revision } }))).toBe('changed_meanwhile');
    const seen = await keeper().get({ params: { id } });
    expect(seen).toMatchObject({ state: 'draft', number: null, tax: 0, total: 10_000 });
    const done = await keeper().finalize({ params: { id }, body: { revision: seen.revision } });
    expect(done).toMatchObject({ state: 'open', tax: 0, buyer: { country: 'CH' }, taxes: [{ category: 'O' }] });
  });
});

describe('a change after the tax is another one', () => {
  const upgrade = async (buyer: UserActor) => {
    const { subscriptions } = world.api(buyer);
    const planId = await buildPlan(world, shop, { month: 9900n });
    const quote = await subscriptions.quoteChange({ body: { planId, period: 'month', seats: 0 } });
    return { quote, done: await subscriptions.change({ body: { quoteId: quote.id, by: 'transfer' } }) };
  };
  test.each([
    ['a Swiss school that moves to Hamburg', swiss, { country: 'DE', postcode: '22087', city: 'Hamburg' }],
    ['a French business that is a consumer now', french, consumer],
  ])('%s', async (_name, before, after) => {
    const buyer = await buildBuyer(world, before);
    const first = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
    await becomes(buyer, after);
    const { quote, done } = await upgrade(buyer);
    const claim = await world.api(buyer).invoices.get({ params: { id: done.invoiceId ?? '' } });
    expect(claim.taxes.map((one) => one.category)).toEqual(['S']);
    expect(claim.lines.every((line) => line.net > 0)).toBe(true);
    expect([claim.state, quote.toPay, quote.toBalance]).toEqual(['open', claim.remaining, 0]);
    expect(quote.givenBack).toBeGreaterThan(0);
    // nothing goes back of what is still had
    await world.runJobs();
    const notes = async () => (await world.api(buyer).invoices.get({ params: { id: first } })).creditNotes;
    expect(await notes()).toEqual([]);
    await pay(world, shop, claim.id);
    for (const _ of [1, 2]) await world.runJobs();
    expect((await live(buyer))?.planName).toBe(quote.planName);
    expect((await notes()).map((one) => one.total)).toEqual([quote.givenBack]);
    expect(await balance(buyer)).toBe(BigInt(quote.givenBack));
    const { rows } = await world
      .ctx()
      .system.read.execute(
        sql`select sum(l.amount)::int as sum from journal_lines l join journal_entries e on e.id = l.entry_id where e.account_id = ${buyer.accountId}`,
      );
    expect(rows).toEqual([{ sum: 0 }]);
  });
});
