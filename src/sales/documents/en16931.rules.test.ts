/** Every rule of the list is broken by a document that is right in all else. */
import { expect, test } from 'vitest';
import { money } from '#kit/money.ts';
import { locales } from '#kit/facts.ts';
import { type InvoiceDocument, type InvoiceLine, type VatCategory, vatCategories } from './documents.rules.ts';
import { checkDocument, checkedRules } from './en16931.rules.ts';
import { fieldKey, sayFinding } from './finding-words.rules.ts';
import { someCreditNote, someDocument } from './server/documents.factory.ts';
import { sayerOf } from './server/paper-words.service.ts';

const eur = (minor: bigint) => money(minor, 'EUR');
const right = someDocument();
const firstLine = (change: Partial<InvoiceLine>): InvoiceDocument => ({
  ...right,
  lines: right.lines.map((line, at) => (at === 0 ? { ...line, ...change } : line)),
});
const seller = (change: Partial<InvoiceDocument['seller']>) => ({ ...right, seller: { ...right.seller, ...change } });
const buyer = (change: Partial<InvoiceDocument['buyer']>) => ({ ...right, buyer: { ...right.buyer, ...change } });
const totals = (change: Partial<InvoiceDocument['totals']>) => ({ ...right, totals: { ...right.totals, ...change } });
const { payment } = right;
if (payment === null) throw new Error('the document is paid by transfer');
const cut = { amount: eur(100n), reason: 'Coupon', category: 'S', rate: 19000 } as const;

const broken: Readonly<Record<string, InvoiceDocument>> = {
  'BR-02': { ...right, number: ' ' },
  'BR-03': { ...right, issued: '2026-02-30' },
  'BR-05': totals({ due: money(1n, 'USD') }),
  'BR-06': seller({ name: '' }),
  'BR-07': buyer({ name: '' }),
  'BR-09': seller({ address: { ...right.seller.address, country: '' } }),
  'BR-11': buyer({ address: { ...right.buyer.address, country: 'Germany' } }),
  'BR-16': { ...right, lines: [] },
  'BR-29': { ...right, period: { from: '2026-11-30', to: '2026-11-01' } },
  'BR-55': { ...someCreditNote(), preceding: [] },
  'BR-62': seller({ network: { scheme: '', value: 'a@b.example' } }),
  'BR-63': buyer({ network: { scheme: 'EM', value: '' } }),
  'BR-CO-09': seller({ vatId: '123456789' }),
  'BR-CO-26': seller({ vatId: null, registration: null }),
  'BR-21': firstLine({ id: '2' }),
  'BR-22': firstLine({ quantity: 'many' }),
  'BR-25': firstLine({ title: '' }),
  'BR-26': firstLine({ price: '1,50' }),
  'BR-27': firstLine({ price: '-1.50' }),
  'PEPPOL-EN16931-R120': firstLine({ quantity: '2' }),
  'BR-30': firstLine({ period: { from: '2026-11-30', to: '2026-11-01' } }),
  'BR-41': firstLine({ allowances: [{ amount: eur(-1n), reason: 'Coupon' }] }),
  'BR-42': firstLine({ allowances: [{ amount: eur(1n), reason: '' }] }),
  'BR-31': { ...right, allowances: [{ ...cut, amount: eur(-100n) }] },
  'BR-33': { ...right, allowances: [{ ...cut, reason: '' }] },
  'BR-50': { ...right, payment: { ...payment, account: { holder: 'A', iban: '', bic: null, bank: null } } },
  'BR-51': { ...right, payment: { ...payment, card: { brand: 'Visa', last4: '4242424242424242' } } },
  'BR-53': { ...right, accounting: { tax: eur(1n), rate: '1', source: 'ECB', date: '2026-11-20' } },
  'BR-61': { ...right, payment: { ...payment, account: null } },
  'BR-CO-25': { ...right, due: null },
  'BR-CO-10': totals({ lines: eur(1n) }),
  'BR-CO-11': totals({ allowances: eur(1n) }),
  'BR-CO-13': totals({ net: eur(1n) }),
  'BR-CO-14': totals({ tax: eur(1n) }),
  'BR-CO-15': totals({ gross: eur(1n) }),
  'BR-CO-16': totals({ rounding: eur(1n) }),
  'BR-CO-18': { ...right, vat: [] },
};

