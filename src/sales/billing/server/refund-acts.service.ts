/** Giving money back, by hand of somebody of the seller: always with a credit note, never more than came. */
import { Failure, notFound } from '#kit/errors.ts';
import { money } from '#kit/money.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { toProvider } from '#sales/providers/card-amounts.rules.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import type { allInvoicesCalls } from '../all-invoices.contract.ts';
import type { InvoiceView } from '../invoices.contract.ts';
import { change, changeFreed, must, tell } from './all-invoices.service.ts';
import { restOf } from './credit-notes.service.ts';
import { creditPartsOf, wishOf } from './credit-parts.service.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { lockPayment, paymentsOf } from './payments.queries.ts';
import { goneOf, isDisputed, lockRefund } from './refunds.queries.ts';
import type { RefundRow } from './refunds.table.ts';
import { settleRefund } from './refunds.service.ts';
import { sendBack } from './send-back.service.ts';

type Wanted = Parsed<typeof allInvoicesCalls.refund>['body'];
type Sent = Parsed<typeof allInvoicesCalls.refundSent>['body'];

/** The payment that goes back, locked: the one that was named, else the newest of which enough is left. */
async function paymentFor(tx: Db, invoice: InvoiceRow, wanted: Wanted & { rest: bigint }): Promise<PaymentRow> {
  const { by, paymentId, rest } = wanted;
  let most = 0n;
  for (const seen of await paymentsOf(tx, invoice.id)) {
    if (paymentId !== undefined && seen.id !== paymentId) continue;
    if (seen.state !== 'succeeded' || (by === 'card' && seen.provider !== 'card')) continue;
    const payment = await lockPayment(tx, seen.id);
    if (payment?.state !== 'succeeded') continue;
    const left = payment.amount - (await goneOf(tx, payment));
    if (left > most) most = left;
    if (left < rest) continue;
    if (await isDisputed(tx, payment.id)) throw new Failure('payment_disputed');
    return payment;
  }
  throw new Failure('refund_too_much', { data: { most: Number(most) } });
}

/** Throws `credit_too_much`, `refund_too_much`, `payment_disputed`, `payment_undecided`, `provider_off`. */
export const refund = (ctx: Ctx, { id, body }: { id: string; body: Wanted }): Promise<InvoiceView> =>
  changeFreed(ctx, id, async (tx, row) => {
    must(row, 'open', 'paid', 'uncollectible');
    const { by, reason } = body;
    const wish = wishOf(body);
    // as the credit note will: what goes back has to be known before it is asked which payment it goes back of
    const amount = (await creditPartsOf(tx, row, wish)).total;
    const rest = restOf(row, amount);
    // all of it is set off against what is due: a credit note does that, and nothing goes back
    if (rest === 0n) throw new Failure('refund_too_much', { data: { most: 0 } });
    const sendable = by === 'transfer' || (cardProvider(ctx) !== null && toProvider(money(rest, row.currency)) !== null);
    if (!sendable) throw new Failure('provider_off');
    const payment = await paymentFor(tx, row, { ...body, rest });
    const { credit } = await sendBack(ctx, tx, { invoice: row, payment, ...wish, amount, reason, by });
    await tell(ctx, tx, {
      row,
      action: 'invoice-refunded',
      data: { amount: Number(rest), currency: row.currency, by, credit: credit.number ?? '', reason },
    });
  });

/** Records the outcome of a refund by transfer that waits to be made. Throws `not_found`, `wrong_state`. */
const say = (
  ctx: Ctx,
  { id, refundId }: { id: string; refundId: string },
  word: (tx: Db, seen: { row: InvoiceRow; waiting: RefundRow }) => Promise<void>,
): Promise<InvoiceView> =>
  change(ctx, id, async (tx, row) => {
    const waiting = await lockRefund(tx, refundId);
    if (waiting === null || waiting.invoiceId !== id) throw notFound();
    if (waiting.provider !== 'transfer' || waiting.state !== 'created') throw new Failure('wrong_state');
    await word(tx, { row, waiting });
  });

export const refundSent = (ctx: Ctx, of: { id: string; refundId: string; body: Sent }): Promise<InvoiceView> =>
  say(ctx, of, async (tx, { row, waiting }) => {
    const { valueDate, bankRef } = of.body;
    await settleRefund(ctx, tx, { id: waiting.id, state: 'succeeded', valueDate, bankRef });
    await tell(ctx, tx, { row, action: 'refund-sent', data: { amount: Number(waiting.amount), currency: waiting.currency } });
  });

export const refundDropped = (ctx: Ctx, of: { id: string; refundId: string; reason: string }): Promise<InvoiceView> =>
  say(ctx, of, async (tx, { row, waiting }) => {
    const { reason } = of;
    await settleRefund(ctx, tx, { id: waiting.id, state: 'failed', failure: 'not_sent', reason });
    await tell(ctx, tx, {
      row,
      action: 'refund-dropped',
      data: { amount: Number(waiting.amount), currency: waiting.currency, reason },
    });
  });
