/** Recurring revenue. A month of a subscription is its price without tax and coupons; a year's price is spread over twelve months, rounded half up. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import {
  billingEventsSql,
  isPriceOfSql,
  monthlyAmountSql,
  subscriptionPeriodsSql,
  subscriptionsSql,
} from '#sales/billing/server/billing.sql.ts';
import { planPricesSql } from '#sales/plans/server/plans.sql.ts';
import { monthsAfter } from '../books.rules.ts';

const subscription = sql`s`;
/** Of a subscription `s` and its price `p`. */
export const monthly = monthlyAmountSql(subscription);
export const priced = sql`${subscriptionsSql} s join ${planPricesSql} p on ${isPriceOfSql(subscription)}`;

/** Of a seller's base subscriptions, what each brings now. */
const live = (sellerId: string): SQL => sql`select s.id, s.currency, ${monthly} as amount from ${priced}
  where s.seller_id = ${sellerId} and s.kind = 'base' and s.state in ('active', 'past_due', 'restricted')`;
/** What each brought at a moment: its period tells that it ran, its price is the present one. */
const standing = (sellerId: string, at: Date): SQL => sql`select s.id, s.currency, ${monthly} as amount from ${priced}
  where s.seller_id = ${sellerId} and s.kind = 'base' and exists (select 1 from ${subscriptionPeriodsSql} t
    where t.subscription_id = s.id and t.starts_at <= ${at} and t.ends_at > ${at})
  and (s.ended_at is null or s.ended_at > ${at})`;

const moves = (sellerId: string, from: Date, to: Date): SQL => sql`select s.currency,
  count(*) filter (where e.to_state = 'active' and (e.from_state is null or e.from_state in ('incomplete', 'scheduled', 'trialing')))::int as came,
  count(*) filter (where e.to_state = 'canceled' and e.from_state in ('active', 'past_due', 'restricted', 'paused'))::int as gone,
  count(*) filter (where e.to_state = 'active' and e.from_state = 'trialing')::int as turned,
  count(*) filter (where e.to_state in ('canceled', 'paused') and e.from_state = 'trialing')::int as ended
  from ${billingEventsSql} e join ${subscriptionsSql} s on s.id = e.subscription_id
  where e.seller_id = ${sellerId} and e.at >= ${from} and e.at < ${to} and e.to_state is not null
    and e.kind like 'subscription.%' and s.kind = 'base'
  group by s.currency`;

export type Counted = {
  currency: string;
  recurring: string;
  gained: string;
  lost: string;
  subscriptions: number;
  came: number;
  gone: number;
  turned: number;
  ended: number;
};
type ComparedMonth = { sellerId: string; from: Date; to: Date };
const compared = (is: SQL, was: SQL, { sellerId, from, to }: ComparedMonth): SQL => sql`with b as (${is}), a as (${was}), d as (
    select coalesce(b.currency, a.currency) as currency, coalesce(b.amount, 0) as is_now, coalesce(a.amount, 0) as was, b.id is not null as runs
    from b full join a on a.id = b.id and a.currency = b.currency
  ), sums as (
    select currency, sum(is_now) as recurring, sum(greatest(is_now - was, 0)) as gained, sum(greatest(was - is_now, 0)) as lost,
      count(*) filter (where runs)::int as subscriptions
    from d group by currency
  ), m as (${moves(sellerId, from, to)})
  select coalesce(sums.currency, m.currency) as currency, coalesce(recurring, 0)::text as recurring, coalesce(gained, 0)::text as gained,
    coalesce(lost, 0)::text as lost, coalesce(subscriptions, 0) as subscriptions, coalesce(came, 0) as came, coalesce(gone, 0) as gone,
    coalesce(turned, 0) as turned, coalesce(ended, 0) as ended
  from sums full join m on m.currency = sums.currency order by 1`;
const kept = (sellerId: string): SQL =>
  sql`select subscription_id as id, currency, amount from books_standing where seller_id = ${sellerId}`;

/** The month that runs, against the end of the one before. */
export async function countNow(db: Db, span: ComparedMonth): Promise<Counted[]> {
  return (await db.execute<Counted>(compared(live(span.sellerId), kept(span.sellerId), span))).rows;
}
/** A month that is over, by what ran at its end and at the end of the one before. */
export async function countPast(db: Db, span: ComparedMonth): Promise<Counted[]> {
  const { sellerId, from, to } = span;
  return (await db.execute<Counted>(compared(standing(sellerId, to), standing(sellerId, from), span))).rows;
}

