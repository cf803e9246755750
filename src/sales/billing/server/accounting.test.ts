/** The tax of an invoice once more in the currency of the seller's books: fixed with the number, and waited for only by who decided on it. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testWorld, type World } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { dayIn } from '../days.rules.ts';
import { buildBuyer, buildPlan, buildShop, pay, type Shop } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { paperFile } from './papers.service.ts';
import { invoiceById } from './invoices.queries.ts';

let world: World & { close(): Promise<void> };
let shop: Shop;
let planId: string;
beforeAll(async () => {
  world = await testWorld();
  shop = await buildShop(world);
  planId = await buildPlan(world, shop, { currency: 'USD', month: 10_000n });
});
afterAll(() => world.close());
const put = (statement: ReturnType<typeof sql>) => world.ctx().system.write(async (tx) => void (await tx.execute(statement)));
/** Null: as the country has it. */
const choose = (choice: string | null) => put(sql`update billing_sellers set accounting_currency = ${choice}`);
const dayOf = (ago = 0) => dayIn(world.clock.now() - ago * 86_400_000, 'Europe/Berlin');
const keeper = () => world.api(shop.operator).allInvoices;
const enter = (currency: string, rate: string, ago = 0) =>
  world.api(shop.operator).exchange.add({
    body: { origin: 'Bundesbank', rates: [{ day: dayOf(ago), base: 'EUR', currency, rate }] },
  });
async function drafted(buyer: UserActor, of: { currency?: string; unit?: number } = {}) {
  const { currency = 'USD', unit = 10_000 } = of;
  return keeper().create({ body: { accountId: buyer.accountId, currency, lines: [{ title: 'Hour', quantity: 1, unit }] } });
}
async function issued(buyer: UserActor, of: { currency?: string; unit?: number } = {}) {
  const { id, revision } = await drafted(buyer, of);
  return keeper().finalize({ params: { id }, body: { revision } });
}
async function bought(buyer: UserActor) {
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'USD' } });
  const { invoiceId, next } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  return { id: invoiceId ?? '', next };
}
// far from the rates of the test before
beforeEach(async () => {
  world.clock.advance(20 * 86_400_000);
  await choose(null);
});

describe('a seller who never heard of rates', () => {
  test('sells as before: the invoice has its number and no such line, and the settings say what is missing', async () => {
    const buyer = await buildBuyer(world);
    const { id, next } = await bought(buyer);
    expect(next.kind).toBe('instructions');
    expect(await keeper().get({ params: { id } })).toMatchObject({ state: 'open', accounting: null, waitsFor: null, tax: 1900 });
    expect(await world.api(shop.operator).accounting.state()).toMatchObject({
      ...{ currency: 'EUR', by: 'country', waiting: 0, missing: ['USD'] },
      without: 1,
    });
  });
});

