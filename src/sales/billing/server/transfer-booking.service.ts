/** Money that came by transfer, put on claims in the transaction of the caller that saw it. `tx` is the system's throughout. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import { countryOfIban } from '../places.rules.ts';
import { changeInvoice, invoiceById, lockInvoice } from './invoices.queries.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { post, postBalance } from './journal.service.ts';
import { manualOn } from './manual-methods.service.ts';
import type { Manual } from './manual-methods.table.ts';
import { subscriptionIdsOf } from './open-claims.queries.ts';
import { insertBalance, insertPayment, paymentByRef, undecidedOf } from './payments.queries.ts';
import { letGo } from './pay.service.ts';
import { keepPlace } from './places.service.ts';
import { settle } from './settle.service.ts';
import { lockSubscription } from './subscriptions.queries.ts';

/** `amount` in minor units of the claim's currency. `ref`: a name that the same money never has twice. */
export type Arrival = {
  amount: bigint;
  valueDate: string;
  bankRef: string;
  note: string;
  ref?: string;
  /** The seller's own way by which it came; null: on a bank account; not there: as it was waited for. */
  manual?: Manual | null;
  payerIban?: string | null;
};

/** Locks claims of a seller and what they belong to, in the order in which everybody here locks. Throws `not_found`. */
export async function lockClaims(tx: Db, of: { sellerId: string; ids: readonly string[] }): Promise<InvoiceRow[]> {
  for (const id of await subscriptionIdsOf(tx, of.ids)) await lockSubscription(tx, id);
  const rows = new Map<string, InvoiceRow>();
  for (const id of [...new Set(of.ids)].sort()) {
    const row = await lockInvoice(tx, id);
    if (row === null || row.sellerId !== of.sellerId || row.finalizedAt === null) throw notFound();
    rows.set(id, row);
  }
  return of.ids.flatMap((id) => rows.get(id) ?? []);
}

/** Has the card provider close pages that somebody left open for claims of a seller, before money that came is put on them. */
export async function freeClaims(ctx: Ctx, { sellerId, ids }: { sellerId: string; ids: readonly string[] }): Promise<void> {
  for (const id of new Set(ids)) if ((await invoiceById(ctx.system.read, id))?.sellerId === sellerId) await letGo(ctx, id);
}

/** The payment that waits for this sum, or a new one. Throws `payment_undecided` while a card is being charged. */
type Came = { row: InvoiceRow; amount: bigint; manual: Manual | null | undefined };
async function paymentFor(ctx: Ctx, tx: Db, { row, amount, ...came }: Came): Promise<PaymentRow> {
  const waiting = await undecidedOf(tx, row.id);
  if (waiting !== null && waiting.provider !== 'transfer') throw new Failure('payment_undecided');
  const manual = came.manual === undefined ? manualOn(row, waiting) : came.manual;
  if (waiting !== null && waiting.amount === amount && waiting.manual?.id === manual?.id) return waiting;
  // another amount than was waited for, or another way, is a payment of its own
  if (waiting !== null) await settle(ctx, tx, { id: waiting.id, state: 'expired' });
  const at = new Date(ctx.now());
  return insertPayment(tx, {
    id: newId(ctx.now()),
    accountId: row.accountId,
    sellerId: row.sellerId,
    invoiceId: row.id,
    provider: 'transfer',
    state: 'awaiting_transfer',
    amount,
    currency: row.currency,
    offSession: false,
    manual,
    note: '',
    revision: 1,
    createdAt: at,
    changedAt: at,
  });
}

const takesMoney: readonly InvoiceRow['state'][] = ['open', 'uncollectible', 'paid', 'void'];
/**
 * Books it on a locked claim; what is more than due goes to the balance of the account: all of it where the claim is paid or void already,
 * however often that happens. The same `ref` a second time changes nothing. Throws `wrong_state` for what is no claim, `payment_undecided`.
 */
export async function bookArrival(ctx: Ctx, tx: Db, { row, arrival }: { row: InvoiceRow; arrival: Arrival }): Promise<string> {
  const { amount, valueDate, bankRef, note, ref, manual } = arrival;
  const known = ref === undefined ? null : await paymentByRef(tx, { provider: 'transfer', ref });
  if (known !== null) return known.id;
  if (row.kind !== 'invoice' || !takesMoney.includes(row.state)) throw new Failure('wrong_state');
  const payment = await paymentFor(ctx, tx, { row, amount, manual });
  await settle(ctx, tx, { id: payment.id, state: 'succeeded', valueDate, bankRef, note, ref: ref ?? null });
  const country = countryOfIban(arrival.payerIban ?? null);
  await keepPlace(ctx, tx, { invoice: row, paymentId: payment.id, kind: 'bank', country });
  await recordForBoth(ctx, tx, {
    action: 'billing.payment-recorded',
    subjectKind: 'invoice',
    subjectId: row.id,
    accountId: row.accountId,
    data: {
      ...{ number: row.number ?? '', amount: Number(amount), currency: row.currency },
      ...(payment.manual !== null && { by: payment.manual.name }),
    },
  });
  return payment.id;
}

/**
 * Takes a part of a locked claim as lost on the way, in minor units: the seller gives it to the account and the claim takes it at once, so that
 * neither revenue nor tax changes. Less than all that is due, so that a payment still ends the claim. Throws `wrong_state`.
 */
export async function giveCharges(ctx: Ctx, tx: Db, { row, amount }: { row: InvoiceRow; amount: bigint }): Promise<void> {
  if (row.state !== 'open' || amount <= 0n || amount >= row.remaining) throw new Failure('wrong_state');
  const { accountId, sellerId, currency, id: invoiceId } = row;
  const at = new Date(ctx.now());
  const entry = { accountId, sellerId, currency, invoiceId, at, reason: 'bank charges' };
  await insertBalance(tx, { ...entry, id: newId(ctx.now()), amount, cause: 'given' });
  await post(ctx, tx, {
    cause: 'balance',
    sellerId,
    accountId,
    currency,
    invoiceId,
    moves: [
      { ledger: 'loss', amount },
      { ledger: 'balance', amount: -amount },
    ],
  });
  await insertBalance(tx, { ...entry, id: newId(ctx.now()), amount: -amount, cause: 'used' });
  await postBalance(ctx, tx, { invoice: row, amount });
  await changeInvoice(tx, row.id, { balanceUsed: row.balanceUsed + amount });
}
