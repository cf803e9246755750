import { and, count, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { type AccountRow, accounts } from './accounts.table.ts';

export type StandingChange = Partial<
  Pick<
    AccountRow,
    'kind' | 'vendorAccountId' | 'entitlements' | 'planEntitlements' | 'comingEntitlements' | 'raisedEntitlements' | 'service'
  >
>;

/** `kind`, `vendorAccountId` and `entitlements` in one statement, so that the database judges them together. */
export async function setStanding(tx: Db, id: string, change: StandingChange): Promise<void> {
  await tx
    .update(accounts)
    .set({ ...change, version: sql`${accounts.version} + 1` })
    .where(eq(accounts.id, id));
}

/** All customers of a vendor to the operator. Returns how many. */
export async function releaseCustomers(tx: Db, vendorAccountId: string): Promise<number> {
  const rows = await tx
    .update(accounts)
    .set({ vendorAccountId: null, version: sql`${accounts.version} + 1` })
    .where(eq(accounts.vendorAccountId, vendorAccountId))
    .returning({ id: accounts.id });
  return rows.length;
}

/** Newest first; `before` is the id of the last account of the page before. */
export function customersPage(
  db: Db,
  of: { vendorAccountId: string; search: string | null },
  page: { before: string | null; limit: number },
): Promise<AccountRow[]> {
  return db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.vendorAccountId, of.vendorAccountId),
        containsText(of.search, accounts.name),
        page.before === null ? undefined : lt(accounts.id, page.before),
      ),
    )
    .orderBy(desc(accounts.id))
    .limit(page.limit);
}

export const totalCustomers = (db: Db, of: { vendorAccountId: string; search: string | null }): Promise<number | undefined> =>
  totalOf(db, accounts, and(eq(accounts.vendorAccountId, of.vendorAccountId), containsText(of.search, accounts.name)));

export async function countCustomers(db: Db, of: { vendorAccountId: string; search: string | null }): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(accounts)
    .where(and(eq(accounts.vendorAccountId, of.vendorAccountId), containsText(of.search, accounts.name)));
  return row?.n ?? 0;
}

/** Customers of each vendor that are not closed. */
export async function customerCounts(db: Db, vendorIds: readonly string[]): Promise<{ id: string; customers: number }[]> {
  const rows = await db
    .select({ id: accounts.vendorAccountId, customers: count() })
    .from(accounts)
    .where(and(inArray(accounts.vendorAccountId, [...vendorIds]), ne(accounts.state, 'closed')))
    .groupBy(accounts.vendorAccountId);
  return rows.flatMap(({ id, customers }) => (id === null ? [] : [{ id, customers }]));
}
