/** The plan of an account as its people see it, and what they may do with it. */
import { Failure } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { entitlementsFor, recordedBytes } from '#core/accounts/server/accounts.service.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import type { billingCalls, SubscriptionPage, SubscriptionView } from '../billing.contract.ts';
import { includedKeys } from '../use.rules.ts';
import { buyerOf, note, sellerFor } from './access.service.ts';
import { actsOf, goesOnAgain } from './acts.service.ts';
import { addonsOut } from './addons.service.ts';
import type { Pending, SubscriptionRow } from './billing.table.ts';
import { endAfterPeriod, endNow, isIdle } from './ending.service.ts';
import { openOf } from './invoices.queries.ts';
import { lookBy } from './looks.service.ts';
import { goneManual } from './manual-gone.service.ts';
import { minutesNow } from './minutes.service.ts';
import { heldPrice, nextCharge, type Parties } from './next-charge.service.ts';
import { methodsOf, profileOf } from './parties.queries.ts';
import { callOff } from './scheduled.service.ts';
import { pendingOf } from './tax-waiting.queries.ts';
import { passesOut } from './passes-view.service.ts';
import { balancesOf } from './payments.queries.ts';
import { manualWays, waysOf } from './quote.service.ts';
import { changeSubscription, lastBaseOf, liveBaseOf, lockSubscription } from './subscriptions.queries.ts';
import { useOfAccount } from './use.service.ts';
import { withdrawable, withdrawUntil } from './withdraw.service.ts';

type Reader = Parties & { buys: boolean };
async function subscriptionView(ctx: Ctx, row: SubscriptionRow, parties: Reader): Promise<SubscriptionView> {
  const wanted = [row, row.pending, row.changing].flatMap((one) =>
    one === null ? [] : [one.planId, ...(one.addons ?? []).map((addon) => addon.planId)],
  );
  const [names, [claim], [waiting]] = await Promise.all([
    findPlanNames(ctx.system.read, wanted, ctx.locale),
    openOf(ctx.system.read, row.id),
    pendingOf(ctx.system.read, row.id),
  ]);
  const nameOf = (planId: string) => names.get(planId) ?? '';
  const later = (one: Pending) => ({
    planName: nameOf(one.planId),
    period: one.period,
    seats: one.seats,
    addons: addonsOut(one.addons ?? row.addons, nameOf),
  });
  const mayWithdraw = withdrawable(row, { buyer: parties.buyer, now: ctx.now() });
  return {
    id: row.id,
    state: row.state,
    planId: row.planId,
    planName: nameOf(row.planId),
    version: row.version,
    currency: row.currency,
    period: row.period,
    seats: row.seats,
    addons: addonsOut(row.addons, nameOf),
    startsAt: row.state === 'scheduled' ? row.anchorAt.getTime() : null,
    freeUntil: row.freeUntil?.getTime() ?? null,
    taxWaits: waiting?.id ?? null,
    periodStart: row.periodStart?.getTime() ?? null,
    periodEnd: row.periodEnd?.getTime() ?? null,
    trialEnd: row.state === 'trialing' ? (row.trialEnd?.getTime() ?? null) : null,
    cancelAtEnd: row.cancelAtEnd,
    pending: row.pending === null ? null : later(row.pending),
    changing:
      row.changing === null ? null : { ...later(row.changing), invoiceId: row.changing.invoiceId, until: row.changing.until },
    pausedUntil: row.pausedUntil?.getTime() ?? null,
    payBy: row.payBy,
    manualId: row.manualId,
    manualGone: await goneManual(ctx.system.read, row),
    price: await heldPrice(ctx, row),
    next: await nextCharge(ctx, row, parties),
    minutes: await minutesNow(ctx, row),
    openInvoice:
      claim === undefined || claim.number === null
        ? null
        : {
            id: claim.id,
            number: claim.number,
            remaining: Number(claim.remaining),
            dueDate: claim.dueDate ?? '',
            overdue: claim.overdueAt !== null && claim.overdueAt.getTime() <= ctx.now(),
          },
    restrictedAt: row.state === 'restricted' ? row.stateSince.getTime() : null,
    withdrawUntil: mayWithdraw ? withdrawUntil(row) : null,
    startedAt: row.createdAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
    revision: row.revision,
    acts: parties.buys ? [...actsOf(row, ctx.now()), ...(mayWithdraw ? (['withdraw'] as const) : [])] : [],
  };
}

