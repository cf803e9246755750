import { and, desc, eq, ilike, inArray, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { memberships, type UserRow, users } from './accounts.table.ts';

export async function userById(db: Db, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

export async function namesById(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids]));
}

/** Of these people those who have a place in the account, or had one. */
export const colleaguesById = (db: Db, accountId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: users.id, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.accountId, accountId), inArray(memberships.userId, [...ids])));

/** The person, locked until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return row ?? null;
}

export async function userByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return row ?? null;
}

export async function insertUser(tx: Db, row: UserRow): Promise<void> {
  await tx.insert(users).values(row);
}

/** Changes that carry the version on; null when somebody else changed the person since `version`. */
export async function changeUserRow(
  tx: Db,
  key: { id: string; version: number },
  change: Partial<Pick<UserRow, 'name' | 'locale' | 'timeZone'>>,
): Promise<UserRow | null> {
  const [row] = await tx
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, key.id), eq(users.version, key.version)))
    .returning();
  return row ?? null;
}

export type UserFacts = Partial<
  Pick<UserRow, 'passwordHash' | 'passwordChangedAt' | 'email' | 'emailVerifiedAt' | 'state' | 'termsVersion'>
>;
export async function setUserFacts(tx: Db, id: string, facts: UserFacts): Promise<void> {
  await tx
    .update(users)
    .set({ ...facts, version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
}

/** A stronger hash of the same password; changes nothing that anyone sees. */
export async function replaceHash(tx: Db, key: { id: string; old: string }, passwordHash: string): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, key.id), eq(users.passwordHash, key.old)));
}

const matching = (search: string | null) => {
  if (search === null) return undefined;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(users.name, pattern), ilike(users.email, pattern));
};

/** Newest first; `before` is the id of the last person of the page before. */
export function usersPage(db: Db, search: string | null, page: { before: string | null; limit: number }): Promise<UserRow[]> {
  const older = page.before === null ? undefined : lt(users.id, page.before);
  return db
    .select()
    .from(users)
    .where(and(matching(search), older))
    .orderBy(desc(users.id))
    .limit(page.limit);
}

export const countUsers = (db: Db, search: string | null): Promise<number | undefined> => totalOf(db, users, matching(search));
