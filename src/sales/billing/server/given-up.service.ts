/** Giving up on unpaid claims: only used time is a loss, and nobody has to pay the rest (business rules §2). */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { note } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { creditNote, restOf } from './credit-notes.service.ts';
import { voidClaim } from './drop.service.ts';
import { changeInvoice, creditNotesOf, lockInvoice } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { postWriteOff } from './journal.service.ts';
import { dropUndecided } from './settle.service.ts';
import { NOT_PAID } from './standing.service.ts';
import { tellGivenBack } from './unbought.service.ts';
import { isDropped, type Unused, unusedOf } from './unused.service.ts';

/** What is still due of a locked claim is lost. */
export async function writeOff(ctx: Ctx, tx: Db, invoice: InvoiceRow): Promise<void> {
  await dropUndecided(ctx, tx, invoice.id);
  await postWriteOff(ctx, tx, invoice);
  await changeInvoice(tx, invoice.id, { state: 'uncollectible', closedAt: new Date(ctx.now()) });
  await note(ctx, tx, {
    accountId: invoice.accountId,
    sellerId: invoice.sellerId,
    invoiceId: invoice.id,
    kind: 'invoice.uncollectible',
    fromState: invoice.state,
    toState: 'uncollectible',
    reason: 'dunning',
    ...(invoice.subscriptionId === null ? {} : { subscriptionId: invoice.subscriptionId }),
  });
}

/** What was not had of a claim by the end of its subscription, and was not given back at that end or since. */
async function notHad(ctx: Ctx, tx: Db, { row, invoice }: { row: SubscriptionRow; invoice: InvoiceRow }): Promise<Unused> {
  const ended = row.endedAt?.getTime() ?? ctx.now();
  const unused = await unusedOf(tx, { row, invoice, now: ended });
  const since = (await creditNotesOf(tx, invoice.id)).filter((one) => one.createdAt.getTime() >= ended);
  const given = since.reduce((sum, one) => sum + one.total, 0n);
  return given === 0n ? unused : { amount: unused.amount > given ? unused.amount - given : 0n };
}

/**
 * Gives up on an open claim of a locked subscription that is over. A claim for unused time is void, or credited where something was paid on
 * it; where time was used in part, a credit note takes back the rest, and payments for that go to the balance. Throws `payment_undecided`
 * while a card may still pay it.
 */
export async function giveUp(ctx: Ctx, tx: Db, { row, id }: { row: SubscriptionRow; id: string }): Promise<void> {
  await dropUndecided(ctx, tx, id);
  const invoice = await lockInvoice(tx, id);
  if (invoice?.state !== 'open') return;
  const { amount, lines } = await notHad(ctx, tx, { row, invoice });
  const dropped = await isDropped(ctx, tx, { id: row.id, invoice, amount });
  if (dropped && (await voidClaim(ctx, tx, { invoice, reason: NOT_PAID }))) return;
  if (amount > 0n) await creditNote(ctx, tx, { invoice, ...(lines === undefined ? { amount } : { lines }), reason: NOT_PAID });
  if (invoice.paid > 0n && restOf(invoice, amount) > 0n) await tellGivenBack(ctx, tx, [invoice]);
  const left = await lockInvoice(tx, id);
  if (left?.state === 'open') await writeOff(ctx, tx, left);
}
