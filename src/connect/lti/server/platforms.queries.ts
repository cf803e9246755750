import { and, count, desc, eq, inArray, isNotNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { JWK } from 'jose';
import type { Db } from '#kit/server/db/db.ts';
import type { LtiRefusal } from '../lti.rules.ts';
import { ltiKeys, ltiLinks, ltiPlatforms, ltiRegistrations, ltiTools } from './lti.table.ts';

export type PlatformRow = typeof ltiPlatforms.$inferSelect;
export type KeyRow = typeof ltiKeys.$inferSelect;
export type RegistrationRow = typeof ltiRegistrations.$inferSelect;

/** The account behind the addresses of a key. */
export async function accountOfTool(db: Db, key: string): Promise<string | null> {
  const [row] = await db.select().from(ltiTools).where(eq(ltiTools.key, key));
  return row?.accountId ?? null;
}
export async function toolKeyOf(db: Db, accountId: string): Promise<string | null> {
  const [row] = await db.select().from(ltiTools).where(eq(ltiTools.accountId, accountId));
  return row?.key ?? null;
}
export async function insertTool(db: Db, row: { accountId: string; key: string }): Promise<void> {
  await db.insert(ltiTools).values(row).onConflictDoNothing();
}

export async function mayLaunchByKey(db: Db, accountId: string): Promise<boolean> {
  const [row] = await db.select({ may: ltiTools.keyLaunches }).from(ltiTools).where(eq(ltiTools.accountId, accountId));
  return row?.may === true;
}
export async function setKeyLaunches(db: Db, of: { accountId: string; keyLaunches: boolean }): Promise<void> {
  await db.update(ltiTools).set({ keyLaunches: of.keyLaunches }).where(eq(ltiTools.accountId, of.accountId));
}

/** What is published, the newest first. */
export const keysOfAccount = (db: Db, accountId: string): Promise<KeyRow[]> =>
  db.select().from(ltiKeys).where(eq(ltiKeys.accountId, accountId)).orderBy(desc(ltiKeys.signsFrom), desc(ltiKeys.kid));
export async function insertKey(db: Db, row: KeyRow): Promise<void> {
  await db.insert(ltiKeys).values(row);
}
export async function retireKeys(db: Db, of: { accountId: string; before: Date; at: Date }): Promise<void> {
  await db
    .update(ltiKeys)
    .set({ retiresAt: of.at })
    .where(and(eq(ltiKeys.accountId, of.accountId), lt(ltiKeys.signsFrom, of.before), sql`${ltiKeys.retiresAt} is null`));
}
export async function deleteRetiredKeys(db: Db, now: Date): Promise<void> {
  await db.delete(ltiKeys).where(lte(ltiKeys.retiresAt, now));
}
/** Accounts whose newest key is older than that. */
export async function accountsWithOldKeys(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: ltiKeys.accountId })
    .from(ltiKeys)
    .groupBy(ltiKeys.accountId)
    .having(sql`max(${ltiKeys.signsFrom}) < ${before.toISOString()}::timestamptz`);
  return rows.map(({ id }) => id);
}

export const platformsOfIssuer = (db: Db, of: { accountId: string; issuer: string }): Promise<PlatformRow[]> =>
  db
    .select()
    .from(ltiPlatforms)
    .where(
      and(eq(ltiPlatforms.accountId, of.accountId), eq(ltiPlatforms.issuer, of.issuer), ne(ltiPlatforms.registered, 'by_key')),
    )
    .orderBy(ltiPlatforms.id);
export async function platformOfConsumer(db: Db, of: { accountId: string; consumerKey: string }): Promise<PlatformRow | null> {
  const [row] = await db
    .select()
    .from(ltiPlatforms)
    .where(
      and(
        eq(ltiPlatforms.accountId, of.accountId),
        eq(ltiPlatforms.clientId, of.consumerKey),
        eq(ltiPlatforms.registered, 'by_key'),
      ),
    );
  return row ?? null;
}
/** Across accounts. */
export const platformsWithSecret = (db: Db): Promise<PlatformRow[]> =>
  db.select().from(ltiPlatforms).where(isNotNull(ltiPlatforms.secretSealed));
export async function platformById(db: Db, id: string): Promise<PlatformRow | null> {
  const [row] = await db.select().from(ltiPlatforms).where(eq(ltiPlatforms.id, id));
  return row ?? null;
}
export const platformsPage = (db: Db, accountId: string, page: { after: string | null; limit: number }): Promise<PlatformRow[]> =>
  db
    .select()
    .from(ltiPlatforms)
    .where(and(eq(ltiPlatforms.accountId, accountId), page.after === null ? undefined : lt(ltiPlatforms.id, page.after)))
    .orderBy(desc(ltiPlatforms.id))
    .limit(page.limit);
