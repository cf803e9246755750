/** What was begun and never paid in another currency than the one bought in now: it is dropped, so that an account pays in one (golden scenario 20). */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { letGoOf } from './pay.service.ts';
import { begunElsewhere, lockSubscription } from './subscriptions.queries.ts';
import { endBegun, tellGivenBack } from './unbought.service.ts';

type AccountCurrency = { accountId: string; currency: string };

/** Before the transaction: cancels their pages at the card provider. What was paid on one after all counts. */
export async function letGoOfBegun(ctx: Ctx, of: AccountCurrency): Promise<void> {
  for (const { id } of await begunElsewhere(ctx.system.read, of)) await letGoOf(ctx, id);
}

/** What its buyer agreed to is asked before: `mustAgree`. Throws `payment_undecided` where a card may still pay one, or a transfer was reported. Where money came in part the purchase is refused before: `anyOpen`. */
export async function dropBegun(ctx: Ctx, tx: Db, of: AccountCurrency): Promise<void> {
  for (const { id } of await begunElsewhere(tx, of)) {
    const row = await lockSubscription(tx, id);
    if (row?.state !== 'incomplete') continue;
    await tellGivenBack(ctx, tx, await endBegun(ctx, tx, { row, reason: 'bought in another currency' }));
  }
}