/** A right document with one line of the category. */
function of(category: VatCategory): InvoiceDocument {
  const doc = someDocument({ lines: [{ title: 'Plan', quantity: 1n, net: 10000n, category }] });
  return category === 'AE' ? { ...doc, buyer: { ...doc.buyer, vatId: 'FR12345678901' } } : doc;
}
const group = (doc: InvoiceDocument, change: object): InvoiceDocument => ({
  ...doc,
  vat: doc.vat.map((one) => ({ ...one, ...change })),
});
const wrongRate = (category: VatCategory) => (category === 'S' ? 0 : 19000);

const perCategory: Readonly<Record<string, (category: VatCategory) => InvoiceDocument>> = {
  '01': (category) => ({ ...of(category), vat: [] }),
  '02': (category) => {
    const doc = of(category);
    if (category === 'AE') return { ...doc, buyer: { ...doc.buyer, vatId: null } };
    return { ...doc, seller: { ...doc.seller, vatId: null, taxNumber: null } };
  },
  '05': (category) => ({ ...of(category), lines: of(category).lines.map((line) => ({ ...line, rate: wrongRate(category) })) }),
  '06': (category) => ({ ...of(category), allowances: [{ ...cut, category, rate: wrongRate(category) }] }),
  '08': (category) => group(of(category), { base: eur(1n) }),
  '09': (category) => group(of(category), { tax: eur(7n) }),
  '10': (category) =>
    group(of(category), { exemption: category === 'S' || category === 'Z' ? { text: 'why', code: null } : null }),
};

const outside = of('O');
const beside: Readonly<Record<string, InvoiceDocument>> = {
  'BR-O-11': { ...outside, vat: [...outside.vat, ...right.vat] },
  'BR-O-12': { ...outside, lines: [...outside.lines, ...right.lines] },
  'BR-O-13': { ...outside, allowances: [cut] },
};

const byCategory = Object.fromEntries(
  vatCategories.flatMap((category) =>
    Object.entries(perCategory)
      .filter(([part]) => category !== 'O' || part !== '02')
      .map(([part, make]) => [`BR-${category}-${part}`, make(category)]),
  ),
);
const all: Readonly<Record<string, InvoiceDocument>> = { ...broken, ...byCategory, ...beside };

test('documents of all kinds and categories are right', () => {
  expect(checkDocument(right)).toEqual([]);
  expect(checkDocument(someCreditNote())).toEqual([]);
  for (const category of vatCategories) expect(checkDocument(of(category))).toEqual([]);
  for (const currency of ['JPY', 'KWD']) expect(checkDocument(someDocument({ currency }))).toEqual([]);
});

// what the types exclude cannot be broken without a cast: BR-04 (kind), BR-23 (unit)
test('every rule of the list has a document that breaks it', () => {
  expect(Object.keys(all).sort()).toEqual(checkedRules.filter((rule) => !['BR-04', 'BR-23'].includes(rule)).sort());
});

test.each(Object.entries(all))('%s', (rule, doc) => {
  expect(checkDocument(doc).map((finding) => finding.rule)).toContain(rule);
});

test('a sum that is off says what it should be', () => {
  expect(checkDocument(totals({ gross: eur(1n), due: eur(1n) }))).toEqual([
    { rule: 'BR-CO-15', field: 'BT-112', problem: 'mismatch', expected: '1586.66', found: '0.01' },
  ]);
});

test('a tax that is left of a price with the tax in it may be off by one minor unit, not by two', () => {
  const doc = of('S');
  const taxed = (minor: bigint): InvoiceDocument => {
    const [tax, gross] = [eur(minor), eur(10000n + minor)];
    return { ...group(doc, { tax }), totals: { ...doc.totals, tax, gross, due: gross } };
  };
  expect(checkDocument(taxed(1901n))).toEqual([]);
  expect(checkDocument(taxed(1902n)).map(({ rule }) => rule)).toEqual(['BR-S-09']);
});

test('discounts of lines and of the document are counted', () => {
  const doc = of('S');
  const reduced: InvoiceDocument = {
    ...group(doc, { base: eur(9000n), tax: eur(1710n) }),
    allowances: [{ ...cut, amount: eur(1000n) }],
    totals: { ...doc.totals, allowances: eur(1000n), net: eur(9000n), tax: eur(1710n), gross: eur(10710n), due: eur(10710n) },
  };
  expect(checkDocument(reduced)).toEqual([]);
});

test.each(locales)('every finding can be said in %s, with the field named', async (locale) => {
  const say = await sayerOf(locale);
  for (const doc of Object.values(all)) {
    for (const finding of checkDocument(doc)) {
      const said = sayFinding(finding, say);
      expect(said).toContain(say(fieldKey(finding.field)));
      if (finding.line !== undefined) expect(said).toContain(finding.line);
    }
  }
});
