/** Meetings of customers' programs: without a room, known to the customer by an id of the customer's own. */
import { and, count, eq, getTableColumns, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { holdMeetings, type MeetingRow, type NewMeeting } from './meetings.queries.ts';
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

export type ExternalKey = { accountId: string; externalId: string };

/** Those that start or run under these ids, each of its own account: the caller looks across accounts. */
export function openExternals(db: Db, keys: readonly ExternalKey[]): Promise<MeetingRow[]> {
  const accounts = sql.param(keys.map((key) => key.accountId));
  const ids = sql.param(keys.map((key) => key.externalId));
  return db
    .select()
    .from(meetings)
    .where(
      and(
        sql`(${meetings.accountId}, ${meetings.externalId}) in (select * from unnest(${accounts}::uuid[], ${ids}::text[]))`,
        isNotNull(meetings.externalId),
        isOpen,
      ),
    );
}

/** As `lockAccountMeetings` for many accounts, always in one order. */
export async function lockAccounts(tx: Db, accountIds: readonly string[]): Promise<void> {
  const keys = sql.param([...new Set(accountIds)].sort().map((id) => `meetings:${id}`));
  await tx.execute(
    sql`select count(pg_advisory_xact_lock(hashtextextended(key, 0))) from unnest(${keys}::text[]) with ordinality k(key, n)`,
  );
}

/** How many start or run in each account; those with none are left out. */
export async function openCounts(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ accountId: meetings.accountId, n: count() })
    .from(meetings)
    .where(and(inArray(meetings.accountId, [...new Set(accountIds)]), isOpen))
    .groupBy(meetings.accountId);
  return new Map(rows.map((row) => [row.accountId, row.n]));
}

/** They run now; those that do not start on that server any more stay as they are and are left out of the answer. */
export async function beginExternals(
  tx: Db,
  begun: readonly { meeting: MeetingRow; created: { internalId: string; at: number } }[],
): Promise<MeetingRow[]> {
  const rows = begun.map(({ meeting, created }) => ({
    id: meeting.id,
    server: meeting.serverId,
    internal: created.internalId.toWellFormed(),
    began: new Date(created.at),
  }));
  await holdMeetings(
    tx,
    rows.map((row) => row.id),
  );
  return tx
    .update(meetings)
    .set({ state: 'live', internalId: sql`b.internal`, startedAt: sql`b.began` })
    .from(sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b(id uuid, server uuid, internal text, began timestamptz)`)
    .where(and(sql`${meetings.id} = b.id`, eq(meetings.state, 'starting'), sql`${meetings.serverId} = b.server`))
    .returning(getTableColumns(meetings));
}

export const insertExternals = (tx: Db, rows: NewMeeting[]): Promise<MeetingRow[]> =>
  rows.length === 0 ? Promise.resolve([]) : tx.insert(meetings).values(rows).returning();

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

/** The open breakout rooms of one meeting. */
export const openBreakouts = (db: Db, parent: Pick<MeetingRow, 'id' | 'accountId'>): Promise<MeetingRow[]> =>
  db
    .select()
    .from(meetings)
    .where(and(eq(meetings.accountId, parent.accountId), eq(meetings.parentId, parent.id), isOpen));

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
