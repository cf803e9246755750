/** Cash, cheques and what else a seller takes: chosen, waited for, written down and taken back as transfers are, under the seller's own names. */
import { afterAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildVendor } from '#sales/vendors/server/vendors.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay } from './billing.factory.ts';
import { documentOf } from './document.service.ts';
import { runEngine } from './engine.service.ts';
import { invoiceById, linesOf, taxesOf } from './invoices.queries.ts';
import { payToken } from './pay-link-token.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = world.api(shop.operator);
const cash = {
  kind: 'cash',
  name: 'Cash at the desk',
  instructions: 'Room 12, mornings.',
  offered: 'customers',
  account: '1000',
} as const;
const code = (work: Promise<unknown>) => work.then(() => 'done').catch((error: { code: string }) => error.code);
let counter = 0;
const named = (change: Partial<Parameters<typeof keeper.manualMethods.add>[0]['body']> = {}) => {
  counter += 1;
  return keeper.manualMethods.add({ body: { ...cash, name: `Cash ${counter}`, ...change } });
};
async function buyBy(buyer: UserActor, planId: string, manual: string) {
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  const bought = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', manual, terms: true } });
  return { id: bought.invoiceId ?? '', next: bought.next };
}
const day = '2026-11-20';
const recorded = (id: string, amount: number, manual?: string | null) => {
  const body = {
    amount,
    valueDate: day,
    bankRef: 'receipt 7',
    note: 'counted twice',
    ...(manual === undefined ? {} : { manual }),
  };
  return keeper.allInvoices.record({ params: { id }, body });
};

describe('what a seller names', () => {
  test('is added, changed and archived, one name once', async () => {
    const made = await named({ name: 'Cheque' });
    await expect(named({ name: 'CHEQUE' })).rejects.toMatchObject({ code: 'name_taken', fields: { 'body.name': 'name_taken' } });
    const params = { id: made.id };
    const { id: _id, ...fields } = made;
    const kept = await keeper.manualMethods.change({ params, body: { ...fields, kind: 'cheque', account: null } });
    expect(kept).toMatchObject({ kind: 'cheque', account: null, revision: 2 });
    expect(await code(keeper.manualMethods.change({ params, body: fields }))).toBe('changed_meanwhile');
    expect((await keeper.manualMethods.list()).items.map((one) => one.name)).toContain('Cheque');
    await keeper.manualMethods.archive({ params });
    expect(await code(keeper.manualMethods.archive({ params }))).toBe('not_found');
    expect((await keeper.manualMethods.list()).items.map((one) => one.name)).not.toContain('Cheque');
    await keeper.manualMethods.archive({ params: { id: (await named({ name: 'Cheque' })).id } });
  });

  test.each([
    ['no name', { name: ' ' }],
    ['too long a name', { name: 'x'.repeat(61) }],
    ['an account that no program takes', { account: '12;34' }],
  ])('%s is refused', async (_what, change) => {
    expect(await code(named(change))).toBe('invalid_input');
  });

  test('is the seller’s alone', async () => {
    const { id, revision } = await named();
    const vendor = (await buildVendor(world)).actor;
    const of = (api: ReturnType<typeof world.api>, side: 'manualMethods' | 'vendorManualMethods') =>
      Promise.all([
        code(api[side].list()),
        code(api[side].add({ body: cash })),
        code(api[side].change({ params: { id }, body: { ...cash, revision } })),
        code(api[side].archive({ params: { id } })),
      ]);
    const all = (word: string) => Array.from({ length: 4 }, () => word);
    expect(await of(world.api(), 'manualMethods')).toEqual(all('not_signed_in'));
    expect(await of(world.api(await buildBuyer(world)), 'manualMethods')).toEqual(all('not_found'));
    expect(await of(world.api({ ...shop.operator, scope: [] }), 'manualMethods')).toEqual(all('not_allowed'));
    expect(await of(world.api({ ...vendor, scope: [] }), 'vendorManualMethods')).toEqual(all('not_allowed'));
    // who stands on no paper yet has nothing to be paid for
    expect(await of(world.api(vendor), 'vendorManualMethods')).toEqual(['done', 'seller_missing', 'not_found', 'not_found']);
  });
});

