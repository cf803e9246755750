/** One payment as either side reads it, and as it stands in lists. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { whyNoAnswer } from '../dispute.rules.ts';
import { isDue } from '../due.rules.ts';
import type { DisputeAnswer, PaymentItem, PaymentWhole } from '../payments.contract.ts';
import type { BillingEventRow } from './billing.table.ts';
import { answerOf } from './dispute-answers.queries.ts';
import type { DisputeAnswerRow } from './dispute-answers.table.ts';
import { isOverdue } from '../due.rules.ts';
import { invoiceById } from './invoices.queries.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { invoicesByIds } from './open-claims.queries.ts';
import { customerRef, methodsByIds } from './parties.queries.ts';
import { disputesOfPayments, gaveToBalance, refundsOfPayments } from './payment-list.queries.ts';
import { methodOut, paymentOut, refundedIn, refundOut } from './payment-out.service.ts';
import { undecided } from './payments.queries.ts';
import { openRefunds } from './refunds.queries.ts';
import type { DisputeRow, RefundRow } from './refunds.table.ts';
import { eventsOf } from './subscriptions.queries.ts';
import { timelineOf } from './timeline.service.ts';

/** Rows of a list with all that belongs to them; `db` decides whose eyes look, names are looked up across accounts. */
export async function itemsOf(ctx: Ctx, db: Db, rows: readonly PaymentRow[]): Promise<PaymentItem[]> {
  const ids = rows.map((row) => row.id);
  const [claims, refunds, disputes, methods, names] = await Promise.all([
    invoicesByIds(db, [...new Set(rows.map((row) => row.invoiceId))]),
    refundsOfPayments(db, ids),
    disputesOfPayments(db, ids),
    methodsByIds(
      db,
      rows.flatMap((row) => row.methodId ?? []),
    ),
    findAccountNames(
      ctx.system.read,
      rows.map((row) => row.accountId),
    ),
  ]);
  const claimOf = new Map(claims.map((one) => [one.id, one]));
  return rows.map((row) => {
    const claim = claimOf.get(row.invoiceId);
    const dispute = disputes.find((one) => one.paymentId === row.id);
    return {
      id: row.id,
      provider: row.provider,
      state: row.state,
      amount: Number(row.amount),
      currency: row.currency,
      refunded: Number(refundedIn(refunds, row.id)),
      dispute: dispute === undefined ? null : { state: dispute.state },
      method: methodOut(row, methods),
      manual: row.manual?.name ?? null,
      reference: row.provider === 'transfer' ? (claim?.reference ?? null) : null,
      invoice: { id: row.invoiceId, number: claim?.number ?? '' },
      accountId: row.accountId,
      accountName: names.get(row.accountId) ?? claim?.buyer?.name ?? '',
      createdAt: row.createdAt.getTime(),
      settledAt: row.settledAt?.getTime() ?? null,
    };
  });
}

/** `vendor`: a seller that takes transfers alone, and pays nothing back by itself. */
export type Reader = 'buyer' | 'seller' | 'vendor';
const isUndecided = (row: PaymentRow): boolean => undecided.some((state) => state === row.state);
/** Whether the card provider may know more of it than we do. */
export const maySay = (row: PaymentRow, refunds: readonly RefundRow[]): boolean =>
  row.provider === 'card' &&
  (isUndecided(row) || refunds.some((one) => one.provider === 'card' && openRefunds.some((state) => state === one.state)));

type ViewedPayment = {
  row: PaymentRow;
  claim: InvoiceRow;
  refunds: readonly RefundRow[];
  disputes: readonly DisputeRow[];
  said: DisputeAnswerRow | null;
};
function rightsOf(ctx: Ctx, { row, claim, refunds, disputes, said }: ViewedPayment, reader: Reader): PaymentWhole['rights'] {
  const disputed = disputes.some((one) => one.state === 'open');
  return {
    refund: reader === 'seller' && row.state === 'succeeded' && row.amount > refundedIn(refunds, row.id) && !disputed,
    look: reader === 'seller' && cardProvider(ctx) !== null && maySay(row, refunds),
    pay: reader === 'buyer' && isDue(claim) && row.state !== 'reported',
    decide: reader === 'seller' && row.state === 'reported' && isDue(claim),
    takeBack: reader !== 'buyer' && mayTakeBack(row),
    answer: reader === 'seller' && cardProvider(ctx) !== null && whyNoAnswer(disputes[0] ?? null, said, ctx.now()) === null,
  };
}
/** What a line of a statement brought is taken back by another one. */
export const mayTakeBack = ({ provider, state, ref }: PaymentRow): boolean =>
  provider === 'transfer' && state === 'succeeded' && ref === null;
