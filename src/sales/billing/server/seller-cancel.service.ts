/** A subscription that its seller ends with what is paid for. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { SubscriptionDetail } from '../all-subscriptions.contract.ts';
import { sellerKeeperOf } from './access.service.ts';
import { lockSoldSubscription, tell } from './all-subscription-acts.service.ts';
import { get } from './all-subscriptions.service.ts';
import { dropNext } from './drop.service.ts';
import { lookBy } from './looks.service.ts';
import { changeSubscription } from './subscriptions.queries.ts';

const runs: readonly string[] = ['trialing', 'active', 'past_due'];
type SellerCancelRequest = { id: string; reason: string; revision: number };
/**
 * It ends with its period or trial, and nothing more is asked for. Throws `not_found` for another seller's, `wrong_state` for what has no end to
 * wait for or ends with it already, `changed_meanwhile`, `payment_undecided` while a card may be charged for what comes next.
 */
export async function cancelAtEnd(ctx: Ctx, { id, reason, revision }: SellerCancelRequest): Promise<SubscriptionDetail> {
  const actor = sellerKeeperOf(ctx);
  await ctx.system.write(async (tx) => {
    const row = await lockSoldSubscription(tx, { actor, id, revision });
    if (!runs.includes(row.state) || row.cancelAtEnd || row.kind !== 'base') throw new Failure('wrong_state');
    const after = { ...(await dropNext(ctx, tx, row)).row, cancelAtEnd: true };
    await changeSubscription(tx, id, { cancelAtEnd: true, nextAt: lookBy(row, after) });
    await tell(ctx, tx, { row, action: 'cancel_asked', reason });
  });
  return get(ctx, id);
}
