/** An invoice of ours as the European standard sees it. */
import type { Locale } from '#kit/facts.ts';
import { money } from '#kit/money.ts';
import type { Db } from '#kit/server/db/db.ts';
import { wordsFrom } from '#kit/server/words.ts';
import { brandFor } from '#core/accounts/server/brand.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { type InvoiceDocument, type InvoiceLine, priceOf } from '#sales/documents/documents.rules.ts';
import { sayerOf } from '#sales/documents/server/paper-words.service.ts';
import { taxWords } from '#sales/tax/server/tax-words.service.ts';
import type { TaxCategory, TaxReason } from '#sales/tax/tax.rules.ts';
import { dayIn } from '../days.rules.ts';
import { accountingOnPaper } from './accounting.service.ts';
import { invoiceById } from './invoices.queries.ts';
import type { BuyerOnPaper, InvoiceRow, LineRow, SellerOnPaper, TaxRow } from './invoices.table.ts';
import { evidenceOf } from './tax-evidence.service.ts';
import { transferOf } from './transfer.service.ts';

const spanOf = (row: { periodStart: Date | null; periodEnd: Date | null }, zone: string) =>
  row.periodStart === null || row.periodEnd === null
    ? null
    : // half-open: the last day is the one before its end
      { from: dayIn(row.periodStart.getTime(), zone), to: dayIn(row.periodEnd.getTime() - 1, zone) };

function lineOf(line: LineRow, { currency, zone, discount }: { currency: string; zone: string; discount: string }): InvoiceLine {
  const amount = line.amount < 0n ? -line.amount : line.amount;
  // a price is never below zero in EN 16931 (BR-27): what is given back is a negative quantity
  const sign = line.amount < 0n ? '-' : '';
  return {
    id: String(line.position + 1),
    title: line.title,
    detail: line.detail === '' ? null : line.detail,
    quantity: `${sign}${line.quantity}`,
    unit: 'C62',
    price: priceOf(money(amount, currency), line.quantity),
    net: money(line.net, currency),
    period: spanOf(line, zone),
    category: line.category,
    rate: line.rate,
    allowances: line.discount > 0n ? [{ amount: money(line.discount, currency), reason: discount }] : [],
  };
}

const untaxedBy: Partial<Record<TaxCategory, TaxReason>> = { AE: 'reverseCharge', O: 'untaxed' };
/** The note for tax that is not charged: in the seller's words where it decided that itself. */
async function exemptionText(row: InvoiceRow): Promise<string | null> {
  const { locale, taxFacts } = row;
  if (taxFacts === null) return null;
  const { law, agreed } = evidenceOf(taxFacts);
  if (agreed !== null && agreed.text !== '') return agreed.text;
  const { reason, category } = taxFacts;
  return taxWords(locale, { reason: reason === 'agreed' ? (untaxedBy[category] ?? reason) : reason, law });
}

type Parts = { lines: readonly LineRow[]; taxes: readonly TaxRow[]; zone: string };
async function vatOf(row: InvoiceRow, taxes: readonly TaxRow[]): Promise<InvoiceDocument['vat']> {
  const text = await exemptionText(row);
  return taxes.map((one) => ({
    category: one.category,
    rate: one.rate,
    base: money(one.base, row.currency),
    tax: money(one.tax, row.currency),
    exemption: one.category === 'S' || one.category === 'Z' ? null : { text: text ?? '', code: one.code },
  }));
}

const orNull = (text: string): string | null => (text === '' ? null : text);
const addressOf = (party: SellerOnPaper | BuyerOnPaper): InvoiceDocument['seller']['address'] => ({
  street: party.street,
  extra: null,
  postcode: party.postcode,
  city: party.city,
  region: null,
  country: party.country,
});
const networkOf = (email: string) => (email === '' ? null : { scheme: 'EM', value: email });
const sellerOf = (seller: SellerOnPaper): InvoiceDocument['seller'] => ({
  name: seller.name,
  // where neither VAT number nor register knows the seller, its tax number does (BR-CO-26)
  identifier: seller.vatId === null && seller.registration === null ? seller.taxNumber : null,
  registration: seller.registration,
  vatId: seller.vatId,
  taxNumber: seller.taxNumber,
  network: networkOf(seller.email),
  address: addressOf(seller),
  contact: {
    name: seller.contact?.name ?? null,
    phone: seller.contact?.phone ?? null,
    email: seller.contact?.email ?? orNull(seller.email),
  },
});
const buyerOf = (buyer: BuyerOnPaper): InvoiceDocument['buyer'] => ({
  name: buyer.name,
  identifier: null,
  registration: null,
  vatId: buyer.vatId,
  taxNumber: null,
  network: networkOf(buyer.email),
  address: addressOf(buyer),
  contact: null,
});

