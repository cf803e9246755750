import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { sessions } from '#core/identity/server/identity.table.ts';

/** `day`: in UTC. */
export type SignInDay = { day: string; address: string; times: number };
/** On which days people of an account signed in, and from where; the oldest first, without those who acted for somebody. */
export function signInDays(
  db: Db,
  { accountId, from, until }: { accountId: string; from: Date; until: Date },
): Promise<SignInDay[]> {
  const day = sql<string>`to_char(${sessions.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  return db
    .select({ day, address: sessions.address, times: sql<number>`count(*)::int` })
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.impersonatedBy),
        gte(sessions.createdAt, from),
        lt(sessions.createdAt, until),
      ),
    )
    .groupBy(day, sessions.address)
    .orderBy(day, sessions.address)
    .limit(400);
}
