/** The list of accounts for the operator and vendors. Every page reads about as many rows as it shows, however many there are. */
import { and, asc, desc, eq, gt, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import type { AccountKind, AccountState } from '../accounts.rules.ts';
import { accountUse, type AccountRow, accounts } from './accounts.table.ts';

export type DirectoryFilter = {
  /** Only the customers of that vendor; null = all but the operator's own account. */
  vendorId: string | null;
  search: string | null;
  kinds: readonly AccountKind[];
  states: readonly AccountState[];
  /** Questions of later domains for ids of accounts; all of them have to name it. */
  among?: readonly SQL[] | undefined;
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
    ...(filter.among ?? []).map((ids) => sql`${accounts.id} in (${ids})`),
  );

const named = sql`${accounts.name} collate people_order`;
type LastOwner = { id: string; name: string };
/** As a comparison of rows, because the index is walked by nothing else. */
function beyond(order: DirectoryOrder, last: LastOwner): SQL {
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
  page: { order: DirectoryOrder; last: LastOwner | null; limit: number },
) {
  const rest = page.last === null ? undefined : beyond(page.order, page.last);
  return db
    .select()
    .from(accounts)
    .where(and(matching(filter), rest))
    .orderBy(...orders[page.order])
    .limit(page.limit);
}

export const countDirectory = (db: Db, filter: DirectoryFilter): Promise<number | undefined> =>
  totalOf(db, accounts, matching(filter));

const keptPersonRow = z.object({
  ...{ id: z.string(), name: z.string(), email: z.string() },
  ...{ accountId: z.string(), account: z.string() },
});
export type KeptPerson = z.output<typeof keptPersonRow>;
/** Rows that each of the two indexes gives at most: a word that everybody has costs no more than another. */
const mostLooked = 500;

/** Whose people: of all accounts, of a vendor's customers, or of the accounts that no vendor brought in, without the operator's own. */
export type PeopleReach = { kind: 'all' } | { kind: 'vendor'; vendorId: string } | { kind: 'direct' };
function reached(reach: PeopleReach): SQL {
  if (reach.kind === 'all') return sql`true`;
  if (reach.kind === 'direct') return sql`a.vendor_account_id is null and a.kind <> 'operator'`;
  return sql`a.vendor_account_id = ${reach.vendorId} and a.kind = 'customer'`;
}
/** By a part of their name or address. */
export async function keptPeople(db: Db, of: { reach: PeopleReach; search: string; limit: number }): Promise<KeptPerson[]> {
  const like = pattern(of.search);
  const people = sql`select u.id, u.name, u.email, a.id as "accountId", a.name as account from users u
    join memberships m on m.user_id = u.id join accounts a on a.id = m.account_id`;
  const theirs = reached(of.reach);
  const { rows } = await db.execute(sql`
    select distinct on (id) id, name, email, "accountId", account from (
      (${people} where u.name ilike ${like} and ${theirs} limit ${mostLooked})
      union all (${people} where u.email ilike ${like} and ${theirs} limit ${mostLooked})
    ) found order by id desc limit ${of.limit}`);
  return z.array(keptPersonRow).parse(rows);
}

const ownerRow = z.object({ accountId: z.string(), id: z.string(), name: z.string(), email: z.string(), proven: z.boolean() });
export type AccountOwner = z.output<typeof ownerRow>;
/** The first owner of each account, looked up one by one: an account with very many people misleads every other plan. */
export async function firstOwners(db: Db, accountIds: readonly string[]): Promise<AccountOwner[]> {
  const { rows } = await db.execute(sql`
    select a.id as "accountId", u.id, u.name, u.email, u.email_verified_at is not null as proven
    from unnest(${sql.param([...accountIds])}::uuid[]) a(id) cross join lateral (
      select m.user_id from memberships m where m.account_id = a.id and m.role = 'owner' and m.state = 'active' order by m.id limit 1) o
    join users u on u.id = o.user_id`);
  return rows.map((row) => z.parse(ownerRow, row));
}

export async function useOf(
  db: Db,
  accountIds: readonly string[],
): Promise<{ id: string; people: number; bytes: number; activeAt: Date | null }[]> {
  return db
    .select({
      id: accounts.id,
      people: sql<number>`(select coalesce(sum(c.n), 0)::int from people_counts c where c.account_id = accounts.id and c.group_id is null)`,
      bytes: sql<number>`coalesce(${accountUse.recordedBytes}, 0)`.mapWith(Number),
      activeAt: accountUse.lastActiveAt,
    })
    .from(accounts)
    .leftJoin(accountUse, eq(accountUse.accountId, accounts.id))
    .where(inArray(accounts.id, [...accountIds]));
}

export type { AccountRow };
