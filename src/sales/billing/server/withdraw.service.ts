/**
 * Withdrawal: a consumer takes back a first purchase within fourteen days. What was not used is given back by credit notes, and the receipt
 * says when it was asked for (business rules D10).
 */
import { formatDate } from '#kit/dates.ts';
import { formatMoney, money } from '#kit/money.ts';
import { Failure } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import { WITHDRAWAL_DAYS } from '../billing.contract.ts';
import type { subscriptionsCalls } from '../subscriptions.contract.ts';
import { buyerOf } from './access.service.ts';
import type { ProfileRow, SubscriptionRow } from './billing.table.ts';
import { creditable, restOf } from './credit-notes.service.ts';
import { dropChange, voidClaim } from './drop.service.ts';
import { lockInvoice, settledOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { mailOn } from './mail.service.ts';
import { letGoOf } from './pay.service.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { cardShare, giveBackBy } from './send-back.service.ts';
import { moveSubscription } from './standing.service.ts';
import { liveBaseOf, lockSubscription } from './subscriptions.queries.ts';
import { dropPending } from './tax-waiting.service.ts';
import { isDropped, type Unused, unusedOf } from './unused.service.ts';

/** The last moment for it, in epoch milliseconds. */
export const withdrawUntil = (row: Pick<SubscriptionRow, 'createdAt'>): number =>
  row.createdAt.getTime() + WITHDRAWAL_DAYS * 86_400_000;

/** Whether it may be taken back now: in its first period, also one that was made longer, which counts as the one before number 0. */
export function withdrawable(row: SubscriptionRow, of: { buyer: ProfileRow | null; now: number }): boolean {
  const first = row.previousId === null && row.kind === 'base' && row.periodNumber <= 0;
  const going = ['trialing', 'active', 'past_due'].includes(row.state);
  return first && going && of.buyer?.buyer === 'consumer' && of.now < withdrawUntil(row);
}

/** What of each claim was not used. What a change is asked for that is not paid in full was not had at all. */
const byTime =
  (row: SubscriptionRow, now: number): GoesBack =>
  (db, invoice) =>
    row.changing?.invoiceId === invoice.id ? wholly(db, invoice) : unusedOf(db, { row, invoice, now });

/** `card`: what of `back` goes to the card that paid; the rest stands to the account's credit. `due`: what of the time that was had is not paid. */
export type Back = { back: bigint; card: bigint; due: bigint };
/** What of a claim goes back, of what no credit note gave back yet. */
export type GoesBack = (db: Db, invoice: InvoiceRow) => Promise<Unused>;
/** All of it. */
export const wholly: GoesBack = async (db, invoice) => ({ amount: await creditable(db, invoice) });
/** What of an open claim is to be paid once an amount of it is credited. */
const stillDue = ({ state, remaining }: InvoiceRow, amount: bigint): bigint =>
  state === 'open' && remaining > amount ? remaining - amount : 0n;
/** Gives back what was not used of all that was charged. */
export async function giveBack(ctx: Ctx, tx: Db, { row, part }: { row: SubscriptionRow; part: GoesBack }): Promise<Back> {
  let [back, card, due] = [0n, 0n, 0n];
  for (const seen of await settledOf(tx, row.id)) {
    const invoice = await lockInvoice(tx, seen.id);
    if (invoice === null) continue;
    const unused = await part(tx, invoice);
    const { amount } = unused;
    const dropped = await isDropped(ctx, tx, { id: row.id, invoice, amount });
    if (dropped && (await voidClaim(ctx, tx, { invoice, reason: 'withdrawn' }))) continue;
    // what is not paid goes back to nobody
    back += restOf(invoice, amount);
    due += stillDue(invoice, amount);
    if (amount > 0n) card += await giveBackBy(ctx, tx, { invoice, ...unused, reason: 'withdrawn' });
  }
  return { back, card, due };
}

/** The receipt of a withdrawal, to the address for invoices. */
export async function receipt(ctx: Ctx, tx: Db, of: Back & { row: SubscriptionRow }): Promise<void> {
  const { row, back, card, due } = of;
  const buyer = await profileOf(tx, row.accountId);
  const account = await findStanding(tx, row.accountId);
  const seller = await sellerById(tx, row.sellerId);
  if (buyer === null || account === null) return;
  const { locale } = account;
  const names = await findPlanNames(tx, [row.planId], locale);
  await mailOn(ctx, tx, {
    to: buyer,
    locale,
    about: card > 0n ? 'withdrawnCard' : 'withdrawn',
    once: row.id,
    data: {
      plan: names.get(row.planId) ?? '',
      at: formatDate(ctx.now(), 'zoned', { locale, zone: seller?.zone ?? 'UTC' }),
      back: formatMoney(money(back, row.currency), locale),
      card: formatMoney(money(card, row.currency), locale),
      owes: due > 0n ? 'yes' : 'no',
      due: formatMoney(money(due, row.currency), locale),
    },
  });
}

/** What would go back at this moment, by the same calculation. */
export async function wouldGive(
  ctx: Ctx,
  { row, part }: { row: SubscriptionRow; part: GoesBack },
): Promise<ResultIn<typeof subscriptionsCalls.withdrawal>> {
  const { read } = ctx.system;
  let [paid, back, card, due] = [0n, 0n, 0n, 0n];
  for (const invoice of await settledOf(read, row.id)) {
    const { amount } = await part(read, invoice);
    const untouched = invoice.paid + invoice.credited === 0n;
    if (untouched && (await isDropped(ctx, read, { id: row.id, invoice, amount }))) continue;
    due += stillDue(invoice, amount);
    if (invoice.state === 'paid') paid += invoice.total;
    back += restOf(invoice, amount);
    card += (await cardShare(ctx, read, { invoice, amount }))?.part ?? 0n;
  }
  const names = await findPlanNames(read, [row.planId], ctx.locale);
  return {
    planName: names.get(row.planId) ?? '',
    currency: row.currency,
    paid: Number(paid),
    back: Number(back),
    toCard: Number(card),
    due: Number(due),
    until: withdrawUntil(row),
    revision: row.revision,
  };
}

/** What would be given back at this moment. Throws `not_withdrawable`. */
export async function withdrawal(ctx: Ctx): Promise<ResultIn<typeof subscriptionsCalls.withdrawal>> {
  const actor = buyerOf(ctx, 'subscriptions.view');
  const [live, buyer] = await Promise.all([liveBaseOf(ctx.db.read, actor.accountId), profileOf(ctx.db.read, actor.accountId)]);
  if (live === null || !withdrawable(live, { buyer, now: ctx.now() })) throw new Failure('not_withdrawable');
  return wouldGive(ctx, { row: live, part: byTime(live, ctx.now()) });
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
    await dropPending(ctx, tx, over);
    const { back, card, due } = await giveBack(ctx, tx, { row: over, part: byTime(row, ctx.now()) });
    await receipt(ctx, tx, { row, back, card, due });
    const data = { back: Number(back), card: Number(card), currency: row.currency };
    await record(ctx, tx, { action: 'billing.withdrawn', subjectKind: 'subscription', subjectId: row.id, data });
    return { at: ctx.now(), currency: row.currency, back: Number(back), toCard: Number(card), due: Number(due) };
  });
}