const dayOf = (month: string) => `${month}-01`;
export async function keepMonth(tx: Db, of: { sellerId: string; month: string; rows: readonly Counted[] }): Promise<void> {
  for (const one of of.rows)
    await tx.execute(sql`insert into books_months (seller_id, month, currency, recurring, gained, lost, subscriptions, came, gone,
        trials_turned, trials_ended)
      values (${of.sellerId}, ${dayOf(of.month)}, ${one.currency}, ${one.recurring}, ${one.gained}, ${one.lost}, ${one.subscriptions},
        ${one.came}, ${one.gone}, ${one.turned}, ${one.ended}) on conflict do nothing`);
}
/** From what stood at that moment the next month is counted. */
export async function keepStanding(tx: Db, sellerId: string, at: Date): Promise<void> {
  await tx.execute(sql`delete from books_standing where seller_id = ${sellerId}`);
  await tx.execute(sql`insert into books_standing (subscription_id, seller_id, currency, amount)
    select id, ${sellerId}, currency, amount from (${standing(sellerId, at)}) s`);
}
/** `YYYY-MM`; null: none is closed yet. Nobody else closes one until the transaction ends. */
export async function lockClosed(tx: Db, sellerId: string): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('books ' || ${sellerId}, 0))`);
  const { rows } = await tx.execute<{ month: string }>(
    sql`select to_char(month, 'YYYY-MM') as month from books_closed where seller_id = ${sellerId}`,
  );
  return rows[0]?.month ?? null;
}
export async function putClosed(tx: Db, of: { sellerId: string; month: string; at: Date }): Promise<void> {
  await tx.execute(sql`insert into books_closed (seller_id, month, closed_at) values (${of.sellerId}, ${dayOf(of.month)}, ${of.at})
    on conflict (seller_id) do update set month = excluded.month, closed_at = excluded.closed_at`);
}

export type KeptMonth = Counted & { month: string };
/** The closed months from that one on, the oldest first. */
export async function keptMonths(db: Db, sellerId: string, from: string): Promise<KeptMonth[]> {
  const { rows } =
    await db.execute<KeptMonth>(sql`select to_char(month, 'YYYY-MM') as month, currency, recurring::text as recurring,
      gained::text as gained, lost::text as lost, subscriptions, came, gone, trials_turned as turned, trials_ended as ended
    from books_months where seller_id = ${sellerId} and month >= ${dayOf(from)} order by month, currency`);
  return rows;
}

/** The month of a moment in a zone, and where it begins and the next one does. */
export async function monthAt(db: Db, zone: string, at: Date): Promise<{ month: string; from: Date }> {
  const { rows } = await db.execute<{
    month: string;
    from: string;
  }>(sql`select to_char(${at}::timestamptz at time zone ${zone}, 'YYYY-MM') as month,
    (extract(epoch from date_trunc('month', ${at}::timestamptz at time zone ${zone}) at time zone ${zone}) * 1000)::text as from`);
  const [row] = rows;
  if (row === undefined) throw new Error('no month');
  return { month: row.month, from: new Date(Number(row.from)) };
}
/** Where a month begins in a zone. */
export async function startOf(db: Db, zone: string, month: string): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select (extract(epoch from ${dayOf(month)}::timestamp at time zone ${zone}) * 1000)::text as at`,
  );
  return new Date(Number(rows[0]?.at ?? 0));
}
export const spanOf = async (db: Db, zone: string, month: string): Promise<{ from: Date; to: Date }> => ({
  from: await startOf(db, zone, month),
  to: await startOf(db, zone, monthsAfter(month, 1)),
});
/** The first month in which the seller sold anything. */
export async function firstSold(db: Db, sellerId: string, zone: string): Promise<string | null> {
  const { rows } = await db.execute<{ month: string | null }>(
    sql`select to_char(min(created_at) at time zone ${zone}, 'YYYY-MM') as month from ${subscriptionsSql} subscriptions where seller_id = ${sellerId}`,
  );
  return rows[0]?.month ?? null;
}