/** Those that count against the plan. */
export async function countPlatforms(db: Db, accountId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(ltiPlatforms)
    .where(and(eq(ltiPlatforms.accountId, accountId), eq(ltiPlatforms.enabled, true)));
  return row?.n ?? 0;
}
/** Nobody connects another one of this account meanwhile. */
export async function lockPlatforms(tx: Db, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`lti ${accountId}`}, 0))`);
}
export async function insertPlatform(db: Db, row: typeof ltiPlatforms.$inferInsert): Promise<PlatformRow> {
  const [made] = await db.insert(ltiPlatforms).values(row).returning();
  if (made === undefined) throw new Error('a platform was not written');
  return made;
}
export type PlatformChange = Partial<Omit<PlatformRow, 'id' | 'accountId' | 'version'>>;
/** Null: somebody changed it since. */
export async function changePlatformRow(
  db: Db,
  of: { id: string; version: number },
  change: PlatformChange,
): Promise<PlatformRow | null> {
  const [row] = await db
    .update(ltiPlatforms)
    .set({ ...change, version: of.version + 1 })
    .where(and(eq(ltiPlatforms.id, of.id), eq(ltiPlatforms.version, of.version)))
    .returning();
  return row ?? null;
}
export async function addDeployment(db: Db, of: { id: string; deploymentId: string; most: number }): Promise<PlatformRow | null> {
  const [row] = await db
    .update(ltiPlatforms)
    .set({
      deploymentIds: sql`case when ${of.deploymentId} = any(${ltiPlatforms.deploymentIds}) then ${ltiPlatforms.deploymentIds} else array_append(${ltiPlatforms.deploymentIds}, ${of.deploymentId}) end`,
      version: sql`${ltiPlatforms.version} + 1`,
    })
    .where(
      and(
        eq(ltiPlatforms.id, of.id),
        sql`(cardinality(${ltiPlatforms.deploymentIds}) < ${of.most} or ${of.deploymentId} = any(${ltiPlatforms.deploymentIds}))`,
      ),
    )
    .returning();
  return row ?? null;
}
export async function setPlatformKeys(db: Db, id: string, { keys, at }: { keys: JWK[]; at: Date }): Promise<void> {
  await db.update(ltiPlatforms).set({ keys, keysAt: at }).where(eq(ltiPlatforms.id, id));
}
export async function notePlatformLaunch(db: Db, id: string, at: Date): Promise<void> {
  await db.update(ltiPlatforms).set({ lastLaunchAt: at }).where(eq(ltiPlatforms.id, id));
}
export async function deletePlatform(db: Db, id: string): Promise<void> {
  await db.delete(ltiPlatforms).where(eq(ltiPlatforms.id, id));
}
/** Courses per platform: contexts that opened a link at least once. */
export async function courseCounts(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: ltiLinks.platformId,
      n: sql<number>`count(distinct coalesce(${ltiLinks.contextId}, ${ltiLinks.id}::text))::int`,
    })
    .from(ltiLinks)
    .where(inArray(ltiLinks.platformId, [...ids]))
    .groupBy(ltiLinks.platformId);
  return new Map(rows.map((row) => [row.id, row.n]));
}

export async function insertRegistration(db: Db, row: typeof ltiRegistrations.$inferInsert): Promise<void> {
  await db.insert(ltiRegistrations).values(row);
}
export async function registrationById(db: Db, id: string): Promise<RegistrationRow | null> {
  const [row] = await db.select().from(ltiRegistrations).where(eq(ltiRegistrations.id, id));
  return row ?? null;
}
/** Takes a registration for good, whatever comes of it. */
export async function takeRegistration(
  db: Db,
  of: { accountId: string; tokenHash: string; now: Date },
): Promise<RegistrationRow | null> {
  const [row] = await db
    .update(ltiRegistrations)
    .set({ state: 'running' })
    .where(
      and(
        eq(ltiRegistrations.tokenHash, of.tokenHash),
        eq(ltiRegistrations.accountId, of.accountId),
        eq(ltiRegistrations.state, 'waiting'),
        sql`${ltiRegistrations.expiresAt} > ${of.now.toISOString()}::timestamptz`,
      ),
    )
    .returning();
  return row ?? null;
}
export async function settleRegistration(
  db: Db,
  id: string,
  end: { state: 'done' | 'failed'; platformId?: string; refusal?: LtiRefusal },
): Promise<void> {
  await db.update(ltiRegistrations).set(end).where(eq(ltiRegistrations.id, id));
}
export async function deleteOldRegistrations(db: Db, before: Date): Promise<void> {
  await db.delete(ltiRegistrations).where(lt(ltiRegistrations.expiresAt, before));
}
