/** Changes that were asked for and not paid in time. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { reckonedUntil } from '../change.rules.ts';
import { OBJECTION_HOLD_DAYS } from '../objections.contract.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { askToLetGo } from './dunning.service.ts';
import { lockInvoice } from './invoices.queries.ts';
import { waitForRest } from './paid-in-part.service.ts';
import { undecidedOf } from './payments.queries.ts';
import { putOff } from './stuck.service.ts';
import { changeSubscription } from './subscriptions.queries.ts';
import { lookInAnHour } from './tax-waiting.service.ts';
import { takeBackChange, tellGivenBack } from './unbought.service.ts';

const dayMs = 86_400_000;

/**
 * The locked subscription without a change whose time is over. Null: a card may still pay it, so that nothing more is done until its provider
 * has canceled it, or the customer reported it paid and nobody has looked yet. One that is paid in part waits for the rest until its period ends at the
 * latest, and ends with a credit note.
 */
export async function withoutLapsed(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<SubscriptionRow | null> {
  const { changing } = row;
  if (changing === null) return row;
  const [periodStart, periodEnd] = [row.periodStart?.getTime() ?? null, row.periodEnd?.getTime() ?? null];
  const last = reckonedUntil({ at: changing.at, periodStart, periodEnd });
  if (Math.min(changing.until, last ?? changing.until) > ctx.now()) return row;
  const undecided = await undecidedOf(tx, changing.invoiceId);
  if (undecided?.provider === 'card') {
    const nextAt = await askToLetGo(ctx, tx, row);
    await changeSubscription(tx, row.id, { changing: { ...changing, until: nextAt.getTime() }, nextAt });
    return null;
  }
  const claim = await lockInvoice(tx, changing.invoiceId);
  const rest = claim === null ? null : await waitForRest(ctx, tx, { row, claim, last });
  if (rest !== null) return changeSubscription(tx, row.id, { changing: { ...changing, until: rest.getTime() } });
  // the customer reports it paid: until a person has looked, neither this change nor a next period is priced on a guess; if nobody looks for as
  // long as such a report holds anything, its state shows that
  if (undecided?.state === 'reported') {
    const isHeld = ctx.now() < changing.until + OBJECTION_HOLD_DAYS * dayMs;
    return (isHeld ? lookInAnHour : putOff)(ctx, tx, row).then(() => null);
  }
  const { row: after, paid } = await takeBackChange(ctx, tx, { row, reason: 'not paid in time' });
  await tellGivenBack(ctx, tx, paid);
  return after.changing === null
    ? after
    : changeSubscription(tx, row.id, { changing: { ...changing, until: ctx.now() + dayMs } });
}
