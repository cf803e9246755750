import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { signInWays } from '#core/accounts/policy.rules.ts';
import { type RefreshRow, refreshTokens, type SessionRow, sessions } from '#core/identity/server/identity.table.ts';
import { accountPoliciesSql, accountsSql, mayActSql, membershipsSql, usersSql } from '#core/accounts/server/accounts.sql.ts';

export async function insertSession(tx: Db, row: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(row);
}

const seat = z.object({
  userId: z.string(),
  accountId: z.string(),
  endedAt: z.nullable(z.number()),
  expiresAt: z.number(),
  lastSeenAt: z.number(),
  name: z.string(),
  email: z.string(),
  locale: z.string(),
  timeZone: z.string(),
  userState: z.string(),
  accountKind: z.nullable(z.enum(['customer', 'vendor', 'operator'])),
  accountName: z.nullable(z.string()),
  accountState: z.nullable(z.enum(['active', 'pending', 'suspended', 'closed'])),
  awaitsErasure: z.boolean(),
  role: z.nullable(z.enum(['owner', 'admin', 'member', 'staff'])),
  permissions: z.nullable(z.array(z.string())),
  memberState: z.nullable(z.string()),
  memberEnds: z.nullable(z.number()),
  lockedAt: z.nullable(z.number()),
  passwordChangedAt: z.nullable(z.number()),
  strong: z.boolean(),
  way: z.nullable(z.string()),
  createdAt: z.number(),
  /** Rules of the account; null = none of its own. */
  rules: z.nullable(
    z.object({
      secondFactorFrom: z.nullable(z.number()),
      idleMinutes: z.nullable(z.number()),
      sessionHours: z.nullable(z.number()),
      ways: z.array(z.enum(signInWays)),
      /** Whether the person has an app that codes are asked of. */
      hasApp: z.boolean(),
    }),
  ),
  /** What a process remembers of this account's policies counts for this number alone. */
  policyVersion: z.number(),
  seats: z.number(),
  /** Whether the account is a vendor's, or a vendor: only those can wear another look than the product's. */
  vendored: z.nullable(z.boolean()),
  impersonated: z.boolean(),
  /** The person who acts in this one's name, while they may: their own session goes on, and nobody suspended them or their account. */
  impersonator: z.nullable(
    z.object({ userId: z.string(), name: z.string(), reason: z.string(), accountId: z.string(), sessionId: z.string() }),
  ),
});
export type SessionSeat = z.infer<typeof seat>;

/** The session with its person, account and place in it. One question over four tables, because every request passes here. */
export async function sessionSeat(db: Db, id: string, now: Date): Promise<SessionSeat | null> {
  const result = await db.execute(sql`
    select s.user_id as "userId", s.account_id as "accountId", (extract(epoch from s.ended_at) * 1000)::float8 as "endedAt",
      (extract(epoch from s.expires_at) * 1000)::float8 as "expiresAt", (extract(epoch from s.last_seen_at) * 1000)::float8 as "lastSeenAt",
      u.name, u.email, u.locale, u.time_zone as "timeZone", u.state as "userState",
      a.name as "accountName", a.kind as "accountKind", a.state as "accountState", a.erase_at is not null as "awaitsErasure", m.role, m.permissions, m.state as "memberState",
      (extract(epoch from m.expires_at) * 1000)::float8 as "memberEnds", (extract(epoch from m.locked_at) * 1000)::float8 as "lockedAt",
      (extract(epoch from u.password_changed_at) * 1000)::float8 as "passwordChangedAt", s.strong, s.way,
      (extract(epoch from s.created_at) * 1000)::float8 as "createdAt",
      (select json_build_object('secondFactorFrom', (extract(epoch from r.second_factor_from) * 1000)::float8, 'idleMinutes', r.idle_minutes,
          'sessionHours', r.session_hours, 'ways', r.ways,
          'hasApp', r.second_factor_from is not null and exists (select 1 from user_totp f where f.user_id = s.user_id and f.confirmed_at is not null))
        from ${accountPoliciesSql} r where r.account_id = s.account_id) as rules,
      coalesce((select v.version from iam_versions v where v.account_id = s.account_id), 0)::float8 as "policyVersion",
      (select count(*)::int from ${membershipsSql} o where o.user_id = s.user_id and o.state <> 'deleted') as seats, a.vendor_account_id is not null or a.kind = 'vendor' as vendored, s.impersonated_by is not null as impersonated,
      case when s.impersonated_by is not null then (
        select json_build_object('userId', i.id, 'name', i.name, 'reason', s.reason, 'accountId', p.account_id, 'sessionId', p.id)
        from sessions p join ${usersSql} i on i.id = p.user_id join ${accountsSql} pa on pa.id = p.account_id
          join ${membershipsSql} pm on pm.account_id = p.account_id and pm.user_id = p.user_id
        where p.id = s.parent_id and p.user_id = s.impersonated_by and p.ended_at is null
          and pa.state = 'active' and (pa.kind = 'operator' or (pa.kind = 'vendor' and a.vendor_account_id = p.account_id))
          and ${mayActSql({ membership: sql`pm`, user: sql`i` }, now)}
      ) end as impersonator
    from sessions s join ${usersSql} u on u.id = s.user_id left join ${accountsSql} a on a.id = s.account_id
      left join ${membershipsSql} m on m.account_id = s.account_id and m.user_id = s.user_id
    where s.id = ${id}`);
  const [row] = result.rows;
  return row === undefined ? null : z.parse(seat, row);
}

