import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db.ts';
import { type RefreshRow, refreshTokens, type SessionRow, sessions } from './identity.table.ts';

export async function insertSession(tx: Db, row: SessionRow): Promise<void> {
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
  role: z.nullable(z.enum(['owner', 'admin', 'member', 'staff'])),
  permissions: z.nullable(z.array(z.string())),
  memberState: z.nullable(z.string()),
  seats: z.number(),
});
export type SessionSeat = z.infer<typeof seat>;

/** The session with its person, account and place in it. One question over four tables, because every request passes here. */
export async function sessionSeat(db: Db, id: string): Promise<SessionSeat | null> {
  const result = await db.execute(sql`
    select s.user_id as "userId", s.account_id as "accountId", (extract(epoch from s.ended_at) * 1000)::float8 as "endedAt",
      (extract(epoch from s.expires_at) * 1000)::float8 as "expiresAt", (extract(epoch from s.last_seen_at) * 1000)::float8 as "lastSeenAt",
      u.name, u.email, u.locale, u.time_zone as "timeZone", u.state as "userState",
      a.name as "accountName", a.kind as "accountKind", a.state as "accountState", m.role, m.permissions, m.state as "memberState",
      (select count(*)::int from memberships o where o.user_id = s.user_id) as seats
    from sessions s join users u on u.id = s.user_id left join accounts a on a.id = s.account_id
      left join memberships m on m.account_id = s.account_id and m.user_id = s.user_id
    where s.id = ${id}`);
  const [row] = result.rows;
  return row === undefined ? null : z.parse(seat, row);
}

export async function sessionById(db: Db, id: string): Promise<SessionRow | null> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id));
  return row ?? null;
}

/** A person's sessions that can still be used, the last used first. */
export function openSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(200);
}

/** The account of the person's newest session; null when there never was one. */
export async function lastAccountOf(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: sessions.accountId })
    .from(sessions)
    .where(eq(sessions.userId, userId))
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

/** Which sessions to end: one of a person, all of a person (but one), or all in an account. */
export type SessionChoice =
  | { id: string }
  | { userId: string; except?: string }
  | { userId: string; id: string }
  | { accountId: string };
function chosen(choice: SessionChoice) {
  if ('accountId' in choice) return eq(sessions.accountId, choice.accountId);
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
  return rows.map((row) => row.id);
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

/** Deletes sessions that ran out or were ended before `at`, and with them their refresh tokens. */
export async function deleteSessionsBefore(tx: Db, at: Date): Promise<void> {
  await tx.delete(sessions).where(sql`coalesce(${sessions.endedAt}, ${sessions.expiresAt}) < ${at.toISOString()}::timestamptz`);
  await tx.delete(refreshTokens).where(lt(refreshTokens.expiresAt, at));
}
