/** A draft becomes an invoice: number, date, parties and amounts are fixed in one transaction (business rules §2, §4.9). */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { holdAccounts } from '#core/accounts/server/accounts.service.ts';
import type { InvoiceDocument } from '#sales/documents/documents.rules.ts';
import { checkDocument } from '#sales/documents/en16931.rules.ts';
import { note } from './access.service.ts';
import { accountingFor, noAccounting } from './accounting.service.ts';
import type { ProfileRow, SellerRow } from './billing.table.ts';
import { afterPaid } from './after.service.ts';
import { documentOf } from './document.service.ts';
import { changeInvoice, linesOf, taxesOf } from './invoices.queries.ts';
import type { BuyerOnPaper, InvoiceRow, SellerOnPaper } from './invoices.table.ts';
import { postBalance, postClaim } from './journal.service.ts';
import { balanceOf, holdBalance, insertBalance } from './payments.queries.ts';
import { manualOfSubscription } from './manual-methods.service.ts';
import { takeNumber } from './series.queries.ts';
import { evidenceOf } from './tax-evidence.service.ts';
import { referenceOfNumber } from '#sales/providers/reference.rules.ts';
import { dayIn, midnightAfter } from '../days.rules.ts';

export const PAPERS_JOB = 'billing.papers';

/** Where the tax is of a place in which the seller is registered, its number there stands on the paper. */
const numberIn = ({ vatId, registrations }: SellerRow, facts: InvoiceRow['taxFacts']): string | null => {
  const { place } = evidenceOf(facts);
  const found = facts?.reason !== 'registered' ? undefined : registrations.find((one) => place?.startsWith(one.place));
  return found?.vatId ?? vatId;
};
export const sellerOnPaper = (row: SellerRow, facts: InvoiceRow['taxFacts'] = null): SellerOnPaper => ({
  name: row.legalName,
  street: row.street,
  postcode: row.postcode,
  city: row.city,
  country: row.country,
  email: row.email,
  vatId: numberIn(row, facts),
  taxNumber: row.taxNumber,
  registration: row.registration,
  iban: row.iban,
  bic: row.bic,
  holder: row.holder,
  instructions: row.instructions,
  footer: row.footer,
  ...((row.contactName !== null || row.contactPhone !== null || row.contactEmail !== null) && {
    contact: { name: row.contactName, phone: row.contactPhone, email: row.contactEmail },
  }),
});
export const buyerOnPaper = (row: ProfileRow): BuyerOnPaper => ({
  name: row.organisation,
  street: row.street,
  postcode: row.postcode,
  city: row.city,
  country: row.country,
  email: row.email,
  vatId: row.vatId,
  orderNumber: row.orderNumber,
  buyerReference: row.buyerReference,
  ...(row.leitwegId !== null && { leitwegId: row.leitwegId }),
});

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** `2026-0042`; a credit note's begins with `C`. */
export const numberOf = (of: { prefix: string; kind: InvoiceRow['kind']; year: number; serial: number }): string =>
  `${of.prefix}${of.kind === 'credit_note' ? 'C' : ''}${of.year}-${String(of.serial).padStart(4, '0')}`;

/** `onPaper`: parties as they stand on another document already; as they are now by default. */
export type Finalizing = {
  draft: InvoiceRow /** For what is only tried. */;
  rate?: 'none';
  onPaper?: { seller: SellerOnPaper; buyer: BuyerOnPaper };
} & Parties;
/** `buyer`: null once its account is erased; then only what stands on paper already can be said of it. */
type Parties = { seller: SellerRow; buyer: ProfileRow | null; dueDays?: number };

/** As it is now, with the seller's own way to pay where the customer chose one. */
async function sellerNow(tx: Db, { seller, draft }: { seller: SellerRow; draft: InvoiceRow }): Promise<SellerOnPaper> {
  const paper = sellerOnPaper(seller, draft.taxFacts);
  const manual = draft.subscriptionId === null ? null : await manualOfSubscription(tx, draft.subscriptionId);
  return manual === null ? paper : { ...paper, manual };
}

