/** An invoice as either side reads it. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { isDue, isOverdue } from '../due.rules.ts';
import type { Left } from '../credit.rules.ts';
import type { CreditableView, InvoiceItem, InvoiceView } from '../invoices.contract.ts';
import { accountingOut, waitsForOf } from './accounting-view.service.ts';
import { creditableOf } from './credit-parts.service.ts';
import { creditNotesOf, invoiceById, linesOf, taxesOf } from './invoices.queries.ts';
import type { BuyerOnPaper, InvoiceRow, PaymentRow, SellerOnPaper } from './invoices.table.ts';
import { placeViewOf } from './places.service.ts';
import { transferOf } from './transfer.service.ts';
import { methodsByIds } from './parties.queries.ts';
import { type AroundPayments, paymentOut, refundedIn, refundOut } from './payment-out.service.ts';
import { manualMethodsOf } from './manual-methods.queries.ts';
import { manualOffers, manualOn } from './manual-methods.service.ts';
import { paymentsOf, undecided } from './payments.queries.ts';
import { disputesOf, refundsOf } from './refunds.queries.ts';
import { lineOut } from './quote.service.ts';
import { eventsOf } from './subscriptions.queries.ts';
import { evidenceOf } from './tax-evidence.service.ts';
import { type Side, timelineOf } from './timeline.service.ts';

/** As it stands in lists; `names` of accounts by id. */
export const itemOf = (row: InvoiceRow, { names, now }: { names: ReadonlyMap<string, string>; now: number }): InvoiceItem => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  state: row.state,
  overdue: isOverdue(row, now),
  partly: row.state === 'open' && row.remaining < row.total,
  accountId: row.accountId,
  accountName: names.get(row.accountId) ?? row.buyer?.name ?? '',
  cause: row.cause,
  currency: row.currency,
  total: Number(row.total),
  remaining: Number(row.remaining),
  issueDate: row.issueDate,
  dueDate: row.dueDate,
  createdAt: row.createdAt.getTime(),
});

const creditableOut = ({ lines, groups }: Left): CreditableView => ({
  lines: lines.map(({ position, quantity, category, rate, whole, left, net }) => ({
    ...{ position, category, rate },
    ...{ quantity: Number(quantity), whole: Number(whole), left: Number(left), net: Number(net) },
  })),
  groups: groups.map(({ category, rate, base, tax }) => ({ category, rate, base: Number(base), tax: Number(tax) })),
});
const partyOf = (party: SellerOnPaper | BuyerOnPaper | null) =>
  party === null
    ? null
    : {
        name: party.name,
        street: party.street,
        postcode: party.postcode,
        city: party.city,
        country: party.country,
        email: party.email,
        vatId: party.vatId,
      };

const undecidedStates: readonly PaymentRow['state'][] = ['created', 'requires_action', 'processing', 'unknown'];

/** What this side may do with it now. */
type PaymentFacts = Pick<AroundPayments, 'refunds' | 'disputes'> & { payments: readonly PaymentRow[]; side: Side };
function rightsOf(row: InvoiceRow, { payments, side, refunds, disputes }: PaymentFacts): InvoiceView['rights'] {
  const keeper = side === 'seller';
  const isInvoice = row.kind === 'invoice';
  const due = isInvoice && row.state === 'open' && row.remaining > 0n;
  const payable = isInvoice && isDue(row);
  const draft = row.state === 'draft';
  const waits = payments.some((one) => undecidedStates.includes(one.state));
  const reported = payments.some((one) => one.state === 'reported');
  const untouched = row.paid === 0n && row.credited === 0n;
  return {
    edit: keeper && draft,
    finalize: keeper && draft,
    decideTax: keeper && row.state === 'pending_tax' && row.taxFacts === null,
    pay: side === 'buyer' && payable && !reported,
    report: side === 'buyer' && payable && payments.some((one) => one.state === 'awaiting_transfer'),
    record: keeper && isInvoice && (due || row.state === 'uncollectible') && !waits,
    recordMore: keeper && isInvoice && (row.state === 'paid' || row.state === 'void') && !waits,
    refund:
      keeper &&
      isInvoice &&
      payments.some(
        (one) =>
          one.state === 'succeeded' &&
          one.amount > refundedIn(refunds, one.id) &&
          !disputes.some((dispute) => dispute.paymentId === one.id && dispute.state === 'open'),
      ),
    remind: keeper && due,
    void: keeper && isInvoice && (row.state === 'open' || row.state === 'uncollectible') && untouched && !waits,
    writeOff: keeper && due && !waits,
  };
}

