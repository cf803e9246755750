import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { containsPattern } from '#kit/server/db/search.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { accountsSql } from '#core/accounts/server/accounts.sql.ts';
import { planPricesSql } from '#sales/plans/server/plans.sql.ts';
import type { SubscriptionState } from '../billing.contract.ts';
import { isPriceOfSql, monthlyAmountSql } from './billing.sql.ts';
import { billingEvents, type SubscriptionRow, subscriptions } from './billing.table.ts';

export type SubscriptionFilter = {
  sellerId: string;
  state?: SubscriptionState | undefined;
  accountId?: string | undefined;
  planId?: string | undefined;
  /** A part of the account's name. */
  search?: string | undefined;
};
const narrowed = ({ sellerId, state, accountId, planId, search }: SubscriptionFilter): SQL | undefined =>
  and(
    eq(subscriptions.sellerId, sellerId),
    state === undefined ? undefined : eq(subscriptions.state, state),
    accountId === undefined ? undefined : eq(subscriptions.accountId, accountId),
    planId === undefined ? undefined : eq(subscriptions.planId, planId),
    search === undefined || search === ''
      ? undefined
      : sql`exists (select 1 from ${accountsSql} a where a.id = ${subscriptions.accountId} and a.name ilike ${containsPattern(search)})`,
  );

const listed = sql`subscriptions`;
const monthlyOf = sql<string>`coalesce((
  select ${monthlyAmountSql(listed)} from ${planPricesSql} p where ${isPriceOfSql(listed)}), 0)`;

export type Listed = { row: SubscriptionRow; monthly: string };
/** Newest first; `before`: the id of the last one of the page before. */
export const subscriptionsPage = (
  db: Db,
  filter: SubscriptionFilter,
  page: { before: string | null; limit: number },
): Promise<Listed[]> =>
  db
    .select({ row: subscriptions, monthly: monthlyOf })
    .from(subscriptions)
    .where(and(narrowed(filter), page.before === null ? undefined : lt(subscriptions.id, page.before)))
    .orderBy(desc(subscriptions.id))
    .limit(page.limit);
export const countSubscriptions = (db: Db, filter: SubscriptionFilter): Promise<number | undefined> =>
  totalOf(db, subscriptions, narrowed(filter));
export async function listedById(db: Db, id: string): Promise<Listed | null> {
  const [row] = await db.select({ row: subscriptions, monthly: monthlyOf }).from(subscriptions).where(eq(subscriptions.id, id));
  return row ?? null;
}

/** Event passes are no subscribers. */
const plansOf = (sellerId: string) => and(eq(subscriptions.sellerId, sellerId), eq(subscriptions.kind, 'base'));
const bringing = ['active', 'past_due', 'restricted'] as const;
export const monthlyFigures = (db: Db, sellerId: string): Promise<{ currency: string; amount: string; count: number }[]> =>
  db
    .select({ currency: subscriptions.currency, amount: sql<string>`sum(${monthlyOf})`, count: sql<number>`count(*)::int` })
    .from(subscriptions)
    .where(and(plansOf(sellerId), inArray(subscriptions.state, [...bringing])))
    .groupBy(subscriptions.currency)
    .orderBy(subscriptions.currency);
export const stateFigures = (db: Db, sellerId: string): Promise<{ state: SubscriptionState; count: number }[]> =>
  db
    .select({ state: subscriptions.state, count: sql<number>`count(*)::int` })
    .from(subscriptions)
    .where(plansOf(sellerId))
    .groupBy(subscriptions.state)
    .orderBy(subscriptions.state);

/** Moves of a span of time, by from and to. */
export const movesWithin = (
  db: Db,
  of: { sellerId: string; from: Date; to: Date },
): Promise<{ from: string | null; to: string | null; count: number }[]> =>
  db
    .select({ from: billingEvents.fromState, to: billingEvents.toState, count: sql<number>`count(*)::int` })
    .from(billingEvents)
    .where(
      and(
        eq(billingEvents.sellerId, of.sellerId),
        gte(billingEvents.at, of.from),
        lt(billingEvents.at, of.to),
        sql`${billingEvents.kind} like 'subscription.%'`,
        sql`${billingEvents.toState} is not null`,
        sql`exists (select 1 from subscriptions s where s.id = ${billingEvents.subscriptionId} and s.kind = 'base')`,
      ),
    )
    .groupBy(billingEvents.fromState, billingEvents.toState);
