/**
 * Refunds: our row and its credit note first, committed; then the provider is asked under the key of the note; then the row follows what it said.
 * What fails goes to the balance of the account, and the seller gets a notice (business rules §5.2 F5, §5.4).
 */
import { money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { PaymentProvider, ProviderResult, ResultState } from '#sales/providers/providers.rules.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import type { RefundState } from '../invoices.contract.ts';
import { note } from './access.service.ts';
import { changeInvoice, lockInvoice } from './invoices.queries.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { postRefundFailed } from './journal.service.ts';
import { mailAbout } from './mail.service.ts';
import { tellOperator } from './operator-word.service.ts';
import { keyOf } from './pay.service.ts';
import { insertBalance, paymentById } from './payments.queries.ts';
import { changeRefund, lockRefund, refundById, refundsOfPayment, staleRefunds } from './refunds.queries.ts';
import type { RefundRow } from './refunds.table.ts';
import { takeUnsent } from './reverse.service.ts';
import { lockPaymentWithInvoice } from './settle.service.ts';

export const REFUND_JOB = 'billing.refund';
/** Minutes after which a refund that is not decided is asked about. */
const STALE_MINUTES = 15;
/** Hours for which the provider remembers a key: until then the same request may be sent again, and counts once. */
const KEY_HOURS = 23;

/** The provider's words in ours: what its payer has to do first is on its way, what was called off did not work. */
const stateOf: Readonly<Record<ResultState, RefundState>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_action: 'processing',
  failed: 'failed',
  canceled: 'failed',
  unknown: 'unknown',
};
const next: Readonly<Record<RefundState, readonly RefundState[]>> = {
  created: ['processing', 'succeeded', 'failed', 'unknown'],
  unknown: ['processing', 'succeeded', 'failed'],
  processing: ['succeeded', 'failed'],
  // the bank of the payer may send it back days later
  succeeded: ['failed'],
  failed: [],
};

export type RefundWord = {
  state: RefundState;
  ref?: string | null;
  failure?: string | null;
  valueDate?: string;
  bankRef?: string;
  reason?: string;
};
/** What was to go back and did not is the account's, but for what a bank took with the payment. */
async function toBalance(
  ctx: Ctx,
  tx: Db,
  { row, ...seen }: { row: RefundRow; payment: PaymentRow; invoice: InvoiceRow },
): Promise<void> {
  const credit = await lockInvoice(tx, row.creditNoteId);
  if (credit === null) throw new Error('a refund without its credit note');
  const { accountId, sellerId, currency, amount } = row;
  await changeInvoice(tx, credit.id, { paid: credit.paid - amount, balanceUsed: credit.balanceUsed + amount });
  const at = new Date(ctx.now());
  const entry = { id: newId(ctx.now()), accountId, sellerId, currency, amount, invoiceId: credit.id, at };
  await insertBalance(tx, { ...entry, cause: 'refund_failed' });
  await postRefundFailed(ctx, tx, { note: credit, amount, from: row.provider === 'card' ? 'card' : 'bank' });
  const left = await takeUnsent(ctx, tx, { ...seen, amount });
  // nothing is there that somebody had to decide about
  if (left === 0n) return;
  const data = { number: credit.number ?? '', name: credit.buyer?.name ?? '' };
  await tellOperator(ctx, tx, { sellerId, kind: 'refundFailed', data, link: `/all-invoices/${row.invoiceId}` });
}

