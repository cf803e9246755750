/** Small things that have to be done now and then. */
import type { Ctx } from '#kit/server/ctx.ts';
import { changeSubscription, dropOldQuotes, lockSubscription } from './subscriptions.queries.ts';

/** Quotes that nobody can use any more; for a day they still answer a second press of the button. */
export const dropOld = (ctx: Ctx): Promise<void> => ctx.system.write((tx) => dropOldQuotes(tx, new Date(ctx.now() - 86_400_000)));

/** Has the engine look at a subscription that is not over, now. */
export const lookAgain = (ctx: Ctx, id: string): Promise<void> =>
  ctx.system.write(async (tx) => {
    const row = await lockSubscription(tx, id);
    if (row !== null && row.endedAt === null) await changeSubscription(tx, id, { nextAt: new Date(ctx.now()) });
  });
