/** Money that somebody wrote down by hand and that is gone again: a cheque that came back, a transfer that a bank returned. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import { vendorOf } from '#sales/vendors/server/access.service.ts';
import type { PaymentWhole } from '../payments.contract.ts';
import { moneyKeeperOf } from './access.service.ts';
import { mayTakeBack, type Reader, wholeOf } from './payment-view.service.ts';
import { paymentById } from './payments.queries.ts';
import { reversePayment } from './reverse.service.ts';
import { lockPaymentWithInvoice } from './settle.service.ts';

/** `valueDate`: `YYYY-MM-DD`. */
type Back = { id: string; valueDate: string; reason: string };
async function takeBack(
  ctx: Ctx,
  { id, valueDate, reason, ...of }: Back & { sellerId: string; reader: Reader },
): Promise<PaymentWhole> {
  const seen = await paymentById(ctx.system.read, id);
  if (seen === null || seen.sellerId !== of.sellerId) throw notFound();
  const row = await ctx.system.write(async (tx) => {
    const locked = await lockPaymentWithInvoice(tx, id);
    if (locked === null || !mayTakeBack(locked.payment)) throw new Failure('wrong_state');
    const { accountId, amount, currency } = locked.payment;
    const after = await reversePayment(ctx, tx, { paymentId: id, reason, valueDate });
    const data = { number: locked.invoice.number ?? '', amount: Number(amount), currency, reason };
    await recordForBoth(ctx, tx, {
      action: 'billing.payment-taken-back',
      subjectKind: 'payment',
      subjectId: id,
      accountId,
      data,
    });
    return after ?? locked.payment;
  });
  return wholeOf(ctx, ctx.system.read, { row, reader: of.reader });
}
/** Its invoice is due again as far as the money is gone, and its payer has a mail. Throws `not_found`, `wrong_state` for what a card or a line of a statement brought. */
export const takeBackOfAll = async (ctx: Ctx, of: Back): Promise<PaymentWhole> =>
  takeBack(ctx, { ...of, sellerId: moneyKeeperOf(ctx).accountId, reader: 'seller' });
/** The same for what came to the own account as a vendor. */
export const takeBackOfVendor = async (ctx: Ctx, of: Back): Promise<PaymentWhole> =>
  takeBack(ctx, { ...of, sellerId: vendorOf(ctx).accountId, reader: 'vendor' });
