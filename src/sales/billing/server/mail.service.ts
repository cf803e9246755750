/** Mails about money, to the address that is on the invoice, in the language of the invoice. */
import { formatDay } from '#kit/dates.ts';
import { formatMoney, money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { isDue, isOverdue } from '../due.rules.ts';
import type { ProfileRow } from './billing.table.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { payPath } from './pay-link-token.service.ts';

const folder = new URL('../text/', import.meta.url);
const own = (key: string) => ({ name: `billing.${key}`, folder, key });
/** `issued`: a new claim. `credited`: a credit note. `receipt`: paid. `failed`: the card was refused. `action`: the bank asks the holder. `ended`: over, for want of money. `refunding`: a credit note whose amount is sent back. `refunded`: it was. `reversed`: a bank took it back. `rejected`: a transfer that was said to be made is not there. `rest`: only a part of a first invoice came. */
export const billingMails = {
  issued: own('issued'),
  receipt: own('receipt'),
  failed: own('failed'),
  action: own('action'),
  reminder: own('reminder'),
  final: own('final'),
  ended: own('ended'),
  credited: own('credited'),
  refunding: own('refunding'),
  refunded: own('refunded'),
  reversed: own('reversed'),
  rejected: own('rejected'),
  rest: own('rest'),
} as const;
/** What somebody of the seller mails again, in whatever state it is. `again`: an invoice. `creditAgain`: a credit note. */
export const sentMails = { again: own('again'), creditAgain: own('creditAgain') } as const;

/** Mails about a subscription that no invoice stands for. `renewal`: the next period is announced. `card`: the card ends before it. `moved`: the plan has other terms from a renewal on. `freeEnds`, `freePaid`: months for nothing end, and the plan with them, or it is paid for from then on. `withdrawnCard`: what is given back goes to the card. `wayGone`: the seller's own way by which the plan is paid is archived. */
export const subscriptionMails = {
  renewal: own('renewal'),
  card: own('card'),
  moved: own('moved'),
  freeEnds: own('freeEnds'),
  freePaid: own('freePaid'),
  withdrawn: own('withdrawn'),
  withdrawnCard: own('withdrawnCard'),
  gone: own('gone'),
  wayGone: own('wayGone'),
} as const;
/** Mails to sellers. `objected`: a customer does not agree with an invoice. */
export const sellerMails = { objected: own('objected') } as const;
/** To the operator about what a bank asks. `disputeDue`: its day comes near. `disputeRefused`: what was said was not taken. */
export const disputeMails = { disputeDue: own('disputeDue'), disputeRefused: own('disputeRefused') } as const;
export type SubscriptionMail = {
  to: Pick<ProfileRow, 'accountId' | 'organisation' | 'email'>;
  locale: string;
  about: keyof typeof subscriptionMails;
  data: Record<string, string>;
  /** Names the occasion: each sends one mail. */
  once: string;
};
/** The address may be that of a person, who finds the mail in their mailbox, too, where they have a place in the account. */
async function readerAt(tx: Db, { accountId, email }: { accountId: string; email: string }) {
  const person = email === '' ? null : await findPersonByEmail(tx, email);
  return person === null ? {} : { reader: { userId: person.id, accountId } };
}

export const mailOn = async (ctx: Ctx, tx: Db, { to, locale, about, data, once }: SubscriptionMail): Promise<void> =>
  sendMail(ctx, tx, {
    template: subscriptionMails[about],
    to: to.email,
    locale,
    accountId: to.accountId,
    ...(await readerAt(tx, to)),
    path: '/my-subscriptions',
    data: { name: to.organisation, ...data },
    onceKey: `billing.${about}:${once}`,
  });

/** Their button pays, without signing in. */
const toPay: readonly (keyof typeof billingMails)[] = ['failed', 'action', 'reminder', 'final', 'reversed', 'rejected', 'rest'];

const wordsOf = (invoice: InvoiceRow) => {
  const { locale, currency } = invoice;
  return {
    name: invoice.buyer?.name ?? '',
    number: invoice.number ?? '',
    total: formatMoney(money(invoice.total, currency), locale),
    due: formatMoney(money(invoice.remaining, currency), locale),
    dueDate: invoice.dueDate === null ? '' : formatDay(invoice.dueDate, 'longDay', locale),
  };
};
/** An invoice or a credit note once more, to an address that its account is known by. What is due still is paid by its button. */
export const mailAgain = async (ctx: Ctx, tx: Db, { invoice, to }: { invoice: InvoiceRow; to: string }): Promise<void> =>
  sendMail(ctx, tx, {
    template: invoice.kind === 'invoice' ? sentMails.again : sentMails.creditAgain,
    to,
    locale: invoice.locale,
    accountId: invoice.accountId,
    ...(await readerAt(tx, { accountId: invoice.accountId, email: to })),
    about: invoice.id,
    path: isDue(invoice) ? payPath(ctx, invoice.id) : `/invoices/${invoice.id}`,
    data: { ...wordsOf(invoice), owes: isDue(invoice) ? 'yes' : 'no' },
  });

type About = {
  invoice: InvoiceRow;
  about: keyof typeof billingMails;
  once?: string;
  reason?: string;
  more?: Readonly<Record<string, string>>;
};
/** Writes it in the transaction of its cause; once for each happening that is named by `once`. `reason`: what the seller wrote. `more`: what else its words name. */
export async function mailAbout(ctx: Ctx, tx: Db, { invoice, about, once, reason, more }: About): Promise<void> {
  const to = invoice.buyer?.email ?? '';
  const { locale } = invoice;
  await sendMail(ctx, tx, {
    template: billingMails[about],
    to,
    locale,
    accountId: invoice.accountId,
    ...(await readerAt(tx, { accountId: invoice.accountId, email: to })),
    about: invoice.id,
    path: toPay.includes(about) && invoice.remaining > 0n ? payPath(ctx, invoice.id) : `/invoices/${invoice.id}`,
    data: {
      ...wordsOf(invoice),
      overdue: isOverdue(invoice, ctx.now()) ? 'yes' : 'no',
      ...(reason !== undefined && { reason }),
      ...more,
    },
    ...(once === undefined ? {} : { onceKey: `billing.${about}:${invoice.id}:${once}` }),
  });
}

/** To the seller: a customer does not agree with an invoice. `path`: where that seller reads it. */
export const mailSeller = (
  ctx: Ctx,
  tx: Db,
  { to, locale, invoice, path }: { to: string; locale: string; invoice: InvoiceRow; path: string },
): Promise<void> =>
  sendMail(ctx, tx, {
    template: sellerMails.objected,
    to,
    locale,
    accountId: invoice.sellerId,
    path,
    data: {
      name: invoice.buyer?.name ?? '',
      number: invoice.number ?? '',
      total: formatMoney(money(invoice.total, invoice.currency), locale),
    },
  });