/** Takes what the account has to its credit, as far as it goes. */
async function useBalance(ctx: Ctx, tx: Db, invoice: InvoiceRow): Promise<InvoiceRow> {
  if (invoice.kind !== 'invoice' || invoice.total === 0n) return invoice;
  await holdBalance(tx, invoice.accountId);
  const { accountId, sellerId, currency } = invoice;
  const has = await balanceOf(tx, { accountId, sellerId, currency });
  const used = has > invoice.remaining ? invoice.remaining : has;
  if (used <= 0n) return invoice;
  const at = new Date(ctx.now());
  await insertBalance(tx, {
    id: newId(ctx.now()),
    accountId,
    sellerId,
    currency,
    amount: -used,
    cause: 'used',
    invoiceId: invoice.id,
    at,
  });
  await postBalance(ctx, tx, { invoice, amount: used });
  return changeInvoice(tx, invoice.id, { balanceUsed: used });
}

/** Throws what is missing for a document that tax offices accept, before it takes a number. */
async function mustBeWhole(tx: Db, { row, zone }: { row: InvoiceRow; zone: string }): Promise<InvoiceDocument> {
  const doc = await documentOf(tx, row, { lines: await linesOf(tx, row.id), taxes: await taxesOf(tx, row.id), zone });
  const [first] = checkDocument(doc);
  if (first !== undefined) throw new Failure('document_refused', { data: { rule: first.rule, field: first.field } });
  return doc;
}

/**
 * Gives a locked draft its number and freezes it; its papers are made afterwards. One that asks for nothing, or that the balance covers, is
 * paid at once. `tx` must be the system's. Throws `document_refused`, and `rate_missing` where the seller wants a rate and none is known.
 */
export async function finalize(ctx: Ctx, tx: Db, { draft, seller, buyer, dueDays, ...more }: Finalizing): Promise<InvoiceRow> {
  const { onPaper, rate } = more;
  const named = onPaper?.buyer ?? (buyer === null ? null : buyerOnPaper(buyer));
  if (named === null) throw new Failure('wrong_state');
  const today = dayIn(ctx.now(), seller.zone);
  const year = Number(today.slice(0, 4));
  // before the number, which others wait for: booking its payment afterwards locks these accounts, too
  await holdAccounts(tx, [draft.accountId]);
  const { serial, date } = await takeNumber(tx, { sellerId: draft.sellerId, kind: draft.kind, year, date: today });
  const number = numberOf({ prefix: seller.seriesPrefix, kind: draft.kind, year, serial });
  const dueDate = addDays(date, dueDays ?? seller.dueDays);
  const open = await changeInvoice(tx, draft.id, {
    state: 'open',
    number,
    year,
    serial,
    issueDate: date,
    dueDate,
    overdueAt: new Date(midnightAfter(dueDate, seller.zone)),
    seller: onPaper?.seller ?? (await sellerNow(tx, { seller, draft })),
    buyer: named,
    reference: draft.kind === 'invoice' ? referenceOfNumber(number) : null,
    ...(rate === 'none' ? noAccounting : await accountingFor(ctx, tx, { draft, seller, day: date })),
    finalizedAt: new Date(ctx.now()),
  });
  const { specification } = await mustBeWhole(tx, { row: open, zone: seller.zone });
  // public bodies refuse what is no XRechnung; parties of an earlier paper stay as they are
  if (onPaper === undefined && named.leitwegId !== undefined && specification !== 'xrechnung')
    throw new Failure('document_refused', { data: { rule: 'BR-DE-2', field: 'BG-6' } });
  await postClaim(ctx, tx, open);
  const told = { accountId: open.accountId, sellerId: open.sellerId, invoiceId: open.id };
  const subscription = open.subscriptionId === null ? {} : { subscriptionId: open.subscriptionId };
  await note(ctx, tx, {
    ...told,
    ...subscription,
    kind: 'invoice.finalized',
    fromState: draft.state,
    toState: 'open',
    data: { number },
  });
  await ctx.jobs.enqueue(tx, { job: PAPERS_JOB, payload: { id: open.id } });
  const after = await useBalance(ctx, tx, open);
  if (after.kind !== 'invoice' || after.remaining > 0n) return after;
  const paid = await changeInvoice(tx, after.id, { state: 'paid', closedAt: new Date(ctx.now()) });
  await note(ctx, tx, { ...told, ...subscription, kind: 'invoice.paid', fromState: 'open', toState: 'paid' });
  await afterPaid(ctx, tx, paid);
  return paid;
}
