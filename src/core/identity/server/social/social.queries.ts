/** Ties between people and providers, and ways to a provider and back; with the system's eyes, because they belong to no account. */
import { and, asc, desc, eq, gt, gte, inArray, lt } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type ArrivalRow, type FlowRow, type IdentityRow, socialArrivals, socialFlows, userIdentities } from './social.table.ts';

export async function identityBy(db: Db, of: { issuer: string; subject: string }): Promise<IdentityRow | null> {
  const [row] = await db
    .select()
    .from(userIdentities)
    .where(and(eq(userIdentities.issuer, of.issuer), eq(userIdentities.subject, of.subject)));
  return row ?? null;
}

export function identitiesOf(db: Db, userId: string): Promise<IdentityRow[]> {
  return db.select().from(userIdentities).where(eq(userIdentities.userId, userId)).orderBy(asc(userIdentities.createdAt));
}

/** The same, locked until the transaction ends, so that of two that are taken off one stays. */
export function lockIdentitiesOf(tx: Db, userId: string): Promise<IdentityRow[]> {
  return tx.select().from(userIdentities).where(eq(userIdentities.userId, userId)).for('update');
}

/** False when somebody is linked to it already. */
export async function insertIdentity(tx: Db, row: IdentityRow): Promise<boolean> {
  const result = await tx.insert(userIdentities).values(row).onConflictDoNothing();
  return (result.rowCount ?? 0) > 0;
}

export async function noteIdentityUse(
  tx: Db,
  used: { id: string; email: string | null; groups: string[]; at: Date },
): Promise<void> {
  await tx
    .update(userIdentities)
    .set({ email: used.email, groups: used.groups, lastUsedAt: used.at })
    .where(eq(userIdentities.id, used.id));
}

export async function deleteIdentity(tx: Db, of: { id: string; userId: string }): Promise<boolean> {
  const result = await tx.delete(userIdentities).where(and(eq(userIdentities.id, of.id), eq(userIdentities.userId, of.userId)));
  return (result.rowCount ?? 0) > 0;
}

const keyOfProvider = { provider: userIdentities.provider };
/** Returns the keys of the providers that were tied. */
export async function deleteIdentitiesOf(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx.delete(userIdentities).where(eq(userIdentities.userId, userId)).returning(keyOfProvider);
  return rows.map((row) => row.provider);
}

/** Returns the keys of the providers that were tied since then. */
export async function deleteIdentitiesSince(tx: Db, userId: string, since: Date): Promise<string[]> {
  const late = and(eq(userIdentities.userId, userId), gte(userIdentities.createdAt, since));
  const rows = await tx.delete(userIdentities).where(late).returning(keyOfProvider);
  return rows.map((row) => row.provider);
}

export async function insertFlow(tx: Db, row: FlowRow): Promise<void> {
  await tx.insert(socialFlows).values(row);
}

/** The hash of the newest of these flows that leads to the provider; null when none does. */
export async function newestFlow(db: Db, hashes: readonly string[], provider: string): Promise<string | null> {
  if (hashes.length === 0) return null;
  const [row] = await db
    .select({ hash: socialFlows.hash })
    .from(socialFlows)
    .where(and(inArray(socialFlows.hash, [...hashes]), eq(socialFlows.provider, provider)))
    .orderBy(desc(socialFlows.createdAt))
    .limit(1);
  return row?.hash ?? null;
}

/** The flow, taken out: each comes back once, whatever becomes of it. */
export async function takeFlow(tx: Db, hash: string): Promise<FlowRow | null> {
  const [row] = await tx.delete(socialFlows).where(eq(socialFlows.hash, hash)).returning();
  return row ?? null;
}

export async function insertArrival(tx: Db, row: ArrivalRow): Promise<void> {
  await tx.insert(socialArrivals).values(row);
}

export async function arrivalByHash(db: Db, hash: string, now: Date): Promise<ArrivalRow | null> {
  const [row] = await db
    .select()
    .from(socialArrivals)
    .where(and(eq(socialArrivals.hash, hash), gt(socialArrivals.expiresAt, now)));
  return row ?? null;
}

export async function takeArrival(tx: Db, hash: string, now: Date): Promise<ArrivalRow | null> {
  const [row] = await tx
    .delete(socialArrivals)
    .where(and(eq(socialArrivals.hash, hash), gt(socialArrivals.expiresAt, now)))
    .returning();
  return row ?? null;
}

export async function deleteSocialBefore(tx: Db, at: Date): Promise<void> {
  await tx.delete(socialFlows).where(lt(socialFlows.expiresAt, at));
  await tx.delete(socialArrivals).where(lt(socialArrivals.expiresAt, at));
}
