/** Purchases and changes that were begun and do not come to be: what nobody paid is void, and what was settled in part is given back by a credit note. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { creditable, creditNote } from './credit-notes.service.ts';
import { dropChange, dropClaims, voidClaim } from './drop.service.ts';
import { lockInvoice, settledOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { tellOperator } from './operator-word.service.ts';
import { moveSubscription } from './standing.service.ts';
import { lockSubscription } from './subscriptions.queries.ts';

/**
 * Gives back all that a locked subscription was asked for, which is over and was never had: what came is on the balance of its account, in the
 * currency in which it came. Returns the claims on which money had come. Throws `payment_undecided` while more may be under way.
 */
export async function giveBackUnhad(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<InvoiceRow[]> {
  const paid: InvoiceRow[] = [];
  for (const { id } of await settledOf(tx, row.id)) {
    const seen = await lockInvoice(tx, id);
    if (seen === null || (await voidClaim(ctx, tx, { invoice: seen, reason: 'not bought' }))) continue;
    const amount = await creditable(tx, seen);
    if (amount <= 0n) continue;
    await creditNote(ctx, tx, { invoice: seen, amount, reason: 'not bought' });
    if (seen.paid > 0n) paid.push(seen);
  }
  return paid;
}

/**
 * Takes back a change that was not paid in full, of a locked subscription that goes on without it; what came of it is on the balance. Throws
 * `payment_undecided` as above. Returns the subscription as it is then, and the claim when money had come.
 */
export async function takeBackChange(
  ctx: Ctx,
  tx: Db,
  { row, reason }: { row: SubscriptionRow; reason: string },
): Promise<{ row: SubscriptionRow; paid: InvoiceRow[] }> {
  const after = await dropChange(ctx, tx, { row, reason });
  const claim = after.changing === null ? null : await lockInvoice(tx, after.changing.invoiceId);
  const amount = claim === null || claim.state === 'paid' ? 0n : await creditable(tx, claim);
  if (claim === null || amount <= 0n) return { row: after, paid: [] };
  await creditNote(ctx, tx, { invoice: claim, amount, reason: 'not bought' });
  return { row: (await lockSubscription(tx, row.id)) ?? after, paid: claim.paid > 0n ? [claim] : [] };
}

/** The same before its plan ends or becomes another one, with a notice to the seller. Throws as above. */
export async function withoutChange(ctx: Ctx, tx: Db, of: { row: SubscriptionRow; reason: string }): Promise<SubscriptionRow> {
  const { row, paid } = await takeBackChange(ctx, tx, of);
  await tellGivenBack(ctx, tx, paid);
  return row;
}

/** Ends a locked purchase that was begun. Returns and throws as above. */
export async function endBegun(
  ctx: Ctx,
  tx: Db,
  { row, reason }: { row: SubscriptionRow; reason: string },
): Promise<InvoiceRow[]> {
  await dropClaims(ctx, tx, row);
  // over before anything is credited: nothing that is settled by it begins or ends once more
  return giveBackUnhad(ctx, tx, await moveSubscription(ctx, tx, { row, to: 'incomplete_expired', reason }));
}

/** Notifies the seller that the payments for these are on a balance now. */
export async function tellGivenBack(ctx: Ctx, tx: Db, paid: readonly InvoiceRow[]): Promise<void> {
  for (const { id, sellerId, number, buyer } of paid) {
    const data = { number: number ?? '', name: buyer?.name ?? '' };
    await tellOperator(ctx, tx, { sellerId, kind: 'partOnBalance', data, link: `/all-invoices/${id}` });
  }
}
