/** How accounts stand with money, many at once: what they hold and what they owe. */
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { plansSql } from '#sales/plans/server/plans.sql.ts';
import { type SubscriptionState, subscriptionStates } from '../billing.contract.ts';

const planRow = z.object({ accountId: z.string(), planId: z.string(), planName: z.string(), state: z.enum(subscriptionStates) });
export type PlanHeld = z.output<typeof planRow>;
/** Neither over nor never begun. */
const held: readonly SubscriptionState[] = ['scheduled', 'incomplete', 'trialing', 'active', 'past_due', 'restricted', 'paused'];
const isHeld = sql`s.kind = 'base' and s.ended_at is null and s.state in ${[...held]}`;

export async function plansHeld(db: Db, accountIds: readonly string[]): Promise<PlanHeld[]> {
  const { rows } = await db.execute(sql`
    select distinct on (s.account_id) s.account_id as "accountId", p.id as "planId", p.name as "planName", s.state
    from subscriptions s join ${plansSql} p on p.id = s.plan_id
    where s.account_id = any(${sql.param([...accountIds])}::uuid[]) and ${isHeld}
    order by s.account_id, s.created_at desc`);
  return z.array(planRow).parse(rows);
}

const sumRow = z.object({ accountId: z.string(), currency: z.string(), minor: z.coerce.number(), overdue: z.boolean() });
export type Owed = z.output<typeof sumRow>;
/** Sums of what is open with one seller, by currency, and whether its day is over. */
export async function owedBy(db: Db, of: { sellerId: string; accountIds: readonly string[]; now: Date }): Promise<Owed[]> {
  const { rows } = await db.execute(sql`
    select account_id as "accountId", currency, sum(remaining)::text as minor, coalesce(overdue_at <= ${of.now}, false) as overdue
    from invoices where account_id = any(${sql.param([...of.accountIds])}::uuid[]) and seller_id = ${of.sellerId} and state = 'open'
    group by account_id, currency, 4 having sum(remaining) <> 0`);
  return z.array(sumRow).parse(rows);
}

/** A part of a question: ids of accounts. */
export type AccountsQuestion = SQL;
/** The accounts that hold the plan. */
export const holdersOf = (planId: string): AccountsQuestion =>
  sql`select s.account_id from subscriptions s where s.plan_id = ${planId} and ${isHeld}`;
/** The accounts that owe a seller; `overdue`: since a day that is over. */
export function debtorsOf({
  sellerId,
  balance,
  now,
}: {
  sellerId: string;
  balance: 'open' | 'overdue';
  now: Date;
}): AccountsQuestion {
  const late = balance === 'open' ? sql`true` : sql`i.overdue_at <= ${now}`;
  return sql`select i.account_id from invoices i where i.seller_id = ${sellerId} and i.state = 'open' and i.remaining > 0 and ${late}`;
}
