/** Accounts whose last plan ended because nobody paid, and what keeps one of them from being over. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { accountsSql } from '#core/accounts/server/accounts.sql.ts';

const ends = z.array(z.object({ account: z.string(), subscription: z.string(), at: z.coerce.date() }));
export type UnpaidEnd = { accountId: string; subscriptionId: string; endedAt: Date };
const kept = z.array(z.object({ plan: z.boolean(), money: z.boolean(), owed: z.boolean(), kind: z.string() }));

/** The base `s` ended by the calendar of dunning, and no other one ended later. */
const isLast = (notPaid: string) => sql`s.kind = 'base' and s.state = 'canceled'
  and exists (select 1 from billing_events e where e.subscription_id = s.id and e.kind = 'subscription.canceled' and e.reason = ${notPaid})
  and not exists (select 1 from subscriptions o where o.account_id = s.account_id and o.kind = 'base' and o.state = 'canceled'
    and (o.ended_at, o.id) > (s.ended_at, s.id))`;
const hasPlan = sql`exists (select 1 from subscriptions o where o.account_id = s.account_id and o.state not in ('canceled', 'incomplete_expired'))`;
/** Paid or given since, said to be on its way, on the balance, or quarrelled about. */
const hasMoney = sql`(
  exists (select 1 from payments p where p.account_id = s.account_id
    and (p.settled_at > s.ended_at
      or p.state in ('created', 'requires_action', 'processing', 'unknown', 'reported', 'awaiting_transfer')))
  or exists (select 1 from refunds r where r.account_id = s.account_id and r.state in ('created', 'processing', 'unknown'))
  or exists (select 1 from disputes d where d.account_id = s.account_id and d.state = 'open')
  or exists (select 1 from invoice_objections q where q.account_id = s.account_id and q.state = 'open')
  or exists (select 1 from balance_entries b where b.account_id = s.account_id group by b.seller_id, b.currency having sum(b.amount) > 0))`;

/**
 * Something of it is still to be paid, or was given up on by the calendar because nobody paid: what a person credited or took back, and what was paid
 * in full, is owed by nobody.
 */
const isOwed = (notPaid: string) => sql`(exists (select 1 from invoices i where i.subscription_id = s.id and i.kind = 'invoice'
  and i.state in ('open', 'uncollectible') and i.remaining > 0)
  or exists (select 1 from invoices i join billing_events e on e.invoice_id = i.id and e.kind = 'invoice.void' and e.reason = ${notPaid}
    where i.subscription_id = s.id and i.kind = 'invoice' and i.state = 'void'))`;

/** That ended by a day, of those that nothing keeps; in the order of their subscriptions, from the id `after` on. */
export async function unpaidEnds(
  db: Db,
  of: { notPaid: string; by: Date; after: string | null; limit: number },
): Promise<UnpaidEnd[]> {
  const found = await db.execute(sql`select s.account_id as account, s.id as subscription, s.ended_at as at from subscriptions s
    join ${accountsSql} a on a.id = s.account_id and a.kind = 'customer' and a.state = 'active'
    where ${isLast(of.notPaid)} and s.ended_at <= ${of.by.toISOString()}::timestamptz and not ${hasPlan} and not ${hasMoney} and ${isOwed(of.notPaid)}
      ${of.after === null ? sql`` : sql`and s.id > ${of.after}::uuid`}
    order by s.id limit ${of.limit}`);
  return rowsOf(found.rows);
}
const rowsOf = (rows: unknown): UnpaidEnd[] =>
  z.parse(ends, rows).map(({ account, subscription, at }) => ({ accountId: account, subscriptionId: subscription, endedAt: at }));

/** How the last plan of an account ended, when nobody paid for it; null: otherwise, or there was none. */
export async function lastUnpaid(
  db: Db,
  of: { notPaid: string; accountId: string },
): Promise<(UnpaidEnd & z.output<typeof kept>[number]) | null> {
  const found = await db.execute(sql`select s.account_id as account, s.id as subscription, s.ended_at as at,
      ${hasPlan} as plan, ${hasMoney} as money, ${isOwed(of.notPaid)} as owed, a.kind
    from subscriptions s join ${accountsSql} a on a.id = s.account_id where s.account_id = ${of.accountId}::uuid and ${isLast(of.notPaid)} order by s.id desc limit 1`);
  const [end] = rowsOf(found.rows);
  const [keeps] = z.parse(kept, found.rows);
  return end === undefined || keeps === undefined ? null : { ...end, ...keeps };
}
