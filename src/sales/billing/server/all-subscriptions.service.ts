/** Subscriptions for their seller: across accounts, hence the rights of the system. */
import { notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageOf } from '#kit/server/db/cursor.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import type { allSubscriptionsCalls, SubscriptionDetail, SubscriptionItem } from '../all-subscriptions.contract.ts';
import { moneyKeeperOf, sellerKeeperOf } from './access.service.ts';
import { addonsOut } from './addons.service.ts';
import {
  countSubscriptions,
  type Listed,
  listedById,
  monthlyFigures,
  movesWithin,
  stateFigures,
  subscriptionsPage,
} from './all-subscriptions.queries.ts';
import { passesOut } from './passes-view.service.ts';
import { balanceOf } from './payments.queries.ts';
import { eventsOfSubscriptions } from './subscriptions.queries.ts';

type Names = { accounts: ReadonlyMap<string, string>; plans: ReadonlyMap<string, string> };
const itemOf = ({ row, monthly }: Listed, { accounts, plans }: Names): SubscriptionItem => ({
  id: row.id,
  accountId: row.accountId,
  accountName: accounts.get(row.accountId) ?? '',
  state: row.state,
  stateSince: row.stateSince.getTime(),
  planId: row.planId,
  planName: plans.get(row.planId) ?? '',
  version: row.version,
  currency: row.currency,
  period: row.period,
  seats: row.seats,
  payBy: row.payBy,
  monthly: Number(monthly),
  cancelAtEnd: row.cancelAtEnd,
  pausedUntil: row.pausedUntil?.getTime() ?? null,
  periodEnd: row.periodEnd?.getTime() ?? null,
  trialEnd: row.trialEnd?.getTime() ?? null,
  startsAt: row.state === 'scheduled' ? row.anchorAt.getTime() : null,
  freeUntil: row.freeUntil?.getTime() ?? null,
  createdAt: row.createdAt.getTime(),
  endedAt: row.endedAt?.getTime() ?? null,
  revision: row.revision,
});

async function namesFor(ctx: Ctx, rows: readonly Listed[]): Promise<Names> {
  const [accounts, plans] = await Promise.all([
    findAccountNames(
      ctx.system.read,
      rows.map(({ row }) => row.accountId),
    ),
    findPlanNames(
      ctx.system.read,
      rows.map(({ row }) => row.planId),
      ctx.locale,
    ),
  ]);
  return { accounts, plans };
}

/** Newest first. */
export async function list(
  ctx: Ctx,
  query: Parsed<typeof allSubscriptionsCalls.list>['query'],
): Promise<ResultIn<typeof allSubscriptionsCalls.list>> {
  const actor = moneyKeeperOf(ctx);
  const { state, accountId, planId, search, limit } = query;
  const filter = { sellerId: actor.accountId, state, accountId, planId, search };
  const before = idCursor.read(query.cursor);
  const [rows, total] = await Promise.all([
    subscriptionsPage(ctx.system.read, filter, { before, limit: limit + 1 }),
    countSubscriptions(ctx.system.read, filter),
  ]);
  const { shown, next } = pageOf(rows, limit, (last) => idCursor.write(last.row.id));
  const names = await namesFor(ctx, shown);
  return {
    items: shown.map((one) => itemOf(one, names)),
    next,
    ...(total === undefined ? {} : { total }),
  };
}

/** `from`, `to`: epoch milliseconds, half-open. */
export async function figures(
  ctx: Ctx,
  { from, to }: { from: number; to: number },
): Promise<ResultIn<typeof allSubscriptionsCalls.figures>> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  const db = ctx.system.read;
  const [monthly, states, moves] = await Promise.all([
    monthlyFigures(db, sellerId),
    stateFigures(db, sellerId),
    movesWithin(db, { sellerId, from: new Date(from), to: new Date(to) }),
  ]);
  const count = (froms: readonly (string | null)[], tos: readonly string[]) =>
    moves.reduce((sum, one) => sum + (froms.includes(one.from) && one.to !== null && tos.includes(one.to) ? one.count : 0), 0);
  return {
    monthly: monthly.map(({ currency, amount, count: of }) => ({ currency, amount: Number(amount), count: of })),
    states,
    // what was bought and is paid, and what began for nothing
    new: count(['incomplete', 'trialing', null], ['active']),
    churned: count(['active', 'past_due', 'restricted', 'paused'], ['canceled']),
    trialsTurned: count(['trialing'], ['active']),
    trialsEnded: count(['trialing'], ['canceled', 'paused']),
  };
}

/** For its seller: the operator, or a vendor in its own name. Throws `not_found` for another seller's. */
export async function get(ctx: Ctx, id: string): Promise<SubscriptionDetail> {
  const actor = sellerKeeperOf(ctx);
  const db = ctx.system.read;
  const found = await listedById(db, id);
  if (found === null || found.row.sellerId !== actor.accountId) throw notFound();
  const { accountId, sellerId, currency } = found.row;
  const [names, events, balance, passes, addons] = await Promise.all([
    namesFor(ctx, [found]),
    eventsOfSubscriptions(db, [id]),
    balanceOf(db, { accountId, sellerId, currency }),
    passesOut(ctx, accountId),
    findPlanNames(
      db,
      found.row.addons.map((one) => one.planId),
      ctx.locale,
    ),
  ]);
  const people = await findNames(
    db,
    events.flatMap((one) => one.actorId ?? []),
  );
  return {
    ...itemOf(found, names),
    balance: Number(balance),
    addons: addonsOut(found.row.addons, (planId) => addons.get(planId) ?? ''),
    passes,
    timeline: events.map((one) => ({
      id: one.id,
      at: one.at.getTime(),
      kind: one.kind,
      from: one.fromState,
      to: one.toState,
      reason: one.reason,
      by: one.actorId === null ? null : (people.get(one.actorId) ?? null),
      data: one.data,
    })),
  };
}
