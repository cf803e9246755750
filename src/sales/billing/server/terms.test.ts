/** What a seller agrees with one customer: the tax in place of the rules, from the preview to the paper, and who may decide it. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildVendor } from '#sales/vendors/server/vendors.factory.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { documentOf } from './document.service.ts';
import { runEngine } from './engine.service.ts';
import { invoiceById, linesOf, taxesOf } from './invoices.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator);
const reason = 'the embassy showed its form';
const exempt = { category: 'E', rate: 0, code: 'VATEX-EU-151', text: 'VAT exempt, Art. 151', from: null, until: null } as const;
type Tax = Parameters<ReturnType<typeof keeper>['terms']['tax']>[0]['body']['tax'];

async function agree(buyer: UserActor, tax: Tax) {
  const params = { id: buyer.accountId };
  const { revision } = await keeper().terms.get({ params });
  return keeper().terms.tax({ params, body: { tax, reason, revision } });
}
const quoteOf = (buyer: UserActor, planId: string, currency = 'EUR') =>
  world.api(buyer).billing.quote({ body: { planId, period: 'month', currency } });
async function paper(id: string) {
  const { read } = world.ctx().system;
  const row = await invoiceById(read, id);
  if (row === null) throw new Error('no invoice');
  return documentOf(read, row, { lines: await linesOf(read, id), taxes: await taxesOf(read, id), zone: 'Europe/Berlin' });
}

describe('a tax of its own', () => {
  test.each([
    ['EUR', 2900n, 2900],
    ['JPY', 3000n, 3000],
    ['KWD', 9000n, 9000],
  ] as const)('is in the preview, the quote, the invoice and the renewal, in %s', async (currency, month, net) => {
    const buyer = await buildBuyer(world);
    const planId = await buildPlan(world, shop, { currency, month, year: month * 10n });
    const { billing, invoices } = world.api(buyer);
    const before = await quoteOf(buyer, planId, currency);
    expect(before.total).toBeGreaterThan(net);
    const view = await agree(buyer, exempt);
    expect(view.tax).toMatchObject({ category: 'E', text: 'VAT exempt, Art. 151', reason, until: null });
    // what was quoted with tax is not charged without it unseen
    const old = billing.purchase({ body: { quoteId: before.id, by: 'transfer', terms: true } });
    await expect(old).rejects.toMatchObject({ code: 'quote_expired' });
    const wish = { planId, period: 'month' as const, currency };
    expect(await billing.preview({ body: { wish } })).toMatchObject({ total: net, tax: 0, taxReason: 'agreed' });
    const quote = await quoteOf(buyer, planId, currency);
    expect([quote.total, quote.next?.total]).toEqual([net, net]);
    const id = await subscribe(world, shop, { buyer, planId, currency });
    const invoice = await invoices.get({ params: { id } });
    expect(invoice).toMatchObject({ total: quote.total, tax: 0, taxReason: 'agreed', taxText: 'VAT exempt, Art. 151' });
    expect(invoice.taxes).toMatchObject([{ category: 'E', rate: 0, base: net }]);
    const { subscription } = await billing.subscription();
    expect(subscription?.next?.total).toBe(net);
    world.clock.advance(32 * 86_400_000);
    await runEngine(world.ctx());
    const all = (await invoices.list({ query: {} })).items;
    expect(all.map((one) => one.total)).toEqual([net, net]);
  });

  test('stands on the paper in the words of the seller, and who decided it is for the seller’s eyes', async () => {
    const buyer = await buildBuyer(world);
    await agree(buyer, exempt);
    const id = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
    expect((await paper(id)).vat).toMatchObject([
      { category: 'E', rate: 0, exemption: { text: 'VAT exempt, Art. 151', code: 'VATEX-EU-151' } },
    ]);
    expect((await world.api(buyer).invoices.get({ params: { id } })).taxDecided).toBe(null);
    const seen = await keeper().allInvoices.get({ params: { id } });
    expect(seen.taxDecided).toMatchObject({ reason, at: expect.any(Number), by: expect.any(String) });
  });

  test('a reduced rate is asked for, and a credit note keeps it when the terms have gone', async () => {
    const buyer = await buildBuyer(world);
    await agree(buyer, { category: 'S', rate: 7000, code: null, text: '', from: null, until: null });
    const id = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
    const before = await keeper().allInvoices.get({ params: { id } });
    expect([before.net, before.tax]).toEqual([2900, 203]);
    await agree(buyer, null);
    const body = { amount: 1070, to: 'balance' as const, reason: 'as agreed' };
    const after = await keeper().allInvoices.credit({ params: { id }, body });
    // finalized rows are as they were
    expect([after.net, after.tax, after.taxes]).toEqual([before.net, before.tax, before.taxes]);
    const note = await keeper().allInvoices.get({ params: { id: after.creditNotes[0]?.id ?? '' } });
    expect(note.taxes).toEqual([{ category: 'S', rate: 7000, base: 1000, tax: 70 }]);
  });

  test('ends with its last day, and one of reverse charge with the number of the buyer', async () => {
    const buyer = await buildBuyer(world, { vatId: 'DE811569869' });
    const planId = await buildPlan(world, shop);
    const { today } = await keeper().terms.get({ params: { id: buyer.accountId } });
    await agree(buyer, { ...exempt, until: today });
    const quote = await quoteOf(buyer, planId);
    expect([quote.total, quote.next?.total]).toEqual([2900, 3451]);
    await agree(buyer, { ...exempt, category: 'AE', code: null, text: '' });
    expect((await quoteOf(buyer, planId)).taxes).toMatchObject([{ category: 'AE' }]);
    const run = world.ctx().system.write;
    await run((tx) => tx.execute(sql`update billing_profiles set vat_id = null where account_id = ${buyer.accountId}`));
    expect((await quoteOf(buyer, planId)).taxes).toMatchObject([{ category: 'S', rate: 19_000 }]);
  });

  test('that no e-invoice could carry is refused with its field before it is kept', async () => {
    const buyer = await buildBuyer(world);
    const refused = (tax: Tax, field: string, why: string) =>
      expect(agree(buyer, tax)).rejects.toMatchObject({ code: 'tax_refused', fields: { [`body.tax.${field}`]: why } });
    await refused({ ...exempt, text: '' }, 'text', 'text_needed');
    await refused({ ...exempt, rate: 5 }, 'rate', 'rate_forbidden');
    await refused({ ...exempt, code: 'VATEX-EU-O' }, 'code', 'code_forbidden');
    await refused({ ...exempt, category: 'AE', code: null }, 'category', 'buyer_number');
    await refused({ ...exempt, until: '2020-01-01' }, 'until', 'over');
    expect((await keeper().terms.get({ params: { id: buyer.accountId } })).tax).toBe(null);
  });
});

describe('of one draft alone', () => {
  const lines = [{ title: 'Training', quantity: 1, unit: 10_000 }];
  const drafted = (buyer: UserActor) =>
    keeper().allInvoices.create({ body: { accountId: buyer.accountId, currency: 'EUR', lines } });
  const { from: _from, until: _until, ...once } = exempt;

  test('it counts there and nowhere else, through edits to the paper', async () => {
    const buyer = await buildBuyer(world);
    const made = await drafted(buyer);
    expect(made.tax).toBe(1900);
    const params = { id: made.id };
    const own = await keeper().allInvoices.ownTax({ params, body: { tax: once, reason, revision: made.revision } });
    expect(own).toMatchObject({ tax: 0, total: 10_000, ownTax: { category: 'E', reason } });
    const edited = await keeper().allInvoices.edit({ params, body: { lines, note: 'thanks', revision: own.revision } });
    expect(edited.tax).toBe(0);
    const done = await keeper().allInvoices.finalize({ params, body: { revision: edited.revision } });
    expect(done).toMatchObject({ state: 'open', tax: 0, taxReason: 'agreed', ownTax: null, taxDecided: { reason } });
    expect((await drafted(buyer)).tax).toBe(1900);
    const late = keeper().allInvoices.ownTax({ params, body: { tax: null, reason, revision: done.revision } });
    await expect(late).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('taken back, the rules count again; an old revision and what no paper could carry are refused', async () => {
    const made = await drafted(await buildBuyer(world));
    const params = { id: made.id };
    const put = (tax: (Omit<typeof once, 'text'> & { text: string }) | null, revision: number) =>
      keeper().allInvoices.ownTax({ params, body: { tax, reason, revision } });
    const own = await put(once, made.revision);
    await expect(put(null, made.revision)).rejects.toMatchObject({ code: 'changed_meanwhile' });
    await expect(put({ ...once, text: '' }, own.revision)).rejects.toMatchObject({
      code: 'tax_refused',
      fields: { 'body.tax.text': 'text_needed' },
    });
    expect(await put(null, own.revision)).toMatchObject({ tax: 1900, ownTax: null });
    const calls = [world.api(await buildBuyer(world)), world.api({ ...shop.operator, scope: [] }), world.api()];
    const codes = await Promise.all(
      calls.map((api) =>
        api.allInvoices
          .ownTax({ params, body: { tax: null, reason, revision: 1 } })
          .catch((error: { code: string }) => error.code),
      ),
    );
    expect(codes).toEqual(['not_found', 'not_allowed', 'not_signed_in']);
  });
});

describe('who decides', () => {
  test('the seller alone, of its own customers', async () => {
    const buyer = await buildBuyer(world);
    const params = { id: buyer.accountId };
    const code = (work: Promise<unknown>) => work.then(() => 'done').catch((error: { code: string }) => error.code);
    const tax = { tax: null, reason, revision: null };
    const trust = { days: 5, reason, revision: null };
    const of = ({ terms, vendorTerms }: ReturnType<typeof world.api>, id = params.id) =>
      Promise.all([
        code(terms.get({ params: { id } })),
        code(terms.tax({ params: { id }, body: tax })),
        code(terms.trust({ params: { id }, body: trust })),
        code(vendorTerms.get({ params: { id } })),
        code(vendorTerms.tax({ params: { id }, body: tax })),
        code(vendorTerms.trust({ params: { id }, body: trust })),
      ]);
    const all = (word: string) => Array.from({ length: 6 }, () => word);
    expect(await of(world.api())).toEqual(all('not_signed_in'));
    expect(await of(world.api(buyer))).toEqual(all('not_found'));
    const vendor = await buildVendor(world);
    expect(await of(world.api(vendor.actor))).toEqual(all('not_found'));
    const weak = await of(world.api({ ...shop.operator, scope: [] }));
    expect(weak.slice(0, 3)).toEqual(['not_allowed', 'not_allowed', 'not_allowed']);
    expect((await of(keeper(), newId())).slice(0, 3)).toEqual(['not_found', 'not_found', 'not_found']);
    expect((await of(keeper(), shop.operator.accountId)).slice(0, 3)).toEqual(['not_found', 'not_found', 'not_found']);
  });

  test('is written down in the seller’s own account, and two at once do not overwrite each other', async () => {
    const buyer = await buildBuyer(world);
    const params = { id: buyer.accountId };
    const first = await agree(buyer, exempt);
    const stale = keeper().terms.trust({ params, body: { days: 3, reason, revision: null } });
    await expect(stale).rejects.toMatchObject({ code: 'changed_meanwhile' });
    const after = await keeper().terms.trust({ params, body: { days: 3, reason, revision: first.revision } });
    expect(after).toMatchObject({ tax: { category: 'E' }, trust: { days: 3, reason } });
    const { rows } = await world
      .ctx()
      .system.read.execute<{ account: string; action: string; why: string }>(
        sql`select account_id as account, action, data ->> 'reason' as why from audit_entries where subject_id = ${buyer.accountId} and action like 'billing.customer-%' order by id`,
      );
    expect(rows).toEqual([
      { account: shop.operator.accountId, action: 'billing.customer-tax', why: reason },
      { account: shop.operator.accountId, action: 'billing.customer-trust', why: reason },
    ]);
    expect(JSON.stringify(await world.api(buyer).billing.profile())).not.toContain(reason);
  });
});
