/** Notices to the operator's people who manage money, about what a machine cannot decide. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findOwners } from '#core/accounts/server/accounts.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';

/**
 * `refundFailed`: it could not be sent, its amount is on the balance. `refundElsewhere`: somebody gave money back at the provider itself, and no
 * credit note says so. `disputeOpened`, `disputeWon`: the bank of a payer. `paymentReversed`: a bank took money back.
 * `providerSilent`: charges succeed and no news of them arrive. `strayCharge`: no payment here stands for it. `cardsTried`: too many were refused.
 * `customerKept`: who is erased here is known to the provider of cards yet.
 * `restMissing`: a purchase is paid in part, and its time is over. `partOnBalance`: the rest never came.
 */
export type OperatorWord =
  | 'refundFailed'
  | 'refundElsewhere'
  | 'disputeOpened'
  | 'disputeWon'
  | 'paymentReversed'
  | 'providerSilent'
  | 'strayCharge'
  | 'cardsTried'
  | 'customerKept'
  | 'restMissing'
  | 'partOnBalance';
export type ToOperator = { sellerId: string; kind: OperatorWord; data: Record<string, string | number>; link: string };

/** Tells the owners of the seller's account, in the transaction of its cause. */
export async function tellOperator(ctx: Ctx, tx: Db, { sellerId, kind, data, link }: ToOperator): Promise<void> {
  for (const userId of await findOwners(tx, sellerId)) await notify(ctx, tx, { userId, accountId: sellerId, kind, data, link });
  await ctx.bus.push(tx, { topic: 'operator:news', kind: 'billing' });
}
