/**
 * Withdrawal: a consumer takes back a first purchase within fourteen days. What was not used is given back by credit notes, and the receipt
 * says when it was asked for (business rules D10).
 */
import { formatMoney, money, portion } from '#kit/money.ts';
import { Failure } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import { WITHDRAWAL_DAYS } from '../billing.contract.ts';
import { leftOf } from '../proration.rules.ts';
import type { subscriptionsCalls } from '../subscriptions.contract.ts';
import { buyerOf } from './access.service.ts';
import type { ProfileRow, SubscriptionRow } from './billing.table.ts';
import { creditable } from './credit-notes.service.ts';
import { dropChange, voidClaim } from './drop.service.ts';
import { lockInvoice, settledOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { mailOn } from './mail.service.ts';
import { letGoOf } from './pay.service.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { cardShare, giveBackBy } from './send-back.service.ts';
import { moveSubscription } from './standing.service.ts';
import { liveBaseOf, lockSubscription } from './subscriptions.queries.ts';

/** The last moment for it, in epoch milliseconds. */
export const withdrawUntil = (row: Pick<SubscriptionRow, 'createdAt'>): number =>
  row.createdAt.getTime() + WITHDRAWAL_DAYS * 86_400_000;

/** Whether it may be taken back now: in its first period, also one that was made longer, which counts as the one before number 0. */
export function withdrawable(row: SubscriptionRow, of: { buyer: ProfileRow | null; now: number }): boolean {
  const first = row.previousId === null && row.kind === 'base' && row.periodNumber <= 0;
  const going = ['trialing', 'active', 'past_due'].includes(row.state);
  return first && going && of.buyer?.buyer === 'consumer' && of.now < withdrawUntil(row);
}

/** What of a claim was not used: seconds that are left of what it was for. */
const unused = (invoice: InvoiceRow, most: bigint, now: number): bigint => {
  const [start, end] = [invoice.periodStart?.getTime(), invoice.periodEnd?.getTime()];
  if (start === undefined || end === undefined || now <= start) return most;
  if (now >= end) return 0n;
  const { left, total } = leftOf({ start, end }, now);
  const part = portion(invoice.total, left, total);
  return part < most ? part : most;
};

/** A claim by transfer for the first period is for the period that it began. */
const spanned = (invoice: InvoiceRow, row: Pick<SubscriptionRow, 'periodStart' | 'periodEnd'>): InvoiceRow => ({
  ...invoice,
  periodStart: invoice.periodStart ?? row.periodStart,
  periodEnd: invoice.periodEnd ?? row.periodEnd,
});

/** `card`: what of `back` goes to the card that paid; the rest stands to the account's credit. */
type Back = { back: bigint; card: bigint };
/** Gives back what was not used of all that was charged. */
async function giveBack(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<Back> {
  let [back, card] = [0n, 0n];
  for (const seen of await settledOf(tx, row.id)) {
    const invoice = await lockInvoice(tx, seen.id);
    if (invoice === null) continue;
    if (invoice.state === 'open' && (await voidClaim(ctx, tx, { invoice, reason: 'withdrawn' }))) continue;
    const amount = unused(spanned(invoice, row), await creditable(tx, invoice), ctx.now());
    if (amount > 0n) card += await giveBackBy(ctx, tx, { invoice, amount, reason: 'withdrawn' });
    back += amount;
  }
  return { back, card };
}

async function receipt(ctx: Ctx, tx: Db, of: Back & { row: SubscriptionRow }): Promise<void> {
  const { row, back, card } = of;
  const buyer = await profileOf(tx, row.accountId);
  const account = await findStanding(tx, row.accountId);
  const seller = await sellerById(tx, row.sellerId);
  if (buyer === null || account === null) return;
  const { locale } = account;
  const names = await findPlanNames(tx, [row.planId], locale);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: seller?.zone ?? 'UTC' });
  await mailOn(ctx, tx, {
    to: buyer,
    locale,
    about: card > 0n ? 'withdrawnCard' : 'withdrawn',
    once: row.id,
    data: {
      plan: names.get(row.planId) ?? '',
      at: format.format(ctx.now()),
      back: formatMoney(money(back, row.currency), locale),
      card: formatMoney(money(card, row.currency), locale),
    },
  });
}

/** What would be given back at this moment, by the same reckoning. Throws `not_withdrawable`. */
export async function withdrawal(ctx: Ctx): Promise<ResultIn<typeof subscriptionsCalls.withdrawal>> {
  const actor = buyerOf(ctx, 'subscriptions.view');
  const [live, buyer] = await Promise.all([liveBaseOf(ctx.db.read, actor.accountId), profileOf(ctx.db.read, actor.accountId)]);
  if (live === null || !withdrawable(live, { buyer, now: ctx.now() })) throw new Failure('not_withdrawable');
  let [paid, back, card] = [0n, 0n, 0n];
  for (const invoice of await settledOf(ctx.system.read, live.id)) {
    // what nobody paid yet is void with it
    if (invoice.state !== 'paid') continue;
    paid += invoice.total;
    const amount = unused(spanned(invoice, live), await creditable(ctx.system.read, invoice), ctx.now());
    back += amount;
    card += (await cardShare(ctx, ctx.system.read, { invoice, amount }))?.part ?? 0n;
  }
  const names = await findPlanNames(ctx.system.read, [live.planId], ctx.locale);
  return {
    planName: names.get(live.planId) ?? '',
    currency: live.currency,
    paid: Number(paid),
    back: Number(back),
    toCard: Number(card),
    until: withdrawUntil(live),
    revision: live.revision,
  };
}

/** Throws `not_withdrawable`, `changed_meanwhile`, `payment_undecided` while a card may still be charged. */
export async function withdraw(
  ctx: Ctx,
  { revision }: Parsed<typeof subscriptionsCalls.withdraw>['body'],
): Promise<ResultIn<typeof subscriptionsCalls.withdraw>> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  const live = await liveBaseOf(ctx.db.read, actor.accountId);
  if (live === null) throw new Failure('not_withdrawable');
  const buyer = await profileOf(ctx.db.read, actor.accountId);
  if (withdrawable(live, { buyer, now: ctx.now() })) await letGoOf(ctx, live.id);
  return ctx.system.write(async (tx) => {
    const row = await lockSubscription(tx, live.id);
    if (row === null || !withdrawable(row, { buyer, now: ctx.now() })) throw new Failure('not_withdrawable');
    if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { revision: row.revision } });
    const asked = await dropChange(ctx, tx, { row, reason: 'withdrawn' });
    // over before anything is credited: nothing that is settled by it begins again
    const over = await moveSubscription(ctx, tx, { row: asked, to: 'canceled', reason: 'withdrawn' });
    const { back, card } = await giveBack(ctx, tx, { ...over, periodStart: row.periodStart, periodEnd: row.periodEnd });
    await receipt(ctx, tx, { row, back, card });
    const data = { back: Number(back), card: Number(card), currency: row.currency };
    await record(ctx, tx, { action: 'billing.withdrawn', subjectKind: 'subscription', subjectId: row.id, data });
    return { at: ctx.now(), currency: row.currency, back: Number(back), toCard: Number(card) };
  });
}