describe('with a rate', () => {
  test('amount, rate, who published it and when stand on both sides, on the paper and in both files, and never change', async () => {
    await enter('USD', '1.085', 1);
    const buyer = await buildBuyer(world);
    const { id } = await issued(buyer);
    const accounting = {
      currency: 'EUR',
      tax: 1751,
      quotes: '1 EUR = 1.085 USD',
      source: 'own',
      origin: 'Bundesbank',
      day: dayOf(1),
    };
    expect((await keeper().get({ params: { id } })).accounting).toEqual(accounting);
    expect((await world.api(buyer).invoices.get({ params: { id } })).accounting).toEqual(accounting);
    await enter('USD', '2');
    expect((await keeper().get({ params: { id } })).accounting).toEqual(accounting);
    await expect(put(sql`update invoices set accounting_tax = 1 where id = ${id}`)).rejects.toMatchObject({
      cause: { constraint: 'invoices_frozen' },
    });
    await world.runJobs();
    const row = await invoiceById(world.ctx().system.read, id);
    if (row === null) throw new Error('gone');
    const textOf = async (kind: 'cii' | 'ubl') => {
      const chunks: Buffer[] = [];
      for await (const chunk of await filesOf(world.ctx().config).get(paperFile(row, kind))) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks).toString('utf8');
    };
    const cii = await textOf('cii');
    expect(cii).toContain('<ram:TaxCurrencyCode>EUR</ram:TaxCurrencyCode>');
    expect(cii).toContain('<ram:TaxTotalAmount currencyID="EUR">17.51</ram:TaxTotalAmount>');
    const ubl = await textOf('ubl');
    expect(ubl).toContain('<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>');
    expect(ubl).toContain('<cbc:TaxAmount currencyID="EUR">17.51</cbc:TaxAmount>');
  });

  test('invoices in the seller’s own currency, without tax, or of a seller who wants none carry no such line', async () => {
    await enter('USD', '1.085');
    const at = { country: 'AT', postcode: '1010', city: 'Wien', vatId: 'ATU12345675' };
    const vatCheck = { check: 'valid' as const, at: world.clock.now(), requestId: 'A', name: null, address: null };
    const reverse = await buildBuyer(world, { ...at, vatCheck });
    const buyer = await buildBuyer(world);
    expect((await issued(buyer, { currency: 'EUR' })).accounting).toBeNull();
    expect(await issued(reverse)).toMatchObject({ tax: 0, accounting: null });
    await choose('none');
    expect(await issued(buyer)).toMatchObject({ tax: 1900, accounting: null });
    await choose('EUR');
    expect(await issued(buyer)).toMatchObject({ accounting: { tax: 1751 } });
  });

  test('credit notes take the rate of their invoice, and together come to what it said', async () => {
    await enter('USD', '1.085');
    const { id } = await issued(await buildBuyer(world), { unit: 9_997 });
    const whole = (await keeper().get({ params: { id } })).accounting?.tax ?? 0;
    world.clock.advance(30 * 86_400_000);
    await enter('USD', '3');
    const body = { to: 'balance' as const, reason: 'not what was asked' };
    for (const amount of [3333, 3334]) await keeper().credit({ params: { id }, body: { ...body, amount } });
    const { total } = await keeper().get({ params: { id } });
    const view = await keeper().credit({ params: { id }, body: { ...body, amount: total - 6667 } });
    const notes = await Promise.all(view.creditNotes.map((one) => keeper().get({ params: { id: one.id } })));
    expect(notes.map((one) => one.accounting?.quotes)).toEqual(Array(3).fill('1 EUR = 1.085 USD'));
    expect(notes.reduce((sum, one) => sum + (one.accounting?.tax ?? 0), 0)).toBe(whole);
    // those of an invoice from before there were rates carry none either
    await choose('none');
    const old = await issued(await buildBuyer(world));
    await choose('EUR');
    const later = await keeper().credit({ params: { id: old.id }, body: { ...body, amount: 100 } });
    expect((await keeper().get({ params: { id: later.creditNotes[0]?.id ?? '' } })).accounting).toBeNull();
  });
});

