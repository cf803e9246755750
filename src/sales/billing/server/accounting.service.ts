/**
 * The tax of an invoice once more in the currency of the seller's books: amount, rate, who published it and when are fixed with the number
 * (business rules §4.14). A credit note takes the rate of the invoice that it corrects.
 */
import { Failure } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { accountingOf, converted, quotesText } from '#sales/exchange/exchange.rules.ts';
import { ecbName } from '#sales/exchange/server/exchange-words.service.ts';
import { findConversion, takeConversion } from '#sales/exchange/server/convert.service.ts';
import type { InvoiceDocument } from '#sales/documents/documents.rules.ts';
import { conversionOf, keptRate } from '../accounting.rules.ts';
import { dayIn } from '../days.rules.ts';
import type { SellerRow } from './billing.table.ts';
import { creditNotesOf, invoiceById } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';

export type Accounting = Pick<InvoiceRow, 'accountingCurrency' | 'accountingTax' | 'accountingRate'>;
export const noAccounting: Accounting = { accountingCurrency: null, accountingTax: null, accountingRate: null };

type Taxed = Pick<InvoiceRow, 'tax' | 'currency'>;
type Seller = Pick<SellerRow, 'country' | 'accountingCurrency'>;
/** Second currency in which the tax is stated; null where there is none, or it is the invoice's own. */
function wantedFor({ tax, currency }: Taxed, seller: Seller): { currency: string; waits: boolean } | null {
  const wanted = accountingOf(seller);
  return tax === 0n || wanted === null || wanted.currency === currency ? null : wanted;
}

export type MissingRate = { from: string; to: string; day: string };
/** The rate that a claim would wait for today; null where it waits for none. */
export async function missingRate(
  ctx: Ctx,
  db: Db,
  { of, seller }: { of: Taxed; seller: Seller & Pick<SellerRow, 'zone'> },
): Promise<MissingRate | null> {
  const wanted = wantedFor(of, seller);
  if (wanted === null || !wanted.waits) return null;
  const day = dayIn(ctx.now(), seller.zone);
  const asked = { from: of.currency, to: wanted.currency };
  return (await findConversion(db, { ...asked, on: day })) === null ? { ...asked, day } : null;
}
export const rateIsMissing = (missing: MissingRate): Failure => new Failure('rate_missing', { data: { ...missing } });
/** Throws `rate_missing`, which names the currencies and the day, where a claim would wait. */
export async function mustHaveRate(ctx: Ctx, db: Db, of: Parameters<typeof missingRate>[2]): Promise<void> {
  const missing = await missingRate(ctx, db, of);
  if (missing !== null) throw rateIsMissing(missing);
}

/** What all credit notes of an invoice give back adds up to what it said: each takes what the sum of them comes to, less what those before took. */
async function likeItsInvoice(tx: Db, note: InvoiceRow): Promise<Accounting> {
  const invoice = note.refersTo === null ? null : await invoiceById(tx, note.refersTo);
  const by = invoice === null ? null : conversionOf(invoice);
  if (invoice === null || by === null || invoice.accountingCurrency === null) return noAccounting;
  const currency = invoice.accountingCurrency;
  const before = (await creditNotesOf(tx, invoice.id)).filter((one) => one.id !== note.id && one.finalizedAt !== null);
  const back = before.reduce((sum, one) => sum + one.tax, note.tax);
  const taken = before.reduce((sum, one) => sum + (one.accountingTax ?? 0n), 0n);
  const accountingTax = converted(money(back, note.currency), currency, by).minor - taken;
  return { accountingCurrency: currency, accountingTax, accountingRate: invoice.accountingRate };
}

/** `day`: of the document, on which its tax becomes chargeable. */
type Dated = { of: Taxed; seller: Seller; day: string };
/** Of an amount of tax, at the rate that counts on a day. Throws `rate_missing` where the seller wants a rate and none is known. */
export async function accountingOfTax(ctx: Ctx, tx: Db, { of, seller, day }: Dated): Promise<Accounting> {
  const wanted = wantedFor(of, seller);
  if (wanted === null) return noAccounting;
  const asked = { from: of.currency, to: wanted.currency };
  const found = await takeConversion(ctx, tx, { ...asked, on: day });
  if (found === null && wanted.waits) throw rateIsMissing({ ...asked, day });
  if (found === null) return noAccounting;
  const { minor } = converted(money(of.tax, of.currency), wanted.currency, found);
  return { accountingCurrency: wanted.currency, accountingTax: minor, accountingRate: keptRate(found) };
}
/** Of a document that gets its number; `tx` must be the system's. Throws as `accountingOfTax` does. */
export async function accountingFor(
  ctx: Ctx,
  tx: Db,
  { draft, seller, day }: { draft: InvoiceRow; seller: SellerRow; day: string },
): Promise<Accounting> {
  if (draft.kind === 'invoice') return accountingOfTax(ctx, tx, { of: draft, seller, day });
  return draft.tax === 0n ? noAccounting : likeItsInvoice(tx, draft);
}

/** As it stands on the paper: the rate as it was published, by whom, and when. */
export async function accountingOnPaper(
  { accountingCurrency, accountingTax, accountingRate }: Accounting,
  locale: Locale,
): Promise<InvoiceDocument['accounting']> {
  if (accountingCurrency === null || accountingTax === null || accountingRate === null) return null;
  const { source, origin, day, quotes } = accountingRate;
  const tax = money(accountingTax, accountingCurrency);
  return { tax, rate: quotesText(quotes), source: source === 'own' ? origin : await ecbName(locale), date: day };
}
