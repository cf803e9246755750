/** Writing claims: a draft with its lines, then its number. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import type { InvoiceCause } from '../invoices.contract.ts';
import { note } from './access.service.ts';
import { missingRate, type MissingRate } from './accounting.service.ts';
import type { ProfileRow, SellerRow } from './billing.table.ts';
import { finalize } from './finalize.service.ts';
import { changeInvoice, insertInvoice, putParts } from './invoices.queries.ts';
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

async function written(ctx: Ctx, tx: Db, claim: NewClaim): Promise<InvoiceRow> {
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
  return row;
}

/** A claim without a number, which asks nobody for money. */
export async function writeDraft(ctx: Ctx, tx: Db, claim: NewClaim): Promise<InvoiceRow> {
  const row = await written(ctx, tx, claim);
  // what happened is kept for ever, and a draft by hand may be dropped again: its story begins with its number
  if (claim.cause === 'manual') return row;
  const of = { accountId: row.accountId, sellerId: row.sellerId, invoiceId: row.id };
  await note(ctx, tx, {
    ...of,
    kind: 'invoice.drafted',
    toState: 'draft',
    ...(claim.subscriptionId === undefined ? {} : { subscriptionId: claim.subscriptionId }),
  });
  return row;
}

/** A draft whose VAT number waits for its answer, or that waits for an exchange rate. It may be dropped again, hence what is noted is the subscription's. */
export async function awaitTax(ctx: Ctx, tx: Db, row: InvoiceRow): Promise<InvoiceRow> {
  const waiting = await changeInvoice(tx, row.id, { state: 'pending_tax' });
  const { accountId, sellerId, subscriptionId, cause } = row;
  await note(ctx, tx, {
    accountId,
    sellerId,
    ...(subscriptionId === null ? {} : { subscriptionId }),
    kind: row.taxFacts === null ? 'invoice.pending_tax' : 'invoice.pending_rate',
    fromState: 'draft',
    toState: 'pending_tax',
    data: { cause },
  });
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'billing' });
  return waiting;
}

/** Whether nothing but the answer about a VAT number is missing. */
export const waitsForTax = ({ decision }: Pick<Priced, 'decision'>): boolean =>
  decision.kind === 'pending' && decision.why === 'vat_check';

type Wanted = NewClaim & { dueDays?: number };
/** The exchange rate that a claim waits for; null where its tax is not known yet, or no rate is missing. */
export const rateMissingFor = (
  ctx: Ctx,
  tx: Db,
  { priced, currency, seller }: Pick<NewClaim, 'priced' | 'currency' | 'seller'>,
): Promise<MissingRate | null> => missingRate(ctx, tx, { of: { tax: priced.totals.tax, currency }, seller });

/** The same with its number at once, or waiting for the answer about a VAT number or for an exchange rate. Throws `tax_pending` where no tax rate is known. */
export async function claimOrWait(ctx: Ctx, tx: Db, wanted: Wanted): Promise<InvoiceRow> {
  const waits = waitsForTax(wanted.priced) || (wanted.priced.facts !== null && (await rateMissingFor(ctx, tx, wanted)) !== null);
  return waits ? awaitTax(ctx, tx, await written(ctx, tx, wanted)) : claim(ctx, tx, wanted);
}

/** The same with its number at once. Throws `tax_pending` while the VAT number waits for its answer, or an exchange rate is missing. */
export async function claim(ctx: Ctx, tx: Db, wanted: Wanted): Promise<InvoiceRow> {
  if (wanted.priced.facts === null) throw new Failure('tax_pending');
  if ((await rateMissingFor(ctx, tx, wanted)) !== null) throw new Failure('tax_pending', { data: { reason: 'rate' } });
  const row = await writeDraft(ctx, tx, wanted);
  const { seller, buyer, dueDays } = wanted;
  return finalize(ctx, tx, { draft: row, seller, buyer, ...(dueDays === undefined ? {} : { dueDays }) });
}
