import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import { firstIdAt } from '#kit/server/ids.ts';
import { totalOf } from '#kit/server/db/total.ts';
import type { AccountKind, AccountState } from '../accounts.rules.ts';
import { accountUse, type AccountRow, accounts, type MembershipRow, memberships, users } from './accounts.table.ts';

export async function accountById(db: Db, id: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}

export async function accountNamesById(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
}

/** The account, locked until the transaction ends. */
export async function lockAccount(tx: Db, id: string): Promise<AccountRow | null> {
  // a vendor is locked before its customer, everywhere; and rows that only refer to the account need not wait for this
  const held = sql`(select hold_vendor_of(${id}::uuid))`;
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, held)).for('no key update');
  return row ?? null;
}

/** Their vendors and then they themselves, in one order, locked until the transaction ends. */
export async function lockAccounts(tx: Db, ids: readonly string[]): Promise<void> {
  const held = sql`${sql.param([...ids])}::uuid[]`;
  await tx.execute(sql`select hold_vendors_of(${held})`);
  await tx.execute(sql`select 1 from ${accounts} where ${accounts.id} = any(${held}) order by ${accounts.id} for no key update`);
}

export async function insertAccount(tx: Db, row: typeof accounts.$inferInsert): Promise<void> {
  await tx.insert(accounts).values(row);
}

export type AccountChange = Partial<
  Pick<AccountRow, 'name' | 'locale' | 'timeZone' | 'branding' | 'entitlements' | 'extraEntitlements'>
>;

/** Null when somebody else changed it since `version`. */
export async function changeAccountRow(
  tx: Db,
  key: { id: string; version: number },
  change: AccountChange,
): Promise<AccountRow | null> {
  const [row] = await tx
    .update(accounts)
    .set({ ...change, version: sql`${accounts.version} + 1` })
    .where(and(eq(accounts.id, key.id), eq(accounts.version, key.version)))
    .returning();
  return row ?? null;
}

export type StateChange = { state: AccountState; reason: string | null; at: Date; by: string | null };
export async function setAccountState(tx: Db, id: string, { state, reason, at, by }: StateChange): Promise<void> {
  await tx
    .update(accounts)
    .set({ state, stateReason: reason, stateAt: at, stateBy: by, version: sql`${accounts.version} + 1` })
    .where(eq(accounts.id, id));
}

/** Takes the place of a tombstone of the same person. */
export async function insertMembership(tx: Db, row: typeof memberships.$inferInsert): Promise<void> {
  await tx
    .delete(memberships)
    .where(and(eq(memberships.accountId, row.accountId), eq(memberships.userId, row.userId), eq(memberships.state, 'deleted')));
  await tx.insert(memberships).values(row);
}

export type AccountMembership = { account: AccountRow; membership: MembershipRow; passwordChangedAt: Date | null };

/** Every membership of a person with its account, the oldest first; those that were taken away are none. */
export function seatsOf(db: Db, userId: string): Promise<AccountMembership[]> {
  return db
    .select({ account: accounts, membership: memberships, passwordChangedAt: users.passwordChangedAt })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.userId, userId), ne(memberships.state, 'deleted')))
    .orderBy(asc(memberships.id));
}

export type FirstSeat = { email: string; userId: string; accountId: string };
/** Of people with these addresses, which they proved, the oldest place that is open. */
export const firstSeatsOf = (db: Db, emails: readonly string[]): Promise<FirstSeat[]> =>
  db
    .selectDistinctOn([users.id], {
      email: sql<string>`lower(${users.email})`,
      userId: users.id,
      accountId: memberships.accountId,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(
      and(
        inArray(sql`lower(${users.email})`, [...emails]),
        isNotNull(users.emailVerifiedAt),
        eq(users.state, 'active'),
        eq(memberships.state, 'active'),
      ),
    )
    .orderBy(asc(users.id), asc(memberships.id));

/** Ids of the people who own the account. */
export async function ownersOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.accountId, accountId), eq(memberships.role, 'owner'), eq(memberships.state, 'active')))
    .orderBy(asc(memberships.id));
  return rows.map((row) => row.userId);
}

export async function anyAccountOf(db: Db, kind: AccountKind): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.kind, kind)).orderBy(asc(accounts.id)).limit(1);
  return row ?? null;
}

export type AccountFilter = { search: string | null; state: AccountState | null };
const matching = (filter: AccountFilter) =>
  and(containsText(filter.search, accounts.name), filter.state === null ? undefined : eq(accounts.state, filter.state));

/** Newest first; `before` is the id of the last account of the page before. */
export function accountsPage(
  db: Db,
  filter: AccountFilter,
  page: { before: string | null; limit: number },
): Promise<AccountRow[]> {
  const older = page.before === null ? undefined : lt(accounts.id, page.before);
  return db
    .select()
    .from(accounts)
    .where(and(matching(filter), older))
    .orderBy(desc(accounts.id))
    .limit(page.limit);
}

export const countAccounts = (db: Db, filter: AccountFilter): Promise<number | undefined> =>
  totalOf(db, accounts, matching(filter));

/** Customers and vendors that were made since then; all of them when `since` is null. Ids sort by time. */
export const countComers = (db: Db, since: number | null): Promise<number | undefined> =>
  totalOf(db, accounts, and(ne(accounts.kind, 'operator'), since === null ? undefined : gte(accounts.id, firstIdAt(since))));

export async function recordedBytesOf(db: Db, accountId: string): Promise<number> {
  const [row] = await db.select({ n: accountUse.recordedBytes }).from(accountUse).where(eq(accountUse.accountId, accountId));
  return row?.n ?? 0;
}

export async function libraryBytesOf(db: Db, accountId: string): Promise<number> {
  const [row] = await db.select({ n: accountUse.libraryBytes }).from(accountUse).where(eq(accountUse.accountId, accountId));
  return row?.n ?? 0;
}

export const accountsById = (db: Db, ids: readonly string[]): Promise<AccountRow[]> =>
  db
    .select()
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));

/** Participant minutes of the month that it is; nothing as long as none are counted. */
export async function minutesUsedOf(db: Db, of: { accountId: string; at: Date }): Promise<number> {
  const [row] = await db
    .select({ n: accountUse.minutesUsed })
    .from(accountUse)
    .where(and(eq(accountUse.accountId, of.accountId), gt(accountUse.minutesUntil, of.at)));
  return row?.n ?? 0;
}

/** Accounts of customers that were made since then. Ids sort by time, which an index knows. */
export async function customersSince(db: Db, since: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(accounts)
    .where(and(eq(accounts.kind, 'customer'), gte(accounts.id, firstIdAt(since))));
  return row?.n ?? 0;
}

export async function lockNewCustomers(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('accounts:newcomers', 0))`);
}

export async function setEraseAt(tx: Db, id: string, eraseAt: Date | null): Promise<void> {
  await tx.update(accounts).set({ eraseAt }).where(eq(accounts.id, id));
}

/** The look of an account as it is stored, whatever row-level security shows `db`. */
export async function storedLook(db: Db, accountId: string): Promise<unknown> {
  const { rows } = await db.execute<{ look: unknown }>(sql`select look_of(${accountId}::uuid) as look`);
  return rows[0]?.look;
}