describe('a customer', () => {
  test('sees those that are for customers, and buys by one: it waits as a transfer does, without a code for banks', async () => {
    const [method, hidden] = [await named(), await named({ offered: 'recording' })];
    const buyer = await buildBuyer(world);
    const { billing, invoices } = world.api(buyer);
    const { manual } = await billing.ways();
    expect(manual).toContainEqual({ id: method.id, name: method.name, instructions: 'Room 12, mornings.' });
    expect(manual.map((one) => one.id)).not.toContain(hidden.id);
    const planId = await buildPlan(world, shop);
    for (const wrong of [hidden.id, newId()]) expect(await code(buyBy(buyer, planId, wrong))).toBe('provider_off');
    const { id, next } = await buyBy(buyer, planId, method.id);
    const shown = { method: method.name, iban: null, epc: null, instructions: 'Room 12, mornings.' };
    expect(next).toMatchObject({ kind: 'instructions', transfer: shown });
    const invoice = await invoices.get({ params: { id } });
    expect(invoice.transfer).toMatchObject(shown);
    expect(invoice.transfer?.reference).toMatch(/^RF/);
    expect(invoice.payments).toMatchObject([{ state: 'awaiting_transfer', provider: 'transfer', manual: method.name }]);
    expect((await billing.subscription()).subscription).toMatchObject({ payBy: 'transfer', manualId: method.id });
    // "I have paid" and the seller's word
    await invoices.report({ params: { id }, body: { note: 'handed over' } });
    const paid = await recorded(id, invoice.remaining);
    expect(paid).toMatchObject({ state: 'paid', payments: [{ state: 'succeeded', manual: method.name, valueDate: day }] });
    expect((await billing.subscription()).subscription?.state).toBe('active');
  });

  test('is asked for the next period by the same way, on paper too, until it is archived', async () => {
    const method = await named({ kind: 'cheque' });
    const buyer = await buildBuyer(world);
    const { id } = await buyBy(buyer, await buildPlan(world, shop), method.id);
    await pay(world, shop, id);
    const paper = async (of: string) => {
      const { read } = world.ctx().system;
      const row = await invoiceById(read, of);
      if (row === null) throw new Error('no invoice');
      return documentOf(read, row, { lines: await linesOf(read, of), taxes: await taxesOf(read, of), zone: 'Europe/Berlin' });
    };
    expect((await paper(id)).payment).toMatchObject({
      means: 'cheque',
      account: null,
      qr: null,
      text: `${method.name}: Room 12, mornings.`,
    });
    const days = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        world.clock.advance(86_400_000);
        await runEngine(world.ctx());
      }
    };
    await days(20);
    const [second] = (await world.api(buyer).invoices.list({ query: {} })).items;
    const next = await world.api(buyer).invoices.get({ params: { id: second?.id ?? '' } });
    expect(next).toMatchObject({ state: 'open', transfer: { method: method.name, iban: null } });
    await pay(world, shop, next.id);
    expect((await keeper.allInvoices.get({ params: { id: next.id } })).payments).toMatchObject([{ manual: method.name }]);
    await keeper.manualMethods.archive({ params: { id: method.id } });
    await days(31);
    const [third] = (await world.api(buyer).invoices.list({ query: {} })).items;
    const last = await world.api(buyer).invoices.get({ params: { id: third?.id ?? '' } });
    expect(last.transfer).toMatchObject({ method: null, iban: 'DE89370400440532013000' });
    // what was paid by it keeps its name
    expect((await world.api(buyer).invoices.get({ params: { id: next.id } })).payments).toMatchObject([{ manual: method.name }]);
  });

  test('changes its mind: between the bank and a way of the seller’s, for one invoice and for the plan', async () => {
    const method = await named();
    const buyer = await buildBuyer(world);
    const { invoices, billing, methods } = world.api(buyer);
    const { id } = await buyBy(buyer, await buildPlan(world, shop), method.id);
    const params = { id };
    await invoices.pay({ params, body: { by: 'transfer' } });
    expect((await invoices.get({ params })).transfer).toMatchObject({ method: null, iban: 'DE89370400440532013000' });
    await invoices.pay({ params, body: { by: 'transfer', manual: method.id } });
    await invoices.pay({ params, body: { by: 'transfer', manual: method.id } });
    const now = await invoices.get({ params });
    expect(now.transfer?.method).toBe(method.name);
    expect(now.payments.filter((one) => one.state === 'awaiting_transfer')).toHaveLength(1);
    await pay(world, shop, id);
    await methods.byTransfer();
    expect((await billing.subscription()).subscription?.manualId).toBe(null);
    await methods.byManual({ params: { id: method.id } });
    expect((await billing.subscription()).subscription?.manualId).toBe(method.id);
    expect(await code(methods.byManual({ params: { id: newId() } }))).toBe('not_found');
    expect(await code(world.api().methods.byManual({ params: { id: method.id } }))).toBe('not_signed_in');
    expect(await code(world.api({ ...buyer, scope: [] }).methods.byManual({ params: { id: method.id } }))).toBe('not_allowed');
  });

  test('pays by it with the link of a mail', async () => {
    const method = await named();
    const buyer = await buildBuyer(world);
    const { id } = await buyBy(buyer, await buildPlan(world, shop), method.id);
    const token = payToken(world.ctx(), id);
    const { payLink } = world.api();
    expect((await payLink.look({ body: { token } })).manual).toContainEqual({ id: method.id, name: method.name });
    const next = await payLink.pay({ body: { token, by: 'transfer', manual: method.id } });
    expect(next).toMatchObject({ kind: 'instructions', transfer: { method: method.name } });
  });
});

