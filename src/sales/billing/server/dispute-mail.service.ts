/** Mails to the seller about disputes: their day comes near, or what was said was not taken. */
import { formatDate } from '#kit/dates.ts';
import { formatMoney, money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { DISPUTE_REMINDER_DAYS } from '../dispute.rules.ts';
import { note } from './access.service.ts';
import { disputesDue } from './dispute-answers.queries.ts';
import { invoiceById } from './invoices.queries.ts';
import { disputeMails } from './mail.service.ts';
import { sellerById } from './parties.queries.ts';
import { changeDispute, lockDispute } from './refunds.queries.ts';
import type { DisputeRow } from './refunds.table.ts';

type About = { dispute: DisputeRow; about: keyof typeof disputeMails; once: string };
/** Not a mail about the invoice: the payer sees those, too. */
export async function mailSellerOfDispute(ctx: Ctx, tx: Db, { dispute, about, once }: About): Promise<void> {
  // one after the other: a transaction has one connection
  const seller = await sellerById(tx, dispute.sellerId);
  const account = await findStanding(tx, dispute.sellerId);
  const invoice = await invoiceById(tx, dispute.invoiceId);
  if (seller === null || account === null || invoice === null) return;
  const { locale } = account;
  await sendMail(ctx, tx, {
    template: disputeMails[about],
    to: seller.email,
    locale,
    accountId: seller.accountId,
    path: `/all-invoices?tab=payments&payment=${dispute.paymentId}`,
    data: {
      name: invoice.buyer?.name ?? '',
      number: invoice.number ?? '',
      amount: formatMoney(money(dispute.amount, dispute.currency), locale),
      date: dispute.dueAt === null ? '' : formatDate(dispute.dueAt, 'longDay', { locale, zone: seller.zone }),
    },
    onceKey: `billing.${about}:${once}`,
  });
}

/** Reminds of disputes that nobody answered, some days before their day is over, once each. */
export async function remindOfDisputes(ctx: Ctx): Promise<void> {
  const now = new Date(ctx.now());
  const until = new Date(ctx.now() + DISPUTE_REMINDER_DAYS * 86_400_000);
  for (const { ref } of await disputesDue(ctx.system.read, { now, until }))
    await ctx.system.write(async (tx) => {
      const dispute = await lockDispute(tx, ref);
      if (dispute?.state !== 'open' || dispute.remindedAt !== null) return;
      await changeDispute(tx, dispute.id, { remindedAt: now });
      const { accountId, sellerId, invoiceId, paymentId, currency } = dispute;
      const data = { amount: Number(dispute.amount), currency };
      await note(ctx, tx, { accountId, sellerId, invoiceId, paymentId, kind: 'payment.dispute_reminded', data });
      await mailSellerOfDispute(ctx, tx, { dispute, about: 'disputeDue', once: dispute.id });
    });
}
