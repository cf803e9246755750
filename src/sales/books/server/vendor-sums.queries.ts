/** Sums over all resellers, one row per currency. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountsSql } from '#core/accounts/server/accounts.sql.ts';
import { resaleStatementsSql } from '#sales/resale/server/resale.sql.ts';
import { vendorTermsSql, vendorsSql } from '#sales/vendors/server/vendors.sql.ts';
import { monthly, priced } from './months.queries.ts';

export async function customersThrough(db: Db): Promise<{ customers: number; all: number }> {
  const { rows } = await db.execute<{ customers: number; all: number }>(sql`select count(vendor_account_id)::int as customers,
      count(*)::int as all from ${accountsSql} accounts where kind = 'customer' and state <> 'closed'`);
  return rows[0] ?? { customers: 0, all: 0 };
}
export async function recurringThrough(db: Db): Promise<{ currency: string; amount: string }[]> {
  const { rows } = await db.execute<{ currency: string; amount: string }>(sql`select s.currency, sum(${monthly})::text as amount
    from ${priced} join ${accountsSql} a on a.id = s.account_id
    where a.vendor_account_id is not null and s.kind = 'base' and s.state in ('active', 'past_due', 'restricted')
    group by s.currency order by s.currency`);
  return rows;
}
const listOf = (ids: readonly string[]) =>
  sql.join(
    ids.map((one) => sql`${one}::uuid`),
    sql`, `,
  );
type SumRow = { id: string; currency: string; amount: string };
/** By reseller, of these alone; the same sums as above. */
export async function recurringOfEach(db: Db, ids: readonly string[]): Promise<SumRow[]> {
  const { rows } = await db.execute<SumRow>(sql`select a.vendor_account_id as id, s.currency, sum(${monthly})::text as amount
    from ${priced} join ${accountsSql} a on a.id = s.account_id
    where a.vendor_account_id in (${listOf(ids)}) and s.kind = 'base' and s.state in ('active', 'past_due', 'restricted')
    group by 1, 2 order by 2`);
  return rows;
}
export async function owedToEach(db: Db, ids: readonly string[]): Promise<SumRow[]> {
  const { rows } = await db.execute<SumRow>(sql`select account_id as id, currency, sum(gross)::text as amount
    from ${resaleStatementsSql} resale_statements where account_id in (${listOf(ids)}) and kind = 'commission' and paid_on is null
    group by 1, 2 order by 2`);
  return rows;
}
type Terms = { id: string; model: 'commission' | 'wholesale' | null; rate: number | null };
export async function termsOfEach(db: Db, ids: readonly string[]): Promise<Terms[]> {
  const { rows } = await db.execute<Terms>(sql`select v.account_id as id, t.model, t.rate
    from ${vendorsSql} v left join ${vendorTermsSql} t on t.account_id = v.account_id where v.account_id in (${listOf(ids)})`);
  return rows;
}
/** With tax, as it is transferred. */
export async function owedToVendors(db: Db): Promise<{ currency: string; amount: string; vendors: number }[]> {
  const { rows } = await db.execute<{
    currency: string;
    amount: string;
    vendors: number;
  }>(sql`select currency, sum(gross)::text as amount,
      count(distinct account_id)::int as vendors from ${resaleStatementsSql} resale_statements where kind = 'commission' and paid_on is null
    group by currency order by currency`);
  return rows;
}
export async function vendorsWaiting(db: Db): Promise<{ count: number; since: string | null }> {
  const { rows } = await db.execute<{ count: number; since: string | null }>(sql`select count(*)::int as count,
      (extract(epoch from min(applied_at)) * 1000)::bigint::text as since from ${vendorsSql} vendors where state = 'applied'`);
  return rows[0] ?? { count: 0, since: null };
}
