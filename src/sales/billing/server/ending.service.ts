/** How a plan ends that nobody wants any longer, by the word of its people or because their account closes. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { note } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { dropClaims, dropNext } from './drop.service.ts';
import { lookBy } from './looks.service.ts';
import { moveSubscription } from './standing.service.ts';
import { apart, changeSubscription } from './subscriptions.queries.ts';
import { lookInAnHour } from './tax-waiting.service.ts';
import { giveBackUnhad, withoutChange } from './unbought.service.ts';

type Ending = { row: SubscriptionRow; reason: string };

/** Whether it has no service to wait for the end of. */
export const isIdle = ({ state }: SubscriptionRow): boolean => state === 'paused' || state === 'restricted';

/**
 * Ends a locked one that is idle, at once. What was asked for and not served is void; what was served is owed, and asked for on. Throws
 * `payment_undecided` while money may be under way.
 */
export async function endNow(ctx: Ctx, tx: Db, { row: seen, reason }: Ending): Promise<SubscriptionRow> {
  const row = await withoutChange(ctx, tx, { row: seen, reason });
  const unhad = row.state === 'paused' && row.periodStart === null;
  if (unhad) await dropClaims(ctx, tx, row);
  else await dropNext(ctx, tx, row);
  const over = await moveSubscription(ctx, tx, { row, to: 'canceled', reason });
  if (unhad) await giveBackUnhad(ctx, tx, over);
  return over;
}

/** Has a locked one end with its period, or its trial. Nobody is asked for a period that does not come. Throws `payment_undecided` as above. */
export async function endAfterPeriod(
  ctx: Ctx,
  tx: Db,
  { row, reason }: Omit<Ending, 'reason'> & { reason?: string },
): Promise<void> {
  const { row: left } = await dropNext(ctx, tx, row);
  await setToEnd(ctx, tx, { row: left, ...(reason === undefined ? {} : { reason }) });
}

async function setToEnd(ctx: Ctx, tx: Db, { row, reason }: Omit<Ending, 'reason'> & { reason?: string }): Promise<void> {
  const { id, accountId, sellerId } = row;
  await changeSubscription(tx, id, { cancelAtEnd: true, nextAt: lookBy(row, { ...row, cancelAtEnd: true }) });
  const why = reason === undefined ? {} : { reason };
  await note(ctx, tx, { accountId, sellerId, subscriptionId: id, kind: 'subscription.cancel_asked', ...why });
}

const isUndecided = (error: unknown): boolean => error instanceof Failure && error.code === 'payment_undecided';

/** Ends one of a closed account. While money may be under way, its claim stays until that is decided. */
export async function endOfAccount(ctx: Ctx, tx: Db, of: Ending): Promise<void> {
  const { row } = of;
  try {
    await apart(tx, async () => (isIdle(row) ? void (await endNow(ctx, tx, of)) : endAfterPeriod(ctx, tx, of)));
  } catch (error) {
    if (!isUndecided(error)) throw error;
    if (!row.cancelAtEnd) await setToEnd(ctx, tx, of);
    if (isIdle(row)) await lookInAnHour(ctx, tx, row);
  }
}

/** What is asked for of a plan that is over and did not come to the period that it is for is void, as soon as no money can be under way for it. */
export async function dropNeverHad(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  try {
    await apart(tx, () => dropNext(ctx, tx, row));
  } catch (error) {
    if (!isUndecided(error)) throw error;
  }
}
