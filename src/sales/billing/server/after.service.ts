/** What a settled claim means for the subscription that it belongs to. The subscription is locked by then. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { reopenedOn } from '../dunning.rules.ts';
import { periodAt } from '../period.rules.ts';
import { note } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { applyChange } from './changed.service.ts';
import { openOf } from './invoices.queries.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { nextLook } from './looks.service.ts';
import { beginPass, takeBackPass } from './pass-life.service.ts';
import { applyDebts, moveSubscription } from './standing.service.ts';
import { changeSubscription, freeCouponPeriod, insertPeriod, lockSubscription } from './subscriptions.queries.ts';

/** The first claim is paid: what was bought begins, with its first period, now. */
async function begin(ctx: Ctx, tx: Db, { row, invoice }: { row: SubscriptionRow; invoice: InvoiceRow }): Promise<void> {
  const every = row.period === 'year' ? 'year' : 'month';
  // money that was waited for begins a period of its own; a card's began when it was bought
  const anchor = (row.state === 'paused' ? null : invoice.periodStart?.getTime()) ?? ctx.now();
  const first = periodAt({ anchor, every, zone: row.anchorZone }, 0);
  const [periodStart, periodEnd] = [new Date(first.start), new Date(first.end)];
  const begun = { ...row, anchorAt: new Date(anchor), periodNumber: 0, periodStart, periodEnd };
  await insertPeriod(tx, { subscriptionId: row.id, startsAt: periodStart, endsAt: periodEnd, invoiceId: invoice.id });
  const { anchorAt, periodNumber } = begun;
  await moveSubscription(ctx, tx, {
    row,
    to: 'active',
    change: { anchorAt, periodNumber, periodStart, periodEnd, nextAt: nextLook({ ...begun, state: 'active' }) },
  });
}

/** Whether somebody is held to it. A change that is not paid lapses; one that was had and whose money a bank took back does not. */
export const isOwed = ({ cause, dunned }: InvoiceRow): boolean => cause !== 'change' || reopenedOn(dunned) !== null;

/** Whether another claim of it is overdue. */
const stillOverdue = async (tx: Db, row: SubscriptionRow, now: number): Promise<boolean> =>
  (await openOf(tx, row.id)).some((one) => isOwed(one) && (one.overdueAt?.getTime() ?? 0) <= now);

/** A claim is settled in full. Late money for what is over changes nothing there; it is the account's all the same. */
export async function afterPaid(ctx: Ctx, tx: Db, invoice: InvoiceRow): Promise<void> {
  if (invoice.state !== 'paid' || invoice.subscriptionId === null) return;
  const row = await lockSubscription(tx, invoice.subscriptionId);
  if (row === null) return;
  if (row.kind === 'pass') return beginPass(ctx, tx, { row, invoice });
  if (row.state === 'canceled') return applyDebts(ctx, tx, row.accountId);
  if (row.changing?.invoiceId === invoice.id)
    return void (await applyChange(ctx, tx, { row, change: { ...row.changing, invoiceId: invoice.id } }));
  // paused because a trial ended without a way to pay: the first claim ends that
  const waits = row.state === 'paused' && row.periodStart === null;
  if (row.state === 'incomplete' || row.state === 'trialing' || waits) return begin(ctx, tx, { row, invoice });
  // it was trusted until now: the claim of its next period may be due to be written
  if (row.state === 'active' && invoice.cause === 'start')
    return void (await changeSubscription(tx, row.id, { nextAt: new Date(ctx.now()) }));
  if (row.state !== 'past_due' && row.state !== 'restricted') return;
  if (row.periodStart === null) return begin(ctx, tx, { row, invoice });
  if (!(await stillOverdue(tx, row, ctx.now())))
    await moveSubscription(ctx, tx, { row, to: 'active', change: { nextAt: nextLook({ ...row, state: 'active' }) } });
}

