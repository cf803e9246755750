/** Small things that have to be done now and then. */
import type { Ctx } from '#kit/server/ctx.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { operatorSeller } from './access.service.ts';
import { tellOperator } from './operator-word.service.ts';
import { chargedSince, lastNewsAt } from './payments.queries.ts';
import { changeSubscription, dropOldQuotes, lockSubscription } from './subscriptions.queries.ts';

/** Quotes that nobody can use any more; for a day they still answer a second press of the button. */
export const dropOld = (ctx: Ctx): Promise<void> => ctx.system.write((tx) => dropOldQuotes(tx, new Date(ctx.now() - 86_400_000)));

/** Hours of charges without any event about them, after which the operator gets a notice. */
const SILENT_HOURS = 6;
/** Tells the operator, once a day, when cards are charged and the provider's news of it do not arrive: its address or secret is wrong. */
export async function hearSilence(ctx: Ctx): Promise<void> {
  const seller = await operatorSeller(ctx.system.read);
  const hears = cardProvider(ctx)?.capabilities().news === true;
  if (seller === null || !hears) return;
  const last = await lastNewsAt(ctx.system.read);
  const since = await chargedSince(ctx.system.read, last ?? new Date(0));
  if (since === null || since.getTime() > ctx.now() - SILENT_HOURS * 3_600_000) return;
  const isFirst = await ctx.limits.use('billing-silence', { max: 1, windowSeconds: 86_400 }).then(
    () => true,
    () => false,
  );
  if (!isFirst) return;
  const sellerId = seller.accountId;
  await ctx.system.write((tx) => tellOperator(ctx, tx, { sellerId, kind: 'providerSilent', data: {}, link: '/all-invoices' }));
}

/** Has the engine look at a subscription that is not over, now. */
export const lookAgain = (ctx: Ctx, id: string): Promise<void> =>
  ctx.system.write(async (tx) => {
    const row = await lockSubscription(tx, id);
    if (row !== null && row.endedAt === null) await changeSubscription(tx, id, { nextAt: new Date(ctx.now()) });
  });
