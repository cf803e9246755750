/** Writing claims: a draft with its lines, then its number. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/ids.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import type { InvoiceCause } from '../invoices.contract.ts';
import { note } from './access.service.ts';
import type { ProfileRow, SellerRow } from './billing.table.ts';
import { finalize } from './finalize.service.ts';
import { insertInvoice, putParts } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import type { Priced } from './price.service.ts';

export type NewClaim = {
  seller: SellerRow;
  buyer: ProfileRow;
  cause: InvoiceCause;
  currency: string;
  inclusive: boolean;
  locale: string;
  priced: Priced;
  subscriptionId?: string;
  span?: { start: number; end: number } | null;
  note?: string;
};

/** Throws `tax_pending` while it is not known which tax it carries: such a draft is not numbered. */
export async function draft(ctx: Ctx, tx: Db, claim: NewClaim): Promise<InvoiceRow> {
  const { priced, seller, buyer, span = null } = claim;
  const id = newId(ctx.now());
  const row = await insertInvoice(tx, {
    id,
    sellerId: seller.accountId,
    accountId: buyer.accountId,
    kind: 'invoice',
    state: 'draft',
    cause: claim.cause,
    subscriptionId: claim.subscriptionId ?? null,
    periodStart: span === null ? null : new Date(span.start),
    periodEnd: span === null ? null : new Date(span.end),
    currency: claim.currency,
    inclusive: claim.inclusive,
    linesTotal: priced.totals.lines,
    discountTotal: priced.totals.discounts,
    net: priced.totals.net,
    tax: priced.totals.tax,
    total: priced.totals.gross,
    taxFacts: priced.facts,
    locale: localeOf(claim.locale),
    note: claim.note ?? '',
    dunned: [],
    revision: 1,
    createdAt: new Date(ctx.now()),
  });
  await putParts(tx, id, {
    lines: priced.lines.map((line) => ({ ...line, invoiceId: id })),
    taxes: priced.taxes.map((tax) => ({ ...tax, invoiceId: id })),
  });
  // what happened is kept for ever, and a draft by hand may be dropped again: its story begins with its number
  if (claim.cause === 'manual') return row;
  const of = { accountId: row.accountId, sellerId: row.sellerId, invoiceId: id };
  await note(ctx, tx, {
    ...of,
    kind: 'invoice.drafted',
    toState: 'draft',
    ...(claim.subscriptionId === undefined ? {} : { subscriptionId: claim.subscriptionId }),
  });
  return row;
}

/** The same with its number at once. Throws `tax_pending` while the VAT number waits for its answer. */
export async function claim(ctx: Ctx, tx: Db, wanted: NewClaim & { dueDays?: number }): Promise<InvoiceRow> {
  if (wanted.priced.facts === null) throw new Failure('tax_pending');
  const row = await draft(ctx, tx, wanted);
  const { seller, buyer, dueDays } = wanted;
  return finalize(ctx, tx, { draft: row, seller, buyer, ...(dueDays === undefined ? {} : { dueDays }) });
}