/** Moves a refund forward; words that say less than what is known change nothing, and the same one twice is once. `tx` must be the system's. */
export async function settleRefund(ctx: Ctx, tx: Db, { id, ...word }: { id: string } & RefundWord): Promise<RefundRow | null> {
  const seen = await refundById(tx, id);
  // in the order in which everybody here locks
  const locked = seen === null ? null : await lockPaymentWithInvoice(tx, seen.paymentId);
  if (locked === null) return null;
  const row = await lockRefund(tx, id);
  if (row === null || !next[row.state].includes(word.state)) return row;
  const at = new Date(ctx.now());
  const { state, ref, failure, valueDate, bankRef, reason } = word;
  const after = await changeRefund(tx, id, {
    state,
    changedAt: at,
    ...(ref == null ? {} : { ref }),
    ...(failure == null ? {} : { failure }),
    ...(valueDate === undefined ? {} : { valueDate }),
    ...(bankRef === undefined ? {} : { bankRef }),
    ...(state === 'succeeded' || state === 'failed' ? { settledAt: at } : {}),
  });
  const { accountId, sellerId, invoiceId, paymentId } = row;
  await note(ctx, tx, {
    ...{ accountId, sellerId, invoiceId, paymentId },
    kind: `refund.${state}`,
    fromState: row.state,
    toState: state,
    ...(reason === undefined ? {} : { reason }),
    data: { provider: row.provider, amount: Number(row.amount), currency: row.currency, failure: failure ?? null },
  });
  if (state === 'failed') await toBalance(ctx, tx, { row: after, ...locked });
  if (state === 'succeeded') {
    const credit = await lockInvoice(tx, row.creditNoteId);
    if (credit !== null) await mailAbout(ctx, tx, { invoice: credit, about: 'refunded', once: row.id });
  }
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'billing' });
  await ctx.bus.push(tx, { topic: 'operator:news', kind: 'billing' });
  return after;
}

const take = (ctx: Ctx, row: RefundRow, { state, ref, failure }: ProviderResult): Promise<unknown> =>
  ctx.system.write((tx) => settleRefund(ctx, tx, { id: row.id, state: stateOf[state], ref, failure: failure?.code ?? null }));

type Asking = { provider: PaymentProvider; row: RefundRow; payment: PaymentRow };
async function ask(ctx: Ctx, { provider, row, payment }: Asking): Promise<void> {
  const amount = money(row.amount, row.currency);
  await take(ctx, row, await provider.refund({ id: row.creditNoteId, payment: await keyOf(ctx, payment), amount }));
}

async function asking(ctx: Ctx, row: RefundRow | null): Promise<Asking | null> {
  const provider = cardProvider(ctx);
  const payment = row === null ? null : await paymentById(ctx.system.read, row.paymentId);
  return provider === null || row === null || payment === null || row.provider !== 'card' ? null : { provider, row, payment };
}

/** Asks the provider to send it, when nobody did yet. */
export async function sendRefund(ctx: Ctx, id: string): Promise<void> {
  const found = await asking(ctx, await refundById(ctx.system.read, id));
  if (found?.row.state === 'created') await ask(ctx, found);
}

/** Asks the provider how it stands. One that left no trace is sent again under its key, as long as the provider remembers it. */
async function reconcileRefund(ctx: Ctx, row: RefundRow): Promise<void> {
  const found = await asking(ctx, row);
  if (found === null) return;
  const result = await found.provider.fetchRefund({
    id: row.creditNoteId,
    ref: row.ref,
    payment: await keyOf(ctx, found.payment),
  });
  if (result.state === 'unknown') return;
  if (result.state !== 'canceled' || result.ref !== null) return void (await take(ctx, row, result));
  if (row.createdAt.getTime() > ctx.now() - KEY_HOURS * 3_600_000) return ask(ctx, found);
  await take(ctx, row, { ...result, state: 'failed', failure: { code: 'never_begun', kind: 'soft' } });
}

/** All of a payment that may still change, by the word of the provider; false when none of them is ours. */
export async function reconcileRefundsOf(ctx: Ctx, paymentId: string): Promise<boolean> {
  const rows = (await refundsOfPayment(ctx.system.read, paymentId)).filter((row) => row.provider === 'card');
  for (const row of rows) if (row.state !== 'failed' && row.ref !== null) await reconcileRefund(ctx, row);
  for (const row of rows) if (row.ref === null && row.state !== 'failed') await reconcileRefund(ctx, row);
  return rows.length > 0;
}

/** The hourly look at refunds without a known outcome. */
export async function reconcileRefunds(ctx: Ctx): Promise<void> {
  const failed: unknown[] = [];
  for (const row of await staleRefunds(ctx.system.read, new Date(ctx.now() - STALE_MINUTES * 60_000))) {
    await reconcileRefund(ctx, row).catch((error: unknown) => void failed.push(error));
    // those behind it have their turn next time
    await ctx.system.write(async (tx) => void (await changeRefund(tx, row.id, { changedAt: new Date(ctx.now()) })));
  }
  if (failed.length > 0) throw new AggregateError(failed, 'refunds could not be asked about');
}
