import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { accounts, memberships, users } from './accounts.table.ts';

export type AccountMember = { id: string; name: string; email: string; role: string };
/** People who can sign in to the account now, by name. */
export const membersOf = (db: Db, accountId: string): Promise<AccountMember[]> =>
  db
    .select({ id: users.id, name: users.name, email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.accountId, accountId), eq(memberships.state, 'active'), eq(users.state, 'active')))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(500);

/** The new owner's and the old owner's places change together. What either was given before is over: they hold what their place is. */
export async function swapOwner(tx: Db, of: { accountId: string; from: string; to: string }): Promise<boolean> {
  const held = await tx
    .select({ userId: memberships.userId, role: memberships.role, state: memberships.state })
    .from(memberships)
    .where(and(eq(memberships.accountId, of.accountId), inArray(memberships.userId, [of.from, of.to])))
    .for('update');
  const [from, to] = [held.find((one) => one.userId === of.from), held.find((one) => one.userId === of.to)];
  if (from?.role !== 'owner' || to === undefined || to.role === 'owner' || to.state !== 'active') return false;
  const set = (userId: string, role: 'owner' | 'admin') =>
    tx
      .update(memberships)
      .set({
        role,
        preset: role,
        permissions: [],
        staffRoles: [],
        statements: [],
        boundary: null,
        grantedBy: null,
        expiresAt: null,
        lockedAt: null,
        version: sql`${memberships.version} + 1`,
      })
      .where(and(eq(memberships.accountId, of.accountId), eq(memberships.userId, userId)));
  await set(of.to, 'owner');
  await set(of.from, 'admin');
  return true;
}

const ids = z.array(z.object({ id: z.string() }));
// asked row by row: as a join, all places of the account would be read before the first is counted
const ofThisAlone = (accountId: string) => sql`m.account_id = ${accountId}::uuid and (
      select 1 from memberships o where o.user_id = m.user_id and o.account_id <> m.account_id and o.state <> 'deleted' limit 1) is null`;
export const countOnlyHere = (db: Db, accountId: string): Promise<number | undefined> =>
  totalOf(db, sql`memberships m`, ofThisAlone(accountId));
/** People who are in this account and in no other one. */
export async function onlyHere(db: Db, accountId: string): Promise<string[]> {
  const found = await db.execute(sql`select m.user_id as id from memberships m where ${ofThisAlone(accountId)}`);
  return z.parse(ids, found.rows).map((one) => one.id);
}

/** Nothing of a person stays but the row that others refer to. */
export async function anonymise(tx: Db, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({
      email: `erased-${userId}@erased.invalid`,
      name: '',
      passwordHash: null,
      state: 'suspended',
      emailVerifiedAt: null,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, userId));
}

/** The account's row stays, because others refer to it; nothing in it tells whose it was. */
export async function emptyAccount(tx: Db, id: string): Promise<void> {
  await tx
    .update(accounts)
    .set({ name: '', branding: {}, eraseAt: null, version: sql`${accounts.version} + 1` })
    .where(eq(accounts.id, id));
  await tx.execute(sql`update accounts set alias = null where id = ${id}::uuid`);
  await tx.execute(sql`select strip_audit(${id}::uuid)`);
}

export async function deleteMembership(tx: Db, of: { accountId: string; userId: string }): Promise<void> {
  await tx.delete(memberships).where(and(eq(memberships.accountId, of.accountId), eq(memberships.userId, of.userId)));
}