export async function sessionById(db: Db, id: string): Promise<SessionRow | null> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id));
  return row ?? null;
}

/** A person's own sessions that can still be used, the last used first. */
export function openSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, now), isNull(sessions.impersonatedBy)),
    )
    .orderBy(desc(sessions.lastSeenAt))
    .limit(200);
}

/** The account of the person's newest session; null when there never was one. */
export async function lastAccountOf(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: sessions.accountId })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.impersonatedBy)))
    .orderBy(desc(sessions.id))
    .limit(1);
  return row?.accountId ?? null;
}

/** Whether that person has an open session from that address. */
export async function hasSessionFrom(db: Db, who: { userId: string; address: string }, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, who.userId),
        eq(sessions.address, who.address),
        isNull(sessions.impersonatedBy),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .limit(1);
  return row !== undefined;
}

export async function touchSession(db: Db, id: string, at: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: at })
    .where(and(eq(sessions.id, id), lt(sessions.lastSeenAt, at)));
}

export async function moveSession(tx: Db, id: string, accountId: string): Promise<void> {
  await tx.update(sessions).set({ accountId }).where(eq(sessions.id, id));
}

/** Which sessions to end: one of a person, all of a person (but one), those of a person in an account, those in which a person acts for others, or all in an account. */
export type SessionChoice =
  | { id: string }
  | { userId: string; except?: string }
  | { userId: string; id: string }
  | { userId: string; inAccount: string }
  | { actingBy: string }
  | { accountId: string }
  /** In the name of others, begun in this account. */
  | { actingFrom: string };
function chosen(choice: SessionChoice) {
  if ('actingBy' in choice) return eq(sessions.impersonatedBy, choice.actingBy);
  if ('accountId' in choice) return eq(sessions.accountId, choice.accountId);
  if ('actingFrom' in choice)
    return sql`${sessions.parentId} in (select p.id from sessions p where p.account_id = ${choice.actingFrom}::uuid)`;
  if ('inAccount' in choice) return and(eq(sessions.userId, choice.userId), eq(sessions.accountId, choice.inAccount));
  if ('userId' in choice && 'id' in choice) return and(eq(sessions.userId, choice.userId), eq(sessions.id, choice.id));
  if ('id' in choice) return eq(sessions.id, choice.id);
  return and(eq(sessions.userId, choice.userId), choice.except === undefined ? undefined : ne(sessions.id, choice.except));
}

/** Ends open sessions; returns the ids of those that were ended by this. */
export async function markEnded(tx: Db, choice: SessionChoice, end: { at: Date; reason: string }): Promise<string[]> {
  const rows = await tx
    .update(sessions)
    .set({ endedAt: end.at, endReason: end.reason })
    .where(and(chosen(choice), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  const ids = rows.map((row) => row.id);
  return [...ids, ...(await endActingFrom(tx, ids, end))];
}

/** Acting for others from these sessions ends with them. */
async function endActingFrom(tx: Db, parents: readonly string[], end: { at: Date; reason: string }): Promise<string[]> {
  if (parents.length === 0) return [];
  const rows = await tx
    .update(sessions)
    .set({ endedAt: end.at, endReason: end.reason })
    .where(and(inArray(sessions.parentId, [...parents]), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
}

/** The session that a way back belongs to, whether it has ended or not. */
export async function lockByReturn(tx: Db, returnHash: string): Promise<SessionRow | null> {
  const [row] = await tx.select().from(sessions).where(eq(sessions.returnHash, returnHash)).for('update');
  return row ?? null;
}

/** The way back is gone once. */
export async function forgetReturn(tx: Db, id: string): Promise<void> {
  await tx.update(sessions).set({ returnHash: null }).where(eq(sessions.id, id));
}

export async function insertRefresh(tx: Db, row: RefreshRow): Promise<void> {
  await tx.insert(refreshTokens).values(row);
}

/** The token, locked until the transaction ends, so that two uses of one token take turns. */
export async function lockRefresh(tx: Db, hash: string): Promise<RefreshRow | null> {
  const [row] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)).for('update');
  return row ?? null;
}

export async function refreshByHash(db: Db, hash: string): Promise<RefreshRow | null> {
  const [row] = await db.select().from(refreshTokens).where(eq(refreshTokens.hash, hash));
  return row ?? null;
}

/** Notes the use of a token. Successors that older ones named are forgotten: their grace is over. */
export async function markRefreshUsed(
  tx: Db,
  used: { hash: string; sessionId: string; at: Date; successor: string },
): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ successor: null })
    .where(and(eq(refreshTokens.sessionId, used.sessionId), ne(refreshTokens.hash, used.hash)));
  await tx.update(refreshTokens).set({ usedAt: used.at, successor: used.successor }).where(eq(refreshTokens.hash, used.hash));
}

export async function noteCaller(tx: Db, id: string, caller: { address: string; agent: string; at: Date }): Promise<void> {
  await tx
    .update(sessions)
    .set({ address: caller.address, agent: caller.agent, lastSeenAt: caller.at })
    .where(eq(sessions.id, id));
}

export async function deleteSessions(tx: Db, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** Deletes sessions that ran out or were ended before `at`, and with them their refresh tokens. */
export async function deleteSessionsBefore(tx: Db, at: Date): Promise<void> {
  await tx.delete(sessions).where(sql`coalesce(${sessions.endedAt}, ${sessions.expiresAt}) < ${at.toISOString()}::timestamptz`);
  await tx.delete(refreshTokens).where(lt(refreshTokens.expiresAt, at));
}
