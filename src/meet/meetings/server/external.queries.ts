/** Meetings of customers' programs: without a room, known to the customer by an id of the customer's own. */
import { and, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import type { MeetingRow } from './meetings.queries.ts';
import { meetings } from './meetings.table.ts';

const isOpen = inArray(meetings.state, ['starting', 'live']);

/** The one that starts or runs under this id, or null. */
export async function openExternal(db: Db, accountId: string, externalId: string): Promise<MeetingRow | null> {
  const [row] = await db
    .select()
    .from(meetings)
    .where(and(eq(meetings.accountId, accountId), eq(meetings.externalId, externalId), isOpen));
  return row ?? null;
}

/** A running one by its own id or the id of its server, for the parents of breakout rooms. */
export async function parentOf(db: Db, accountId: string, id: string): Promise<MeetingRow | null> {
  const [row] = await db
    .select()
    .from(meetings)
    .where(
      and(
        eq(meetings.accountId, accountId),
        eq(meetings.state, 'live'),
        isNotNull(meetings.externalId),
        or(eq(meetings.externalId, id), eq(meetings.internalId, id)),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** All that run, oldest first. */
export const liveExternals = (db: Db, accountId: string): Promise<MeetingRow[]> =>
  db
    .select()
    .from(meetings)
    .where(and(eq(meetings.accountId, accountId), eq(meetings.state, 'live'), isNotNull(meetings.externalId)))
    .orderBy(meetings.id);

/** People in all open meetings of an account, those of rooms too. */
export async function peopleNow(db: Db, accountId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`coalesce(sum(${meetings.people}), 0)::int` })
    .from(meetings)
    .where(and(eq(meetings.accountId, accountId), isOpen, gt(meetings.people, 0)));
  return row?.n ?? 0;
}
