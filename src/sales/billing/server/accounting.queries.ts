import { and, eq, gte, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { planPricesSql, plansSql } from '#sales/plans/server/plans.sql.ts';
import { invoices } from './invoices.table.ts';

const MOST = 1000;
/** Currencies in which a seller asks for money: of prices that are in force, and of claims that have no number yet. */
export async function currenciesOf(db: Db, sellerId: string): Promise<string[]> {
  const found = await db.execute<{ currency: string }>(sql`
    select distinct pp.currency from ${plansSql} p join ${planPricesSql} pp on pp.plan_id = p.id and pp.version = p.version
      where p.seller_id = ${sellerId} and p.visibility <> 'archived'
    union select distinct currency from invoices where seller_id = ${sellerId} and state in ('draft', 'pending_tax')
    order by 1`);
  return found.rows.map((row) => row.currency);
}
/** Claims that wait for a rate: their tax is known. */
export async function waitingForRate(db: Db, sellerId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(invoices)
    .where(and(eq(invoices.state, 'pending_tax'), eq(invoices.sellerId, sellerId), isNotNull(invoices.taxFacts)));
  return row?.n ?? 0;
}
/** Documents since a day that state the tax in their own currency alone. */
export async function countWithout(db: Db, of: { sellerId: string; currency: string; since: string }): Promise<number> {
  const some = db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.sellerId, of.sellerId),
        gte(invoices.issueDate, of.since),
        isNotNull(invoices.finalizedAt),
        isNull(invoices.accountingCurrency),
        ne(invoices.currency, of.currency),
        ne(invoices.tax, 0n),
      ),
    )
    .limit(MOST)
    .as('some');
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(some);
  return row?.n ?? 0;
}
