/**
 * Withdrawal from an event pass: a consumer takes one back within fourteen days, as long as no meeting was held on it. Nothing of it was used then,
 * so all of it is given back (business rules D10, §4).
 */
import { Failure, notFound } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { heldWithin } from '#meet/meetings/server/attendance/use.service.ts';
import type { passesCalls } from '../passes.contract.ts';
import { buyerOf } from './access.service.ts';
import type { ProfileRow, SubscriptionRow } from './billing.table.ts';
import { letGoOf } from './pay.service.ts';
import { profileOf } from './parties.queries.ts';
import { moveSubscription } from './standing.service.ts';
import { lockSubscription, subscriptionById } from './subscriptions.queries.ts';
import { giveBack, receipt, wholly, withdrawUntil, wouldGive } from './withdraw.service.ts';

type WithdrawalCheck = { buyer: ProfileRow | null; now: number };
/** Whether there is a right to it, as far as the pass itself says: it is paid for, and its time is not over. */
export const passWithdrawable = (row: SubscriptionRow, { buyer, now }: WithdrawalCheck): boolean =>
  row.kind === 'pass' &&
  row.state === 'active' &&
  row.periodEnd !== null &&
  now < row.periodEnd.getTime() &&
  buyer?.buyer === 'consumer' &&
  now < withdrawUntil(row);

/** Whether a meeting of the account was held while the pass counted: one that began before, too, if somebody was there. */
export async function isUsed(db: Db, { accountId, periodStart, periodEnd }: SubscriptionRow): Promise<boolean> {
  if (periodStart === null || periodEnd === null) return false;
  return heldWithin(db, { accountId, from: periodStart, until: periodEnd });
}

/** Throws `not_found`, `not_withdrawable`, `pass_used`. */
async function mustBeUnused(ctx: Ctx, db: Db, of: { row: SubscriptionRow | null; accountId: string }): Promise<SubscriptionRow> {
  const { row, accountId } = of;
  if (row === null || row.accountId !== accountId || row.kind !== 'pass') throw notFound();
  const buyer = await profileOf(db, accountId);
  if (!passWithdrawable(row, { buyer, now: ctx.now() })) throw new Failure('not_withdrawable');
  if (await isUsed(db, row)) throw new Failure('pass_used');
  return row;
}

/** What would be given back at this moment. Throws `not_withdrawable`, `pass_used`. */
export async function passWithdrawal(ctx: Ctx, id: string): Promise<ResultIn<typeof passesCalls.withdrawal>> {
  const { accountId } = buyerOf(ctx, 'subscriptions.view');
  const { read } = ctx.system;
  return wouldGive(ctx, {
    row: await mustBeUnused(ctx, read, { row: await subscriptionById(read, id), accountId }),
    part: wholly,
  });
}

/** Throws `not_withdrawable`, `pass_used`, `changed_meanwhile`, `payment_undecided` while a card may still be charged. */
export async function withdrawPass(
  ctx: Ctx,
  { id, revision }: { id: string; revision: number },
): Promise<ResultIn<typeof passesCalls.withdraw>> {
  const { accountId } = buyerOf(ctx, 'subscriptions.purchase');
  await mustBeUnused(ctx, ctx.system.read, { row: await subscriptionById(ctx.system.read, id), accountId });
  await letGoOf(ctx, id);
  return ctx.system.write(async (tx) => {
    const row = await mustBeUnused(ctx, tx, { row: await lockSubscription(tx, id), accountId });
    if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { revision: row.revision } });
    // over before anything is credited: nothing that is settled by it begins again
    const over = await moveSubscription(ctx, tx, { row, to: 'canceled', reason: 'withdrawn' });
    // the account is locked by now: a meeting that began at the same moment was first
    if (await isUsed(tx, row)) throw new Failure('pass_used');
    const { back, card, due } = await giveBack(ctx, tx, { row: over, part: wholly });
    await receipt(ctx, tx, { row, back, card, due });
    const data = { back: Number(back), card: Number(card), currency: row.currency };
    await record(ctx, tx, { action: 'billing.withdrawn', subjectKind: 'subscription', subjectId: id, data });
    return { at: ctx.now(), currency: row.currency, back: Number(back), toCard: Number(card), due: Number(due) };
  });
}