type ViewedInvoice = { row: InvoiceRow; side: Side };
/** Who decided the tax in place of the rules, for the seller's eyes, and what is printed of it. */
async function decidedOf(
  ctx: Ctx,
  { row, side }: ViewedInvoice,
): Promise<Pick<InvoiceView, 'taxText' | 'taxDecided' | 'ownTax'>> {
  const { agreed } = evidenceOf(row.taxFacts);
  const taxText = agreed === null || agreed.text === '' ? null : agreed.text;
  if (side === 'buyer' || agreed === null) return { taxText, taxDecided: null, ownTax: null };
  const { by, at, reason } = agreed;
  const names = await findNames(ctx.system.read, [by]);
  return { taxText, taxDecided: { by: names.get(by) ?? null, at, reason }, ownTax: row.state === 'draft' ? row.ownTax : null };
}
/** The seller's own ways to pay: those that customers may choose, for the seller all. */
async function manualOut(db: Db, { row, side }: ViewedInvoice): Promise<InvoiceView['manual']> {
  const rows = side === 'seller' ? await manualMethodsOf(db, row.sellerId) : await manualOffers(db, row.sellerId);
  return rows.map(({ id, name }) => ({ id, name }));
}

/** Everything about one invoice; `db` decides whose eyes look, names are looked up across accounts. */
export async function viewOf(ctx: Ctx, db: Db, of: ViewedInvoice): Promise<InvoiceView> {
  const { row, side } = of;
  const { read } = ctx.system;
  const [lines, taxes, payments, events, notes, refunds, disputes, left, place] = await Promise.all([
    linesOf(db, row.id),
    taxesOf(db, row.id),
    paymentsOf(db, row.id),
    eventsOf(db, { invoiceId: row.id }),
    creditNotesOf(db, row.id),
    refundsOf(db, row.id),
    disputesOf(db, row.id),
    side === 'seller' ? creditableOf(db, row) : null,
    side === 'seller' ? placeViewOf(db, row) : null,
  ]);
  const methodIds = payments.flatMap((one) => one.methodId ?? []);
  const [names, methods, timeline, referred] = await Promise.all([
    findAccountNames(read, [row.accountId]),
    methodsByIds(db, methodIds),
    timelineOf(ctx, { side, events, payments, about: [row.id, ...notes.map((one) => one.id)] }),
    row.refersTo === null ? null : invoiceById(db, row.refersTo),
  ]);
  const waiting = payments.find((one) => undecided.some((state) => state === one.state)) ?? null;
  const numbers = new Map(notes.map((one) => [one.id, one.number ?? '']));
  return {
    ...itemOf(row, { names, now: ctx.now() }),
    lines: lines.map(lineOut),
    taxes: taxes.map(({ category, rate, base, tax }) => ({ category, rate, base: Number(base), tax: Number(tax) })),
    linesTotal: Number(row.linesTotal),
    discountTotal: Number(row.discountTotal),
    net: Number(row.net),
    tax: Number(row.tax),
    paid: Number(row.paid),
    credited: Number(row.credited),
    balanceUsed: Number(row.balanceUsed),
    inclusive: row.inclusive,
    seller: partyOf(row.seller),
    buyer: partyOf(row.buyer),
    orderNumber: row.buyer?.orderNumber ?? '',
    note: row.note,
    reason: row.reason,
    accounting: accountingOut(row),
    waitsFor: await waitsForOf(read, row),
    taxReason: row.taxFacts?.reason ?? null,
    ...(await decidedOf(ctx, of)),
    refersTo: referred === null || referred.number === null ? null : { id: referred.id, number: referred.number },
    creditNotes: notes.flatMap((one) =>
      one.number === null ? [] : { id: one.id, number: one.number, total: Number(one.total) },
    ),
    creditable: left === null ? null : creditableOut(left),
    place,
    subscriptionId: row.subscriptionId,
    payments: payments.map((one) => paymentOut(one, { methods, refunds, disputes })),
    refunds: refunds.map((one) => refundOut(one, numbers.get(one.creditNoteId) ?? row.number ?? '')),
    timeline,
    transfer: row.kind === 'invoice' && isDue(row) ? transferOf(row, { manual: manualOn(row, waiting) }) : null,
    manual: await manualOut(read, of),
    papers: { pdf: row.pdfSha256 !== null, xml: row.xmlSha256 !== null },
    rights: rightsOf(row, { payments, side, refunds, disputes }),
    revision: row.revision,
  };
}
