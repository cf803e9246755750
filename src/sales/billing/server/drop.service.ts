/** Claims that nobody has to pay any more. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { note } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { changeInvoice, findNextClaim, lockInvoice, openOf, startClaimOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { post, postBalance, postVoid } from './journal.service.ts';
import { insertBalance } from './payments.queries.ts';
import { newId } from '#kit/server/ids.ts';
import { dropUndecided } from './settle.service.ts';
import { changeSubscription } from './subscriptions.queries.ts';
import { dropOnePending, dropPending } from './tax-waiting.service.ts';

/**
 * Voids a locked claim on which nothing was paid; what it took from the balance goes back there. What waits to be paid ends first, and when
 * money turns out to have come, the claim stays. Returns whether it is void.
 */
export async function voidClaim(
  ctx: Ctx,
  tx: Db,
  { invoice, reason }: { invoice: InvoiceRow; reason: string },
): Promise<boolean> {
  await dropUndecided(ctx, tx, invoice.id);
  const now = await lockInvoice(tx, invoice.id);
  if (now === null || (now.state !== 'open' && now.state !== 'uncollectible') || now.paid > 0n || now.credited > 0n) return false;
  // what was given up on is a loss no more
  if (now.state === 'uncollectible')
    await post(ctx, tx, {
      cause: 'void',
      sellerId: now.sellerId,
      accountId: now.accountId,
      currency: now.currency,
      invoiceId: now.id,
      moves: [
        { ledger: 'receivable', amount: now.remaining },
        { ledger: 'loss', amount: -now.remaining },
      ],
    });
  if (now.balanceUsed > 0n) {
    const { accountId, sellerId, currency } = now;
    await insertBalance(tx, {
      id: newId(ctx.now()),
      accountId,
      sellerId,
      currency,
      amount: now.balanceUsed,
      cause: 'given',
      invoiceId: now.id,
      at: new Date(ctx.now()),
    });
    await postBalance(ctx, tx, { invoice: now, amount: -now.balanceUsed });
  }
  await postVoid(ctx, tx, now);
  await changeInvoice(tx, now.id, { state: 'void', balanceUsed: 0n, closedAt: new Date(ctx.now()) });
  await note(ctx, tx, {
    accountId: now.accountId,
    sellerId: now.sellerId,
    invoiceId: now.id,
    kind: 'invoice.void',
    fromState: now.state,
    toState: 'void',
    reason,
    ...(now.subscriptionId === null ? {} : { subscriptionId: now.subscriptionId }),
  });
  return true;
}

/**
 * Takes back a change that was not paid; what came before counts on. Throws `payment_undecided` while a card may still pay it, and does
 * nothing when it turns out to be paid.
 */
export async function dropChange(
  ctx: Ctx,
  tx: Db,
  { row, reason }: { row: SubscriptionRow; reason: string },
): Promise<SubscriptionRow> {
  if (row.changing === null) return row;
  const claim = await lockInvoice(tx, row.changing.invoiceId);
  // void already: somebody took it back by hand
  if (claim !== null && claim.state !== 'void' && !(await voidClaim(ctx, tx, { invoice: claim, reason }))) return row;
  await note(ctx, tx, {
    accountId: row.accountId,
    sellerId: row.sellerId,
    subscriptionId: row.id,
    kind: 'subscription.change_dropped',
    reason,
  });
  return changeSubscription(tx, row.id, { changing: null });
}

type Dropped = { row: SubscriptionRow; none: boolean };
async function dropAhead(ctx: Ctx, tx: Db, { row, claim }: { row: SubscriptionRow; claim: InvoiceRow | null }): Promise<Dropped> {
  if (claim === null) return { row, none: true };
  const locked = await lockInvoice(tx, claim.id);
  if (locked?.state === 'pending_tax') await dropOnePending(ctx, tx, locked);
  else if (locked === null || !(await voidClaim(ctx, tx, { invoice: locked, reason: 'changed' }))) return { row, none: false };
  if (row.couponLeft === null || locked.discountTotal === 0n) return { row, none: true };
  return { row: await changeSubscription(tx, row.id, { couponLeft: row.couponLeft + 1 }), none: true };
}

/**
 * Voids the claim for the next period, which is written again when that begins; a coupon that was used for it is left as it was.
 * Returns whether none is left: one on which money came stays.
 */
export async function dropNext(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<Dropped> {
  if (row.periodEnd === null) return { row, none: true };
  return dropAhead(ctx, tx, { row, claim: await findNextClaim(tx, { subscriptionId: row.id, from: row.periodEnd }) });
}
/** The same with the first claim of a trial that is not over after all. */
export const dropFirst = async (ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<Dropped> =>
  dropAhead(ctx, tx, { row, claim: await startClaimOf(tx, row.id) });

/** Voids all that is open of a subscription. */
export async function dropClaims(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  await dropPending(ctx, tx, row);
  for (const one of await openOf(tx, row.id)) {
    const locked = await lockInvoice(tx, one.id);
    if (locked !== null) await voidClaim(ctx, tx, { invoice: locked, reason: 'not bought' });
  }
}
