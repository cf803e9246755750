/** Drafts that somebody writes by hand: who is on them, and what their lines come to with the tax that counts. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import type { allInvoicesCalls } from '../all-invoices.contract.ts';
import { waitsForTax } from './claim.service.ts';
import { changeInvoice, linesOf, putParts } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { type Item, ownTaxOn, priced, type Priced } from './price.service.ts';

type InvoiceDraftBody = Parsed<typeof allInvoicesCalls.create>['body'];

/** Throws `seller_missing`, `not_found`, `profile_missing`. */
export async function partiesOf(db: Db, of: { sellerId: string; accountId: string }) {
  // one after the other: a transaction has one connection
  const seller = await sellerById(db, of.sellerId);
  const buyer = await profileOf(db, of.accountId);
  const account = await findStanding(db, of.accountId);
  if (seller === null) throw new Failure('seller_missing');
  if (account === null || account.kind === 'operator') throw notFound();
  if (buyer === null) throw new Failure('profile_missing');
  return { seller, buyer, locale: account.locale };
}
type Parties = Awaited<ReturnType<typeof partiesOf>>;

const itemsOf = (lines: InvoiceDraftBody['lines']): Item[] =>
  lines.map((line) => ({
    kind: 'manual',
    title: line.title,
    detail: line.detail,
    quantity: BigInt(line.quantity),
    unit: BigInt(line.unit),
    discountable: false,
    span: null,
  }));
type DraftPricing = { currency: string; lines: InvoiceDraftBody['lines']; ownTax?: InvoiceRow['ownTax'] };
/** `ownTax`: decided for this draft alone. Throws `invalid_input` for what comes to less than nothing. */
export function pricesOf(ctx: Ctx, { seller, buyer }: Parties, { ownTax = null, ...of }: DraftPricing): Priced {
  const found = priced({
    seller,
    place: ownTaxOn({ ownTax, sellerId: seller.accountId }, buyer),
    currency: of.currency,
    inclusive: false,
    items: itemsOf(of.lines),
    coupon: null,
    at: ctx.now(),
  });
  if (found.totals.gross < 0n) throw new Failure('invalid_input', { fields: { 'body.lines': 'below_nothing' } });
  return found;
}

/** Writes lines and groups of tax in place of those before. */
export const putPriced = (tx: Db, id: string, { lines, taxes }: Priced): Promise<void> =>
  putParts(tx, id, {
    lines: lines.map((line) => ({ ...line, invoiceId: id })),
    taxes: taxes.map((tax) => ({ ...tax, invoiceId: id })),
  });
export const sumsOf = ({ totals: { lines, discounts, net, tax, gross } }: Priced) => ({
  linesTotal: lines,
  discountTotal: discounts,
  net,
  tax,
  total: gross,
});

/** A draft with the tax that counts today for who its parties are today. Throws `tax_pending` where no rate is known. */
export async function asOfToday(ctx: Ctx, tx: Db, { row, parties }: { row: InvoiceRow; parties: Parties }) {
  const lines = await linesOf(tx, row.id);
  const found = pricesOf(ctx, parties, {
    currency: row.currency,
    ownTax: row.ownTax,
    lines: lines.map(({ title, detail, quantity, unit }) => ({ title, detail, quantity: Number(quantity), unit: Number(unit) })),
  });
  if (found.facts === null && !waitsForTax(found)) throw new Failure('tax_pending');
  const same =
    found.totals.gross === row.total &&
    found.lines.every((line, at) => line.category === lines[at]?.category && line.rate === lines[at]?.rate);
  await putPriced(tx, row.id, found);
  return { same, draft: await changeInvoice(tx, row.id, { ...sumsOf(found), taxFacts: found.facts }) };
}
