import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { endpoints, endpointSecrets } from './endpoint.table.ts';

export type EndpointRow = typeof endpoints.$inferSelect;
export type SecretRow = typeof endpointSecrets.$inferSelect;
export type NewSecret = typeof endpointSecrets.$inferInsert;

export async function endpointOf(db: Db, accountId: string): Promise<EndpointRow | null> {
  const [row] = await db.select().from(endpoints).where(eq(endpoints.accountId, accountId));
  return row ?? null;
}

/** The endpoint, held until the end of the transaction, so that its secrets change one after the other. */
export async function lockEndpoint(tx: Db, accountId: string): Promise<EndpointRow | null> {
  const [row] = await tx.select().from(endpoints).where(eq(endpoints.accountId, accountId)).for('update');
  return row ?? null;
}

/** By the part of the address, for the door: across accounts. */
export async function endpointByKey(db: Db, key: string): Promise<EndpointRow | null> {
  const [row] = await db.select().from(endpoints).where(eq(endpoints.key, key));
  return row ?? null;
}

/** By an own host name that is proven, for the door: across accounts. */
export async function endpointByHost(db: Db, host: string): Promise<EndpointRow | null> {
  const [row] = await db
    .select()
    .from(endpoints)
    .where(and(eq(endpoints.host, host), isNotNull(endpoints.hostCheckedAt)));
  return row ?? null;
}

/** True when this call made it; false when the account has one already. */
export async function insertEndpoint(tx: Db, row: EndpointRow): Promise<boolean> {
  const made = await tx.insert(endpoints).values(row).onConflictDoNothing({ target: endpoints.accountId }).returning();
  return made.length > 0;
}

export async function setHostOf(
  tx: Db,
  id: string,
  host: Pick<EndpointRow, 'host' | 'hostCheckedAt' | 'hostTrouble'> & Partial<Pick<EndpointRow, 'hostAskedAt' | 'hostCode'>>,
): Promise<void> {
  await tx.update(endpoints).set(host).where(eq(endpoints.id, id));
}

const usable = (now: Date) =>
  and(isNull(endpointSecrets.revokedAt), or(isNull(endpointSecrets.endsAt), gt(endpointSecrets.endsAt, now)));

/** Secrets that work now, those with a successor too while they overlap; oldest first. */
export function usableSecrets(db: Db, endpointId: string, now: Date): Promise<SecretRow[]> {
  return db
    .select()
    .from(endpointSecrets)
    .where(and(eq(endpointSecrets.endpointId, endpointId), usable(now)))
    .orderBy(endpointSecrets.id);
}

/** Secrets that a person may want to see: all but the revoked ones, the newest first. */
export function secretsOf(db: Db, endpointId: string): Promise<SecretRow[]> {
  return db
    .select()
    .from(endpointSecrets)
    .where(and(eq(endpointSecrets.endpointId, endpointId), isNull(endpointSecrets.revokedAt)))
    .orderBy(desc(endpointSecrets.id));
}

export async function countRevoked(db: Db, endpointId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(endpointSecrets)
    .where(and(eq(endpointSecrets.endpointId, endpointId), isNotNull(endpointSecrets.revokedAt)));
  return row?.n ?? 0;
}

export async function countUsable(db: Db, endpointId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(endpointSecrets)
    .where(and(eq(endpointSecrets.endpointId, endpointId), usable(now)));
  return row?.n ?? 0;
}

export async function secretById(db: Db, id: string): Promise<SecretRow | null> {
  const [row] = await db.select().from(endpointSecrets).where(eq(endpointSecrets.id, id));
  return row ?? null;
}

export async function lockSecret(tx: Db, id: string): Promise<SecretRow | null> {
  const [row] = await tx.select().from(endpointSecrets).where(eq(endpointSecrets.id, id)).for('update');
  return row ?? null;
}

export async function secretNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: endpointSecrets.id, name: endpointSecrets.name })
    .from(endpointSecrets)
    .where(inArray(endpointSecrets.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row.name]));
}

export async function insertSecret(tx: Db, row: NewSecret): Promise<SecretRow> {
  const [made] = await tx.insert(endpointSecrets).values(row).returning();
  if (made === undefined) throw new Error('the secret was not stored');
  return made;
}

export async function changeSecret(
  tx: Db,
  id: string,
  change: Partial<Omit<NewSecret, 'id' | 'accountId' | 'createdAt'>>,
): Promise<SecretRow> {
  const [row] = await tx.update(endpointSecrets).set(change).where(eq(endpointSecrets.id, id)).returning();
  if (row === undefined) throw new Error('the secret is gone');
  return row;
}

/** The endpoint that proved this host name, else one that asked for it since `since`: across accounts. */
export async function endpointWithHost(db: Db, host: string, since: Date): Promise<EndpointRow | null> {
  const [row] = await db
    .select()
    .from(endpoints)
    .where(and(eq(endpoints.host, host), or(isNotNull(endpoints.hostCheckedAt), gt(endpoints.hostAskedAt, since))))
    .orderBy(sql`${endpoints.hostCheckedAt} is null`, asc(endpoints.hostAskedAt))
    .limit(1);
  return row ?? null;
}

/** Every secret that may still be needed, of all accounts, to be sealed again. */
export const allSecrets = (db: Db): Promise<Pick<SecretRow, 'id' | 'secretSealed'>[]> =>
  db
    .select({ id: endpointSecrets.id, secretSealed: endpointSecrets.secretSealed })
    .from(endpointSecrets)
    .where(isNull(endpointSecrets.revokedAt));