describe('a seller who decided', () => {
  test('a purchase waits without a number, is told as waiting for a rate, and is asked for once the rate is here', async () => {
    await choose('EUR');
    const buyer = await buildBuyer(world);
    const { id, next } = await bought(buyer);
    expect(next).toEqual({ kind: 'done' });
    const waits = { state: 'pending_tax', number: null, total: 11_900, waitsFor: { what: 'rate', between: 'USD EUR' } };
    expect(await keeper().get({ params: { id } })).toMatchObject(waits);
    expect(await world.api(buyer).billing.outcome({ params: { id } })).toMatchObject({ state: 'tax', runs: 'no' });
    expect(await world.api(shop.operator).accounting.state()).toMatchObject({ by: 'decided', waiting: 1, missing: ['USD'] });
    const { revision } = await keeper().get({ params: { id } });
    const decide = { params: { id }, body: { as: 'charge' as const, reason: 'cannot wait', revision } };
    await expect(keeper().decideTax(decide)).rejects.toMatchObject({ code: 'rate_missing', data: { from: 'USD', to: 'EUR' } });
    world.clock.advance(5 * 86_400_000);
    await runEngine(world.ctx());
    await enter('USD', '1.085', 2);
    await world.runJobs();
    expect(await keeper().get({ params: { id } })).toMatchObject({
      ...{ state: 'open', waitsFor: null, number: expect.any(String), issueDate: dayOf() },
      accounting: { tax: 1751, day: dayOf(2) },
    });
    await pay(world, shop, id);
    expect((await world.api(buyer).billing.subscription()).subscription).toMatchObject({ state: 'active' });
  });

  test('a renewal goes on while its claim waits, and the forecast does not', async () => {
    await choose('EUR');
    await enter('USD', '1.085');
    const buyer = await buildBuyer(world);
    const { id } = await bought(buyer);
    await pay(world, shop, id);
    const { subscription } = await world.api(buyer).billing.subscription();
    const ahead = await world.api(buyer).subscriptions.forecast({ body: {} });
    expect(ahead.charges.length).toBeGreaterThan(10);
    world.clock.advance((subscription?.periodEnd ?? 0) - world.clock.now() + 3_600_000);
    await runEngine(world.ctx());
    const { items } = await world.api(buyer).invoices.list({ query: { state: 'pending_tax' } });
    expect(items).toHaveLength(1);
    expect((await world.api(buyer).billing.subscription()).subscription).toMatchObject({ state: 'active' });
    await enter('USD', '1.25');
    await world.runJobs();
    expect(await keeper().get({ params: { id: items[0]?.id ?? '' } })).toMatchObject({
      state: 'open',
      accounting: { tax: 1520 },
    });
  });

  test('by hand nothing is numbered: the answer names the currencies and the day, and the draft stays as it was', async () => {
    await choose('EUR');
    const buyer = await buildBuyer(world);
    const { id, revision } = await drafted(buyer, { currency: 'PLN' });
    const go = () => keeper().finalize({ params: { id }, body: { revision } });
    await expect(go()).rejects.toMatchObject({ code: 'rate_missing', data: { from: 'PLN', to: 'EUR', day: dayOf() } });
    expect(await keeper().get({ params: { id } })).toMatchObject({ state: 'draft', number: null, revision });
    await enter('PLN', '4.2793');
    expect(await go()).toMatchObject({ state: 'open', accounting: { tax: 444 } });
  });

  test('what does not wait is refused with the reason, and nothing is begun', async () => {
    await choose('EUR');
    await enter('USD', '1.085');
    const buyer = await buildBuyer(world);
    const { id } = await bought(buyer);
    await pay(world, shop, id);
    const large = await buildPlan(world, shop, { currency: 'USD', month: 90_000n });
    world.clock.advance(11 * 86_400_000);
    const { subscriptions } = world.api(buyer);
    const quote = await subscriptions.quoteChange({ body: { planId: large, period: 'month', seats: 0 } });
    await expect(subscriptions.change({ body: { quoteId: quote.id } })).rejects.toMatchObject({
      code: 'tax_pending',
      data: { reason: 'rate' },
    });
  });
});

test('how a seller stands to rates is for whoever looks after its money', async () => {
  const state = (actor?: UserActor) => world.api(actor).accounting.state();
  await expect(state()).rejects.toMatchObject({ code: 'not_signed_in' });
  await expect(state(await buildBuyer(world))).rejects.toMatchObject({ code: 'not_found' });
  await expect(state({ ...shop.operator, scope: [] })).rejects.toMatchObject({ code: 'not_allowed' });
  await choose('none');
  expect(await state(shop.operator)).toEqual({ currency: null, by: 'country', waiting: 0, without: 0, missing: [] });
});

test('the seller says in its settings what it wants, and a word that is no currency is refused', async () => {
  // one whose operator has just signed in
  const own = await testWorld();
  const { operator } = await buildShop(own);
  await own
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update sessions set proven_until = now() + interval '1 day' where id = ${operator.sessionId}`),
    );
  const { billing } = own.api(operator);
  const { seller } = await billing.seller();
  if (seller === null) throw new Error('no seller');
  const save = (accountingCurrency: string | null) => billing.saveSeller({ body: { ...seller, accountingCurrency } });
  await expect(save('EURO')).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await save('CHF')).accountingCurrency).toBe('CHF');
});