describe('what came', () => {
  const open = async () => {
    const { id } = await buyBy(await buildBuyer(world), await buildPlan(world, shop), (await named()).id);
    return id;
  };

  test('in part and in excess counts as a transfer does, each under its own name', async () => {
    const [cheque, hidden] = [await named({ kind: 'cheque' }), await named({ offered: 'recording' })];
    const id = await open();
    const { total } = await keeper.allInvoices.get({ params: { id } });
    const partly = await recorded(id, 1000, cheque.id);
    expect(partly).toMatchObject({ state: 'open', remaining: total - 1000 });
    const whole = await recorded(id, total, hidden.id);
    expect(whole).toMatchObject({ state: 'paid', remaining: 0 });
    const came = whole.payments.filter((one) => one.state === 'succeeded');
    expect(came.map((one) => [one.manual, one.amount]).sort()).toEqual(
      [
        [cheque.name, 1000],
        [hidden.name, total],
      ].sort(),
    );
    const bank = await open();
    const byBank = await recorded(bank, total, null);
    expect(byBank.payments.find((one) => one.state === 'succeeded')?.manual).toBe(null);
    expect(await code(recorded(await open(), total, newId()))).toBe('not_found');
  });

  test('stands in the list, narrowed to it, and goes again when a cheque comes back', async () => {
    const cheque = await named({ kind: 'cheque', name: 'Cheque by post' });
    const id = await open();
    const { total, accountId } = await keeper.allInvoices.get({ params: { id } });
    await recorded(id, total, cheque.id);
    const [mine] = (await keeper.allPayments.list({ query: { provider: 'manual', accountId } })).items;
    expect(mine).toMatchObject({ manual: 'Cheque by post', state: 'succeeded' });
    expect((await keeper.allPayments.list({ query: { provider: 'transfer', accountId } })).items).toEqual([]);
    const params = { id: mine?.id ?? '' };
    expect((await keeper.allPayments.get({ params })).rights.takeBack).toBe(true);
    const body = { valueDate: day, reason: 'not covered' };
    const calls = [world.api(), world.api(await buildBuyer(world)), world.api({ ...shop.operator, scope: [] })];
    const refused = await Promise.all(calls.map((api) => code(api.allPayments.takeBack({ params, body }))));
    expect(refused).toEqual(['not_signed_in', 'not_found', 'not_allowed']);
    expect(await code(keeper.allPayments.takeBack({ params: { id: newId() }, body }))).toBe('not_found');
    expect(await code(keeper.allPayments.takeBack({ params, body: { ...body, reason: '' } }))).toBe('invalid_input');
    const gone = await keeper.allPayments.takeBack({ params, body });
    expect(gone).toMatchObject({ state: 'reversed', manual: 'Cheque by post', rights: { takeBack: false } });
    expect(await keeper.allInvoices.get({ params: { id } })).toMatchObject({ state: 'open', remaining: total });
    expect(await code(keeper.allPayments.takeBack({ params, body }))).toBe('wrong_state');
  });
});
