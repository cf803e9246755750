import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { accountsSql, mayActSql, membershipsSql, usersSql } from '#core/accounts/server/accounts.sql.ts';
import { iamVersionsSql } from '#core/identity/server/identity.sql.ts';
import { accessKeys, type KeyRow } from './keys.table.ts';

/** The person a key acts for: its maker, or the account's oldest owner. `k` is the key. */
const holder = sql`
  select m.user_id, m.role, m.state, m.expires_at, m.locked_at from ${membershipsSql} m
  where m.account_id = k.account_id
    and case when k.for_account then m.role = 'owner' and m.state = 'active' else m.user_id = k.user_id end
  order by m.created_at limit 1`;
/** The person may act at `now`: has a place that is open and not over, and is neither suspended nor locked out. */
const awakeAt = (now: Date) => sql`coalesce(${mayActSql({ membership: sql`h`, user: sql`u` }, now)}, false)`;

const listed = z.object({ id: z.string(), awake: z.boolean() });
/** Keys of an account, newest first: those that work and those of the last 90 days that do not. */
export async function keysOf(db: Db, accountId: string, now: Date): Promise<{ row: KeyRow; awake: boolean }[]> {
  const since = new Date(now.getTime() - 90 * 86_400_000);
  const rows = await db
    .select()
    .from(accessKeys)
    .where(
      and(eq(accessKeys.accountId, accountId), sql`(revoked_at is null or revoked_at > ${since.toISOString()}::timestamptz)`),
    )
    .orderBy(desc(accessKeys.id))
    .limit(500);
  const awake = await db.execute(sql`
    select k.id, ${awakeAt(now)} as awake from access_keys k left join lateral (${holder}) h on true left join ${usersSql} u on u.id = h.user_id
    where k.account_id = ${accountId} and (k.revoked_at is null or k.revoked_at > ${since.toISOString()}::timestamptz)`);
  const of = new Map(awake.rows.map((row) => z.parse(listed, row)).map((one) => [one.id, one.awake]));
  return rows.map((row) => ({ row, awake: of.get(row.id) ?? false }));
}

export async function keyOf(db: Db, key: { id: string; accountId: string }): Promise<KeyRow | null> {
  const [row] = await db
    .select()
    .from(accessKeys)
    .where(and(eq(accessKeys.id, key.id), eq(accessKeys.accountId, key.accountId)));
  return row ?? null;
}

/** Until the end of the transaction nobody else makes a key in this account, so that the count holds. */
export async function lockKeys(db: Db, accountId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`access-keys:${accountId}`}, 0))`);
}

/** How many keys of the account were neither ended nor have run out. */
export async function countKeys(db: Db, accountId: string, now: Date): Promise<number> {
  const result = await db.execute(sql`
    select count(*)::int as used from access_keys
    where account_id = ${accountId} and revoked_at is null and (expires_at is null or expires_at > ${now.toISOString()}::timestamptz)`);
  return z.parse(z.array(z.object({ used: z.number() })), result.rows)[0]?.used ?? 0;
}

export async function insertKey(db: Db, row: KeyRow): Promise<void> {
  await db.insert(accessKeys).values(row);
}

/** Ends it, unless it was ended before. */
export async function endKey(db: Db, id: string, at: Date): Promise<'ended' | 'was-ended'> {
  const rows = await db
    .update(accessKeys)
    .set({ revokedAt: at })
    .where(and(eq(accessKeys.id, id), isNull(accessKeys.revokedAt)))
    .returning({ id: accessKeys.id });
  return rows.length > 0 ? 'ended' : 'was-ended';
}

/** Ends the keys that a person made since then, whatever their account. */
export async function endKeysOf(
  tx: Db,
  of: { userId: string; since: Date; at: Date },
): Promise<{ id: string; accountId: string }[]> {
  return tx
    .update(accessKeys)
    .set({ revokedAt: of.at })
    .where(and(eq(accessKeys.userId, of.userId), gte(accessKeys.createdAt, of.since), isNull(accessKeys.revokedAt)))
    .returning({ id: accessKeys.id, accountId: accessKeys.accountId });
}

const found = z.object({
  id: z.string(),
  accountId: z.string(),
  accountKind: z.enum(['customer', 'vendor', 'operator']),
  accountState: z.enum(['active', 'pending', 'suspended', 'closed']),
  scopes: z.array(z.string()),
  ranges: z.array(z.string()),
  expiresAt: z.nullable(z.number()),
  revokedAt: z.nullable(z.number()),
  lastUsedAt: z.nullable(z.number()),
  awake: z.boolean(),
  userId: z.nullable(z.string()),
  role: z.nullable(z.string()),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  locale: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  policyVersion: z.number(),
});
export type FoundKey = z.infer<typeof found>;

/** A key by the hash of its token, with the person it acts for: one query for each call of a program. */
export async function keyByHash(db: Db, hash: string, now: Date): Promise<FoundKey | null> {
  const result = await db.execute(sql`
    select k.id, k.account_id as "accountId", a.kind as "accountKind", a.state as "accountState", k.scopes, k.ranges,
      (extract(epoch from k.expires_at) * 1000)::float8 as "expiresAt", (extract(epoch from k.revoked_at) * 1000)::float8 as "revokedAt",
      (extract(epoch from k.last_used_at) * 1000)::float8 as "lastUsedAt", ${awakeAt(now)} as awake,
      u.id as "userId", h.role, u.name, u.email, u.locale, u.time_zone as "timeZone",
      coalesce((select v.version from ${iamVersionsSql} v where v.account_id = k.account_id), 0)::float8 as "policyVersion"
    from access_keys k join ${accountsSql} a on a.id = k.account_id left join lateral (${holder}) h on true left join ${usersSql} u on u.id = h.user_id
    where k.hash = ${hash}`);
  const [row] = result.rows;
  return row === undefined ? null : z.parse(found, row);
}

export async function touchKey(db: Db, id: string, use: { at: Date; address: string }): Promise<void> {
  await db
    .update(accessKeys)
    .set({ lastUsedAt: use.at, lastAddress: use.address.slice(0, 64) })
    .where(eq(accessKeys.id, id));
}
