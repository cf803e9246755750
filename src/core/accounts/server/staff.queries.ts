import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { memberships, users } from './accounts.table.ts';

export type StaffRow = {
  /** Something beside the roles holds them back. */
  bounded: boolean;
  userId: string;
  name: string;
  email: string;
  state: string;
  hasPassword: boolean;
  roles: string[];
  permissions: string[];
  createdAt: Date;
};

const columns = {
  bounded: sql<boolean>`${memberships.boundary} is not null or ${memberships.statements} @> '[{"effect":"deny"}]'`,
  userId: users.id,
  name: users.name,
  email: users.email,
  state: memberships.state,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
  roles: memberships.staffRoles,
  permissions: memberships.permissions,
  createdAt: memberships.createdAt,
};
/** Those whose place is made of roles or of names; who was given something by statements alone is looked after where that was done. */
const isStaff = (accountId: string) =>
  and(
    eq(memberships.accountId, accountId),
    eq(memberships.role, 'staff'),
    sql`${memberships.state} <> 'deleted'`,
    sql`(${memberships.staffRoles} <> '{}' or ${memberships.permissions} <> '{}')`,
  );

/** Staff of an account, the first to come first; `after` is the person of the page before. */
export function staffPage(db: Db, accountId: string, page: { after: string | null; limit: number }): Promise<StaffRow[]> {
  return db
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(isStaff(accountId), page.after === null ? undefined : gt(users.id, page.after)))
    .orderBy(asc(users.id))
    .limit(page.limit);
}

/** One of them, their place locked until the transaction ends. */
export async function lockStaff(tx: Db, accountId: string, userId: string): Promise<StaffRow | null> {
  const [row] = await tx
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(isStaff(accountId), eq(users.id, userId)))
    .for('update', { of: memberships });
  return row ?? null;
}

/** Any place of the person in the account, the ones that were taken away included. */
export async function placeOf(tx: Db, accountId: string, userId: string): Promise<{ role: string; state: string } | null> {
  const [row] = await tx
    .select({ role: memberships.role, state: sql<string>`${memberships.state}` })
    .from(memberships)
    .where(and(eq(memberships.accountId, accountId), eq(memberships.userId, userId)))
    .for('update');
  return row ?? null;
}

export type StaffGrant = { roles: readonly string[]; permissions: readonly string[]; grantedBy: string | null };
/** Writes what a place holds, all of it; whether it is suspended stays. */
export async function setStaff(tx: Db, key: { accountId: string; userId: string }, grant: StaffGrant): Promise<void> {
  await tx
    .update(memberships)
    .set({
      role: 'staff',
      staffRoles: [...grant.roles],
      permissions: [...grant.permissions],
      grantedBy: grant.grantedBy,
      preset: 'none',
      statements: [],
      boundary: null,
      version: sql`${memberships.version} + 1`,
    })
    .where(and(eq(memberships.accountId, key.accountId), eq(memberships.userId, key.userId)));
}

/** Takes the place away. It stays as a tombstone with what it held: what its holder gave to others is measured by it. */
export async function endStaff(tx: Db, key: { accountId: string; userId: string }): Promise<void> {
  await tx
    .update(memberships)
    .set({ state: 'deleted', version: sql`${memberships.version} + 1` })
    .where(and(eq(memberships.accountId, key.accountId), eq(memberships.userId, key.userId)));
}
