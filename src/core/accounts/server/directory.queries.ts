/** The list of accounts as whoever looks after them sees it. Every page reads about as many rows as it shows, however many there are. */
import { and, asc, count, desc, eq, gt, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import type { AccountKind, AccountState } from '../accounts.rules.ts';
import { accountUse, type AccountRow, accounts, memberships, users } from './accounts.table.ts';

export type DirectoryFilter = {
  /** Only the customers of that vendor; null = all but the operator's own account. */
  vendorId: string | null;
  search: string | null;
  kinds: readonly AccountKind[];
  states: readonly AccountState[];
};
export type DirectoryOrder = 'newest' | 'oldest' | 'name' | 'name-down';

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** By the account's name, and the name and address of its owners: three indexes, whose answers are put together before any account is read. */
function found(search: string): SQL {
  const like = pattern(search);
  return sql`${accounts.id} in (
    select a.id from accounts a where a.name ilike ${like}
    union select m.account_id from users u join memberships m on m.user_id = u.id and m.role = 'owner' where u.name ilike ${like}
    union select m.account_id from users u join memberships m on m.user_id = u.id and m.role = 'owner' where u.email ilike ${like})`;
}

const matching = (filter: DirectoryFilter): SQL | undefined =>
  and(
    filter.vendorId === null
      ? ne(accounts.kind, 'operator')
      : and(eq(accounts.vendorAccountId, filter.vendorId), eq(accounts.kind, 'customer')),
    filter.kinds.length === 0 ? undefined : inArray(accounts.kind, [...filter.kinds]),
    filter.states.length === 0 ? undefined : inArray(accounts.state, [...filter.states]),
    filter.search === null ? undefined : found(filter.search),
  );

const named = sql`${accounts.name} collate people_order`;
type Last = { id: string; name: string };
/** As a comparison of rows, because the index is walked by nothing else. */
function beyond(order: DirectoryOrder, last: Last): SQL {
  if (order === 'newest') return lt(accounts.id, last.id);
  if (order === 'oldest') return gt(accounts.id, last.id);
  return order === 'name'
    ? sql`(${named}, ${accounts.id}) > (${last.name} collate people_order, ${last.id}::uuid)`
    : sql`(${named}, ${accounts.id}) < (${last.name} collate people_order, ${last.id}::uuid)`;
}
const orders = {
  newest: [desc(accounts.id)],
  oldest: [asc(accounts.id)],
  name: [asc(named), asc(accounts.id)],
  'name-down': [desc(named), desc(accounts.id)],
} as const;

/** The statement of a page; `last` is the last account of the page before. */
export function directoryPage(
  db: Db,
  filter: DirectoryFilter,
  page: { order: DirectoryOrder; last: Last | null; limit: number },
) {
  const rest = page.last === null ? undefined : beyond(page.order, page.last);
  return db
    .select()
    .from(accounts)
    .where(and(matching(filter), rest))
    .orderBy(...orders[page.order])
    .limit(page.limit);
}

export async function countDirectory(db: Db, filter: DirectoryFilter): Promise<number> {
  const [row] = await db.select({ n: count() }).from(accounts).where(matching(filter));
  return row?.n ?? 0;
}

export type Owner = { accountId: string; id: string; name: string; email: string; proven: boolean };
/** The first owner of each account. */
export async function firstOwners(db: Db, accountIds: readonly string[]): Promise<Owner[]> {
  return db
    .selectDistinctOn([memberships.accountId], {
      accountId: memberships.accountId,
      id: users.id,
      name: users.name,
      email: users.email,
      proven: sql<boolean>`${users.emailVerifiedAt} is not null`,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(inArray(memberships.accountId, [...accountIds]), eq(memberships.role, 'owner'), eq(memberships.state, 'active')))
    .orderBy(memberships.accountId, asc(memberships.id));
}

/** People of each account who have a place in it. */
export async function peopleOf(db: Db, accountIds: readonly string[]): Promise<{ id: string; n: number }[]> {
  return db
    .select({ id: memberships.accountId, n: count() })
    .from(memberships)
    .where(and(inArray(memberships.accountId, [...accountIds]), inArray(memberships.state, ['active', 'suspended'])))
    .groupBy(memberships.accountId);
}

export async function useOf(
  db: Db,
  accountIds: readonly string[],
): Promise<{ id: string; bytes: number; activeAt: Date | null }[]> {
  return db
    .select({ id: accountUse.accountId, bytes: accountUse.recordedBytes, activeAt: accountUse.lastActiveAt })
    .from(accountUse)
    .where(inArray(accountUse.accountId, [...accountIds]));
}

export type { AccountRow };
