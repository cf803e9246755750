/** What the tax office wants of a document is asked of every currency, also of those that no e-invoice can be in. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { checkDocument } from '#sales/documents/en16931.rules.ts';
import { toCii } from '#sales/documents/server/cii.service.ts';
import { buildBuyer, buildPlan, buildShop } from './billing.factory.ts';
import { documentOf } from './document.service.ts';
import { invoiceById, linesOf, taxesOf } from './invoices.queries.ts';

const refusalOf = (error: unknown): unknown => (error instanceof Failure ? [error.code, error.data] : String(error));

test('a seller without VAT number and tax number writes no invoice, in no currency', async () => {
  const world = await worldForThisTest();
  const shop = await buildShop(world, { vatId: null, taxNumber: null, registration: 'HRB 1' });
  const { allInvoices } = world.api(shop.operator);
  const { accountId } = await buildBuyer(world);
  const lines = [{ title: 'Hour', quantity: 3, unit: 10_005 }];
  for (const currency of ['EUR', 'JPY', 'KWD']) {
    const { id, revision } = await allInvoices.create({ body: { accountId, currency, lines } });
    const refused = await allInvoices.finalize({ params: { id }, body: { revision } }).then(() => 'done', refusalOf);
    expect([currency, refused]).toEqual([currency, ['document_refused', { rule: 'BR-S-02', field: 'BT-31' }]]);
    // nothing of it was written, the number is the next one's
    expect(await allInvoices.get({ params: { id } })).toMatchObject({ state: 'draft', number: null });
  }
});

test('dinars with three decimals that are whole are written', async () => {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  const { allInvoices } = world.api(shop.operator);
  const { accountId } = await buildBuyer(world);
  const lines = [{ title: 'Hour', quantity: 3, unit: 10_005 }];
  const { id, revision } = await allInvoices.create({ body: { accountId, currency: 'KWD', lines } });
  const made = await allInvoices.finalize({ params: { id }, body: { revision } });
  expect([made.state, made.total]).toEqual(['open', 35_718]);
});

/** Each sells to somebody next door. `category`: what their tax decision comes to. */
const numbered = [
  {
    who: 'a small business in Germany with a tax number',
    at: { country: 'DE', city: 'Kiel', taxNumber: '21/815/08150', regime: 'small-business', currency: 'EUR', ownRates: {} },
    category: 'E',
  },
  {
    who: 'a company in Brazil with its CNPJ',
    at: { country: 'BR', city: 'Recife', taxNumber: '11.222.333/0001-81', regime: 'outside-eu', currency: 'BRL', ownRates: {} },
    category: 'O',
  },
  {
    who: 'a company in Saudi Arabia with its tax number',
    at: {
      country: 'SA',
      city: 'Riyadh',
      taxNumber: '310122393500003',
      regime: 'outside-eu',
      currency: 'SAR',
      ownRates: { SA: 15_000 },
    },
    category: 'S',
  },
  {
    who: 'a company in Japan with its registration of invoices',
    at: {
      country: 'JP',
      city: 'Osaka',
      taxNumber: 'T1234567890123',
      regime: 'outside-eu',
      currency: 'JPY',
      ownRates: { JP: 10_000 },
    },
    category: 'S',
  },
] as const;

test('a seller without a VAT number sells by its tax number, and cannot be saved without either', {
  timeout: 60_000,
}, async () => {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`update sessions set proven_until = now() + interval '1 day' where id = ${shop.operator.sessionId}`);
  });
  const { billing } = world.api(shop.operator);
  const read = world.ctx().system.read;
  for (const { who, at, category } of numbered) {
    const { seller } = await billing.seller();
    if (seller === null) throw new Error('there is no seller');
    const own = { ...seller, ...at, vatId: null, registration: null, oss: 'off' as const, postcode: '10115' };
    const none = billing.saveSeller({ body: { ...own, taxNumber: ' ' } });
    await expect(none).rejects.toMatchObject({
      code: 'seller_number_missing',
      fields: { 'body.taxNumber': 'number_missing' },
    });
    await billing.saveSeller({ body: own });
    const planId = await buildPlan(world, shop, { currency: at.currency });
    const buyer = await buildBuyer(world, { country: at.country, city: at.city, postcode: '10117', vatId: null });
    const wish = { planId, period: 'month' as const, currency: at.currency };
    const quote = await world.api(buyer).billing.quote({ body: wish });
    const { invoiceId } = await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
    const row = await invoiceById(read, invoiceId ?? '');
    if (row === null) throw new Error(`${who}: no invoice`);
    const parts = { lines: await linesOf(read, row.id), taxes: await taxesOf(read, row.id), zone: 'UTC' };
    const doc = await documentOf(read, row, parts);
    expect([who, checkDocument(doc), doc.vat.map((one) => one.category)]).toEqual([who, [], [category]]);
    // known by it (BT-29), and to the tax office (BT-32)
    const xml = toCii(doc);
    expect([who, xml.includes(`<ram:SellerTradeParty><ram:ID>${at.taxNumber}</ram:ID>`)]).toEqual([who, true]);
    expect([who, xml.includes(`<ram:ID schemeID="FC">${at.taxNumber}</ram:ID>`)]).toEqual([who, true]);
  }
});