/** XRechnung for public bodies; one without somebody to ask would be refused by them as well. */
const specificationOf = ({ contact }: SellerOnPaper, { leitwegId }: BuyerOnPaper): InvoiceDocument['specification'] =>
  leitwegId !== undefined && contact?.name != null && contact.phone != null ? 'xrechnung' : 'en16931';

/** Of what was due when it was written: what was paid since changes no paper. */
function paymentOf(row: InvoiceRow, due: bigint): InvoiceDocument['payment'] {
  if (row.kind !== 'invoice') return null;
  const { iban, bic, holder, reference, instructions, epc, method } = transferOf(row, { due });
  return {
    means: iban !== null ? (row.currency === 'EUR' ? 'sepa' : 'transfer') : (row.seller?.manual?.kind ?? 'other'),
    account: iban === null ? null : { holder, iban, bic, bank: null },
    reference: orNull(reference),
    card: null,
    text: orNull([method ?? '', instructions].filter((one) => one !== '').join(': ')),
    qr: epc,
  };
}

function totalsOf(row: InvoiceRow, settled: bigint): InvoiceDocument['totals'] {
  const of = (amount: bigint) => money(amount, row.currency);
  return {
    lines: of(row.net),
    allowances: of(0n),
    net: of(row.net),
    tax: of(row.tax),
    gross: of(row.total),
    paid: of(settled),
    rounding: of(0n),
    due: of(row.total - settled),
  };
}

const folder = new URL('../text/', import.meta.url);
/** Reasons that we give ourselves, with the key of their text. */
export const ownReasons: ReadonlyMap<string, string> = new Map([
  ['change', 'lines.changed'],
  ['withdrawn', 'lines.withdrawn'],
  ['minutes', 'lines.minutesLate'],
  ['canceled', 'lines.canceled'],
  ['not bought', 'lines.unhad'],
]);
/** Why it was written, in its language; what a person wrote stays as it is. */
async function reasonText({ reason, locale }: InvoiceRow): Promise<string> {
  const key = reason === null ? undefined : ownReasons.get(reason);
  if (key === undefined) return reason ?? '';
  return (await wordsFrom(folder, { locale, keys: [key] }))?.words[0] ?? '';
}

/** The invoice as the standard sees it. */
export async function documentOf(db: Db, row: InvoiceRow, { lines, taxes, zone }: Parts): Promise<InvoiceDocument> {
  const { seller, buyer, currency } = row;
  if (seller === null || buyer === null || row.number === null || row.issueDate === null)
    throw new Error('a draft has no papers');
  const locale: Locale = localeOf(row.locale);
  const discount = (await sayerOf(locale))('paper.discount');
  // what a credit note is settled with is no part of it
  const settled = row.kind === 'invoice' ? row.balanceUsed : 0n;
  const referred = row.refersTo === null ? null : await invoiceById(db, row.refersTo);
  const brand = await brandFor(db, row.sellerId);
  const period = spanOf(row, zone);
  return {
    kind: row.kind === 'invoice' ? 'invoice' : 'credit-note',
    specification: specificationOf(seller, buyer),
    mark: null,
    locale,
    number: row.number,
    issued: row.issueDate,
    due: row.dueDate,
    currency,
    accounting: await accountingOnPaper(row, locale),
    buyerReference: buyer.leitwegId ?? orNull(buyer.buyerReference),
    order: orNull(buyer.orderNumber),
    period,
    // what has no period is supplied on the day of its invoice, and a credit note gives back what was supplied then
    supplied: period === null ? (referred?.issueDate ?? row.issueDate) : null,
    preceding: referred?.number == null ? [] : [{ number: referred.number, issued: referred.issueDate }],
    seller: sellerOf(seller),
    buyer: buyerOf(buyer),
    lines: lines.map((line) => lineOf(line, { currency, zone, discount })),
    allowances: [],
    vat: await vatOf(row, taxes),
    taxName: null,
    totals: totalsOf(row, settled),
    payment: paymentOf(row, row.total - settled),
    terms: null,
    notes: [row.note, await reasonText(row)].filter((text) => text !== ''),
    look: {
      name: brand?.name ?? seller.name,
      logo: null,
      accent: brand?.accent ?? null,
      footer: seller.footer === '' ? [] : [seller.footer],
    },
  };
}
