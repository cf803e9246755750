import { and, count, eq, like, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accounts, type MembershipRow, memberships, users } from './accounts.table.ts';

export type PlaceKey = { accountId: string; userId: string };
const at = ({ accountId, userId }: PlaceKey) =>
  and(eq(memberships.accountId, accountId), eq(memberships.userId, userId), ne(memberships.state, 'deleted'));

/** The place of a person in an account, locked until the transaction ends; one that was taken away is none. */
export async function lockPlaceRow(tx: Db, key: PlaceKey): Promise<MembershipRow | null> {
  const [row] = await tx.select().from(memberships).where(at(key)).for('update');
  return row ?? null;
}

/** The accounts that the person has a place in; these places are locked, in one order, so that no two wait for each other. */
export async function lockPlacesOf(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), ne(memberships.state, 'deleted')))
    .orderBy(memberships.accountId)
    .for('update');
  return rows.map((row) => row.accountId);
}

export async function placeRow(db: Db, key: PlaceKey): Promise<MembershipRow | null> {
  const [row] = await db.select().from(memberships).where(at(key));
  return row ?? null;
}

export type PlaceChange = Partial<
  Pick<
    MembershipRow,
    | 'role'
    | 'preset'
    | 'permissions'
    | 'statements'
    | 'boundary'
    | 'grantedBy'
    | 'expiresAt'
    | 'lockedAt'
    | 'state'
    | 'suspendedWhy'
  >
>;
export async function setPlaceRow(tx: Db, key: PlaceKey, change: PlaceChange): Promise<MembershipRow | null> {
  const [row] = await tx
    .update(memberships)
    // a reason is one of being suspended
    .set({ ...(change.state === undefined ? {} : { suspendedWhy: null }), ...change, version: sql`${memberships.version} + 1` })
    .where(at(key))
    .returning();
  return row ?? null;
}

export async function placeCount(db: Db, accountId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(memberships)
    .where(and(eq(memberships.accountId, accountId), ne(memberships.state, 'deleted')));
  return row?.n ?? 0;
}

/** What the database counted as places came and went. */
export async function placesCounted(db: Db, accountId: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select coalesce(sum(n), 0)::int as n from people_counts where account_id = ${accountId} and group_id is null`);
  return rows[0]?.n ?? 0;
}

export async function setAliasRow(tx: Db, accountId: string, alias: string): Promise<void> {
  await tx.update(accounts).set({ alias }).where(eq(accounts.id, accountId));
}

/** Sign-ins as `alias/name` follow the alias of their account. */
export async function renameSignInRows(tx: Db, from: string, to: string): Promise<void> {
  await tx
    .update(users)
    .set({ email: sql`${`${to}/`} || substr(${users.email}, ${from.length + 2})` })
    .where(like(users.email, `${from}/%`));
}

export async function lockPlaceRows(tx: Db, of: { accountId: string; userIds: readonly string[] }): Promise<void> {
  await tx.execute(sql`select 1 from memberships where account_id = ${of.accountId}
    and user_id = any(${sql.param([...of.userIds])}::uuid[]) order by id for update`);
}
