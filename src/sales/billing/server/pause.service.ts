/** Pausing: from the end of a period to a given day, and going on with a period of its own. */
import { Failure } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { periodAt } from '../period.rules.ts';
import { PAUSE_DAYS, type subscriptionsCalls } from '../subscriptions.contract.ts';
import { buyerOf, note } from './access.service.ts';
import { pausable } from './acts.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { wayBy } from './card-tries.service.ts';
import { dropNext } from './drop.service.ts';
import { claimFirst } from './claim-period.service.ts';
import { resumePaused } from './engine.service.ts';
import { newestOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { lookBy } from './looks.service.ts';
import { beginPayment } from './pay.service.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { mustTake } from './quote.service.ts';
import { triedOut } from './tried-out.service.ts';
import { changeSubscription, liveBaseOf, lockSubscription } from './subscriptions.queries.ts';

type Ask = Parsed<typeof subscriptionsCalls.pause>['body'];

/** Throws `changed_meanwhile` when it is not the one that was looked at. */
async function held(tx: Db, of: { id: string | undefined; revision: number }): Promise<SubscriptionRow> {
  const row = of.id === undefined ? null : await lockSubscription(tx, of.id);
  if (row === null) throw new Failure('wrong_state');
  if (row.revision !== of.revision) throw new Failure('changed_meanwhile', { data: { revision: row.revision } });
  return row;
}

/** Throws `wrong_state`, `pause_refused` for a day that is no later than the period or too far away, `next_paid`. */
export async function pause(ctx: Ctx, { until, revision }: Ask): Promise<{ done: true }> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  const live = await liveBaseOf(ctx.db.read, actor.accountId);
  await ctx.system.write(async (tx) => {
    const row = await held(tx, { id: live?.id, revision });
    const end = row.periodEnd?.getTime();
    if (!pausable(row) || end === undefined) throw new Failure('wrong_state');
    if (until !== null && (until <= end || until > end + PAUSE_DAYS * 86_400_000))
      throw new Failure('pause_refused', { data: { most: PAUSE_DAYS } });
    const next = until === null ? { row, none: true } : await dropNext(ctx, tx, row);
    if (!next.none) throw new Failure('next_paid');
    const pausedUntil = until === null ? null : new Date(until);
    await changeSubscription(tx, row.id, { pausedUntil, nextAt: lookBy(row, { ...next.row, pausedUntil }) });
    const kind = until === null ? 'subscription.pause_undone' : 'subscription.pause_asked';
    await note(ctx, tx, { accountId: row.accountId, sellerId: row.sellerId, subscriptionId: row.id, kind, data: { until } });
    const action = until === null ? 'billing.pause-undone' : 'billing.pause-asked';
    await record(ctx, tx, { action, subjectKind: 'subscription', subjectId: row.id });
  });
  return { done: true };
}

type By = { row: SubscriptionRow; by: 'card' | 'transfer'; manual: string | null };
/** After a trial that ended without a way to pay, the first claim comes first; after a pause it goes on at once. */
async function goOn(ctx: Ctx, tx: Db, { row, by, manual }: By): Promise<InvoiceRow | null> {
  const seller = await sellerById(tx, row.sellerId);
  if ((await profileOf(tx, row.accountId)) === null) throw new Failure('profile_missing');
  if (seller === null) throw new Failure('provider_off');
  await mustTake(ctx, tx, { seller, by, manual });
  const paying = await changeSubscription(tx, row.id, { payBy: by, manualId: by === 'transfer' ? manual : null });
  if (row.periodStart !== null) {
    await resumePaused(ctx, tx, { row: paying, at: ctx.now() });
    return newestOf(tx, row.id);
  }
  const { start, end } = periodAt(
    { anchor: ctx.now(), every: row.period === 'year' ? 'year' : 'month', zone: row.anchorZone },
    0,
  );
  return claimFirst(ctx, tx, { row: paying, start, end });
}

/** Throws `wrong_state`, `profile_missing`, `provider_off`, `provider_down`, `tax_pending`; what `wayBy` does where something is to be paid. */
export async function resume(
  ctx: Ctx,
  { by, manual: id, revision, challenge }: Parsed<typeof subscriptionsCalls.resume>['body'],
): Promise<ResultIn<typeof subscriptionsCalls.resume>> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  await ctx.limits.use(`billing-purchase:${actor.accountId}`, { max: 20, windowSeconds: 3600 });
  const live = await liveBaseOf(ctx.db.read, actor.accountId);
  const manual = id ?? null;
  const work = async (tx: Db): Promise<InvoiceRow | null> => {
    const row = await held(tx, { id: live?.id, revision });
    if (row.state !== 'paused') throw new Failure('wrong_state');
    await record(ctx, tx, { action: 'billing.resumed', subjectKind: 'subscription', subjectId: row.id });
    return goOn(ctx, tx, { row, by, manual });
  };
  const chosen = { accountId: actor.accountId, by, manual, challenge };
  // where a balance or a coupon covers it no page opens on which a card could be tried
  const way = by === 'card' && (await triedOut(ctx, work))?.state !== 'open' ? null : await wayBy(ctx, chosen);
  const invoice = await ctx.system.write(work);
  if (invoice === null || invoice.state !== 'open') return { invoiceId: invoice?.id ?? null, next: { kind: 'done' } };
  return { invoiceId: invoice.id, next: await beginPayment(ctx, invoice, way ?? (await wayBy(ctx, chosen))) };
}
