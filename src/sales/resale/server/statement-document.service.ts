/** A vendor's commission of a month as the European standard sees it: an invoice that the operator writes in the vendor's name (type 389). */
import { money } from '#kit/money.ts';
import type { Db } from '#kit/server/db/db.ts';
import { wordsFrom } from '#kit/server/words.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { accountingOnPaper } from '#sales/billing/server/accounting.service.ts';
import { type InvoiceDocument, priceOf, type VatGroup } from '#sales/documents/documents.rules.ts';
import { taxWords } from '#sales/tax/server/tax-words.service.ts';
import { daysOf } from '../resale.rules.ts';
import type { Paper, Party, StatementRow } from './resale.table.ts';

const folder = new URL('../text/', import.meta.url);

function partyOf(party: Party, known: string | null): InvoiceDocument['seller'] {
  const { name, street, postcode, city, country, vatId, taxNumber, registration = null, email = '' } = party;
  return {
    ...{ name, vatId, taxNumber, registration },
    // who has neither number is known by its account (BR-CO-26)
    identifier: vatId === null && registration === null ? known : null,
    network: email === '' ? null : { scheme: 'EM', value: email },
    address: { street, extra: null, postcode, city, region: null, country },
    contact: email === '' ? null : { name: null, phone: null, email },
  };
}
const payoutTo = ({ name, iban, bic = null, holder = null }: Party, of: StatementRow): InvoiceDocument['payment'] => ({
  means: iban === null ? 'other' : of.currency === 'EUR' ? 'sepa' : 'transfer',
  account: iban === null ? null : { holder: holder ?? name, iban, bic, bank: null },
  ...{ reference: of.number, card: null, text: null, qr: null },
});
function totalsOf({ net, tax, gross, currency }: StatementRow): InvoiceDocument['totals'] {
  const of = (minor: bigint) => money(minor, currency);
  const [none, all] = [of(0n), of(gross)];
  return { lines: of(net), allowances: none, net: of(net), tax: of(tax), gross: all, paid: none, rounding: none, due: all };
}
function vatOf(taxes: NonNullable<Paper['taxes']>, of: { currency: string; locale: string }): Promise<VatGroup[]> {
  return Promise.all(
    taxes.map(async ({ category, rate, base, tax, code, reason, law = null }) => {
      const text = reason === null ? null : await taxWords(of.locale, { reason, law });
      const plain = category === 'S' || category === 'Z';
      const [on, asked] = [money(BigInt(base), of.currency), money(BigInt(tax), of.currency)];
      return { category, rate, base: on, tax: asked, exemption: plain ? null : { text: text ?? '', code } };
    }),
  );
}
/** The days of a month, both counted. */
function rangeOf(month: string): { from: string; to: string } {
  const { from, until } = daysOf(month);
  return { from, to: new Date(Date.parse(`${until}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10) };
}

/** Of a commission's statement, in the language of the vendor; the lines of its customers stand in the product. Null for any other. */
export async function statementDocument(db: Db, row: StatementRow): Promise<InvoiceDocument | null> {
  const { supplier, buyer, taxes = [] } = row.paper;
  const [first] = taxes;
  if (row.kind !== 'commission' || row.number === null || supplier === undefined || buyer === undefined || first === undefined)
    return null;
  const locale = localeOf((await findStanding(db, row.accountId))?.locale ?? 'en-US');
  const found = await wordsFrom(folder, { locale, keys: ['lines.commission', 'lines.transferred'] });
  const [title = '', terms = ''] = found?.words ?? [];
  const net = money(row.net, row.currency);
  const { category, rate } = first;
  const kept = row.paper.accounting;
  const accounting = await accountingOnPaper(
    {
      accountingCurrency: kept?.currency ?? null,
      accountingTax: kept === undefined ? null : BigInt(kept.tax),
      accountingRate: kept?.rate ?? null,
    },
    locale,
  );
  const period = rangeOf(row.month);
  const line = { id: '1', title, detail: null, quantity: '1', unit: 'C62' as const, price: priceOf(net, 1n) };
  return {
    ...{
      kind: 'self-billed',
      specification: 'en16931',
      mark: null,
      locale,
      number: row.number,
      issued: row.issueDate,
      due: null,
    },
    ...{ currency: row.currency, accounting, buyerReference: null, order: null, supplied: null, period, preceding: [] },
    seller: partyOf(supplier, row.accountId),
    buyer: { ...partyOf(buyer, null), taxNumber: null, contact: null },
    lines: [{ ...line, net, period, category, rate, allowances: [] }],
    allowances: [],
    vat: await vatOf(taxes, { currency: row.currency, locale }),
    taxName: null,
    totals: totalsOf(row),
    payment: payoutTo(supplier, row),
    ...{ terms, notes: [], look: { name: supplier.name, logo: null, accent: null, footer: [] } },
  };
}