/** Has the engine look now at what is behind with its money, or ended owing it: what it was behind with may be owed no more. */
export async function lookIfBehind(ctx: Ctx, tx: Db, subscriptionId: string | null): Promise<void> {
  const row = subscriptionId === null ? null : await lockSubscription(tx, subscriptionId);
  if (row?.state === 'past_due' || row?.state === 'restricted' || row?.state === 'canceled')
    await changeSubscription(tx, row.id, { nextAt: new Date(ctx.now()) });
}

/** The same for what runs on time, too: what was held back by an objection may be due already. */
export async function lookAgain(ctx: Ctx, tx: Db, subscriptionId: string | null): Promise<void> {
  const row = subscriptionId === null ? null : await lockSubscription(tx, subscriptionId);
  if (row?.state === 'active') await changeSubscription(tx, row.id, { nextAt: new Date(ctx.now()) });
  else await lookIfBehind(ctx, tx, subscriptionId);
}

/** A claim on which nothing was paid is taken back: the change that waited for it does not come. */
export async function afterTakenBack(
  ctx: Ctx,
  tx: Db,
  { invoice, reason }: { invoice: InvoiceRow; reason: string },
): Promise<void> {
  const row = invoice.subscriptionId === null ? null : await lockSubscription(tx, invoice.subscriptionId);
  if (row?.kind === 'pass') return takeBackPass(ctx, tx, { row, reason });
  if (row?.changing?.invoiceId === invoice.id) {
    const { accountId, sellerId, id } = row;
    await note(ctx, tx, { accountId, sellerId, subscriptionId: id, kind: 'subscription.change_dropped', reason });
    await changeSubscription(tx, id, { changing: null });
  }
  // the claim that replaces a void one uses its coupon again
  if (row !== null) await freeCouponPeriod(tx, { id: row.id, invoiceId: invoice.id });
  await lookIfBehind(ctx, tx, invoice.subscriptionId);
}

/** Nothing is left of a claim: its event pass ends, and what was to begin by it does not. */
export async function afterGivenBack(
  ctx: Ctx,
  tx: Db,
  { invoice, reason }: { invoice: InvoiceRow; reason: string },
): Promise<void> {
  const row = invoice.subscriptionId === null ? null : await lockSubscription(tx, invoice.subscriptionId);
  if (row?.kind === 'pass') return takeBackPass(ctx, tx, { row, reason });
  // paused because a trial ended without a way to pay: there is nothing to go on with
  const unbegun = row?.state === 'scheduled' || (row?.state === 'paused' && row.periodStart === null);
  if (row !== null && unbegun) return void (await moveSubscription(ctx, tx, { row, to: 'canceled', reason }));
  // a trial that is over ends
  if (row?.state === 'trialing') await changeSubscription(tx, row.id, { nextAt: new Date(ctx.now()) });
}

/** A bank took back what was paid: what runs is behind with its money from now on. */
export async function afterReversed(ctx: Ctx, tx: Db, invoice: InvoiceRow): Promise<void> {
  if (invoice.state !== 'open' || invoice.subscriptionId === null) return;
  const row = await lockSubscription(tx, invoice.subscriptionId);
  if (row?.kind === 'pass') return takeBackPass(ctx, tx, { row, reason: 'payment reversed' });
  if (row?.state !== 'active') return lookIfBehind(ctx, tx, invoice.subscriptionId);
  await moveSubscription(ctx, tx, { row, to: 'past_due', reason: 'payment reversed', change: { nextAt: new Date(ctx.now()) } });
}

/** A charge came to nothing: the engine looks at the subscription at once, and decides what its plan says of that. */
export async function afterFailed(
  ctx: Ctx,
  tx: Db,
  { payment, invoice }: { payment: PaymentRow; invoice: InvoiceRow },
): Promise<void> {
  if (invoice.subscriptionId === null || invoice.state !== 'open' || payment.state !== 'failed') return;
  const row = await lockSubscription(tx, invoice.subscriptionId);
  if (row === null || (row.state !== 'active' && row.state !== 'trialing') || !payment.offSession) return;
  await moveSubscription(ctx, tx, {
    row,
    to: 'past_due',
    reason: payment.failure?.code ?? 'failed',
    change: { nextAt: new Date(ctx.now()) },
  });
}
