import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountPolicies, type PolicyRow } from './policy.table.ts';
import { memberships } from './accounts.table.ts';

export async function policyById(db: Db, accountId: string): Promise<PolicyRow | null> {
  const [row] = await db.select().from(accountPolicies).where(eq(accountPolicies.accountId, accountId));
  return row ?? null;
}

export function policiesById(db: Db, accountIds: readonly string[]): Promise<PolicyRow[]> {
  return db
    .select()
    .from(accountPolicies)
    .where(inArray(accountPolicies.accountId, [...accountIds]));
}

/** Rules of every account that the person has an open place in. */
export async function policiesOfPerson(db: Db, userId: string): Promise<PolicyRow[]> {
  const rows = await db
    .select({ policy: accountPolicies })
    .from(memberships)
    .innerJoin(accountPolicies, eq(accountPolicies.accountId, memberships.accountId))
    .where(and(eq(memberships.userId, userId), eq(memberships.state, 'active')));
  return rows.map((row) => row.policy);
}

/** False when somebody else changed the rules since `from`; 0 = there were none. */
export async function keepPolicy(tx: Db, row: PolicyRow, from: number): Promise<boolean> {
  if (from === 0) {
    const made = await tx.insert(accountPolicies).values(row).onConflictDoNothing();
    return (made.rowCount ?? 0) > 0;
  }
  const changed = await tx
    .update(accountPolicies)
    .set(row)
    .where(and(eq(accountPolicies.accountId, row.accountId), eq(accountPolicies.version, from)));
  return (changed.rowCount ?? 0) > 0;
}