export async function pageFor(ctx: Ctx, actor: UserActor): Promise<SubscriptionPage> {
  const { accountId } = actor;
  const arranged = await sellerFor(ctx.system.read, accountId);
  const [live, methods, balances, buyer, plan] = await Promise.all([
    liveBaseOf(ctx.db.read, accountId),
    methodsOf(ctx.db.read, accountId),
    balancesOf(ctx.db.read, accountId),
    profileOf(ctx.db.read, accountId),
    entitlementsFor(ctx.db.read, accountId),
  ]);
  const row = live ?? (await lastBaseOf(ctx.db.read, accountId));
  const use = await useOfAccount(ctx, { accountId, plan, recordedBytes: await recordedBytes(ctx.db.read, accountId) });
  const buys = arranged.by === 'self' && actor.scope.includes('subscriptions.purchase');
  return {
    subscription:
      row === null || arranged.by !== 'self'
        ? null
        : await subscriptionView(ctx, row, { seller: arranged.seller, buyer, locale: actor.locale, buys }),
    passes: await passesOut(ctx, accountId),
    use,
    included: includedKeys.map((key) => ({ key, yes: plan[key] })),
    methods: methods.map(({ id, brand, last4, expires, first }) => ({ id, brand, last4, expires, first })),
    balances: balances.map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
    ways: arranged.by === 'self' ? waysOf(ctx, arranged.seller) : [],
    manual: arranged.by === 'self' ? await manualWays(ctx.system.read, arranged.seller) : [],
    arranged: arranged.by,
    rights: { purchase: buys },
  };
}

export const subscription = (ctx: Ctx): Promise<SubscriptionPage> => pageFor(ctx, buyerOf(ctx, 'subscriptions.view'));

const goes: readonly string[] = ['trialing', 'active', 'past_due'];
async function endIt(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  if (row.state === 'scheduled') await callOff(ctx, tx, { row, reason: 'asked' });
  else if (isIdle(row)) await endNow(ctx, tx, { row, reason: 'asked' });
  else if (row.cancelAtEnd) return;
  else await endAfterPeriod(ctx, tx, { row });
  await record(ctx, tx, { action: 'billing.cancel-asked', subjectKind: 'subscription', subjectId: row.id });
}

async function goOn(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  if (row.cancelAtEnd && !goesOnAgain(row)) throw new Failure('wrong_state');
  if (!row.cancelAtEnd) return;
  const { id, accountId, sellerId } = row;
  await changeSubscription(tx, id, { cancelAtEnd: false, nextAt: lookBy(row, { ...row, cancelAtEnd: false }) });
  await note(ctx, tx, { accountId, sellerId, subscriptionId: id, kind: 'subscription.cancel_undone' });
  await record(ctx, tx, { action: 'billing.cancel-undone', subjectKind: 'subscription', subjectId: id });
}

/**
 * Ends it with its period, or takes that back. In a trial it ends with the trial; what is paused, restricted or did not begin yet ends at once. Throws
 * `wrong_state`, `changed_meanwhile`, `payment_undecided` while a card may still be charged.
 */
export async function cancel(
  ctx: Ctx,
  { atEnd, revision }: Parsed<typeof billingCalls.cancel>['body'],
): Promise<SubscriptionPage> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  const found = await liveBaseOf(ctx.db.read, actor.accountId);
  await ctx.system.write(async (tx) => {
    const row = found === null ? null : await lockSubscription(tx, found.id);
    if (row === null || !(row.state === 'scheduled' || goes.includes(row.state) || isIdle(row))) throw new Failure('wrong_state');
    if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { revision: row.revision } });
    await (atEnd ? endIt(ctx, tx, row) : goOn(ctx, tx, row));
  });
  return subscription(ctx);
}