const wayOf = (row: PaymentRow): PaymentWhole['way'] =>
  row.provider !== 'card' ? 'transfer' : row.offSession ? 'charge' : row.payer === 'link' ? 'link' : 'page';
/** What banks took back of it, by the words that were written down when they did. */
const takenBackOf = (events: readonly BillingEventRow[]): number =>
  events.reduce((sum, { kind, data }) => {
    const { amount } = data;
    return kind === 'payment.reversed' && typeof amount === 'number' ? sum + amount : sum;
  }, 0);
/** The provider's names of it and of what belongs to it; null where it is nothing of the card provider's. */
async function idsOf(db: Db, { row, refunds, disputes }: ViewedPayment): Promise<PaymentWhole['ids']> {
  if (row.provider !== 'card') return null;
  return {
    payment: row.ref,
    customer: await customerRef(db, { accountId: row.accountId, provider: 'card' }),
    refunds: refunds.flatMap((one) => one.ref ?? []),
    disputes: disputes.map((one) => one.ref),
  };
}

const answerOut = (row: DisputeAnswerRow, people: ReadonlyMap<string, string>): DisputeAnswer => ({
  kind: row.kind,
  state: row.state,
  texts: row.texts,
  document: row.document,
  by: people.get(row.writtenBy ?? '') ?? null,
  createdAt: row.createdAt.getTime(),
  settledAt: row.settledAt?.getTime() ?? null,
});

/** Everything about one payment; `db` decides whose eyes look. Its invoice is there always. */
export async function wholeOf(ctx: Ctx, db: Db, { row, reader }: { row: PaymentRow; reader: Reader }): Promise<PaymentWhole> {
  const [claim, refunds, disputes, events, given] = await Promise.all([
    invoiceById(db, row.invoiceId),
    refundsOfPayments(db, [row.id]),
    disputesOfPayments(db, [row.id]),
    eventsOf(db, { paymentId: row.id }),
    gaveToBalance(db, row.id),
  ]);
  if (claim === null) throw new Error('a payment without its invoice');
  const notes = refunds.map((one) => one.creditNoteId);
  // mails about the invoice name the payment, the refund or the dispute that they tell of; those about its credit notes are all of it
  const once = [row.id, ...refunds.map((one) => one.id), ...disputes.map((one) => one.id)];
  const [newest] = disputes;
  const said = newest === undefined || reader === 'buyer' ? null : await answerOf(ctx.system.read, newest.id);
  const seen = { row, claim, refunds, disputes, said };
  const [numbers, methods, names, timeline, ids, people] = await Promise.all([
    invoicesByIds(db, notes),
    methodsByIds(db, row.methodId === null ? [] : [row.methodId]),
    findAccountNames(ctx.system.read, [row.accountId]),
    timelineOf(ctx, {
      side: reader === 'buyer' ? 'buyer' : 'seller',
      events,
      payments: [row],
      about: [claim.id, ...notes],
      tells: ({ aboutId, onceKey }) => aboutId !== claim.id || once.some((id) => onceKey?.endsWith(`:${id}`) === true),
    }),
    reader === 'buyer' ? null : idsOf(db, seen),
    findNames(ctx.system.read, said?.writtenBy == null ? [] : [said.writtenBy]),
  ]);
  const numberOf = new Map(numbers.map((one) => [one.id, one.number ?? '']));
  const came = row.state === 'succeeded' || row.state === 'reversed';
  return {
    ...paymentOut(row, { methods, refunds, disputes }),
    reference: row.provider === 'transfer' ? claim.reference : null,
    accountId: row.accountId,
    accountName: names.get(row.accountId) ?? claim.buyer?.name ?? '',
    sellerName: claim.seller?.name ?? '',
    invoice: {
      id: claim.id,
      number: claim.number ?? '',
      state: claim.state,
      overdue: isOverdue(claim, ctx.now()),
      total: Number(claim.total),
      remaining: Number(claim.remaining),
    },
    onInvoice: came ? Number(row.amount - given) : 0,
    toBalance: Number(given),
    takenBack: takenBackOf(events),
    way: wayOf(row),
    refunds: refunds.map((one) => refundOut(one, numberOf.get(one.creditNoteId) ?? '')),
    disputeClosedAt: newest?.closedAt?.getTime() ?? null,
    disputeAnsweredAt: reader === 'buyer' ? null : (newest?.answeredAt?.getTime() ?? null),
    disputeAnswer: said === null ? null : answerOut(said, people),
    bankRef: reader === 'buyer' ? null : row.bankRef,
    ids,
    timeline,
    rights: rightsOf(ctx, seen, reader),
  };
}
