/** Meetings of customers' programs: without a room, known to the customer by an id of the customer's own. */
import { and, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm';
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

/**
 * The same as a statement that each connection prepares once, for what is asked many times a second. States stand in it as text: the
 * planner has to see them to use the index of those that are open.
 */
export function preparedExternals(db: Db): (keys: readonly ExternalKey[]) => Promise<MeetingRow[]> {
  const wanted = sql`select * from unnest(${sql.placeholder('accounts')}::uuid[], ${sql.placeholder('ids')}::text[])`;
  const prepared = db
    .select()
    .from(meetings)
    .where(
      sql`(${meetings.accountId}, ${meetings.externalId}) in (${wanted}) and ${meetings.externalId} is not null and ${meetings.state} in ('starting', 'live')`,
    )
    .prepare('external_meetings');
  return (keys) => prepared.execute({ accounts: keys.map((key) => key.accountId), ids: keys.map((key) => key.externalId) });
}

/**
 * As `lockAccountMeetings` for many accounts, always in one order. The commit does not wait for the disk: nobody is answered before
 * the meeting runs, and the commit that notes that brings this one to the disk as well.
 */
export async function lockAccounts(tx: Db, accountIds: readonly string[]): Promise<void> {
  const keys = sql.param([...new Set(accountIds)].sort().map((id) => `meetings:${id}`));
  await tx.execute(
    sql`select set_config('synchronous_commit', 'off', true), count(pg_advisory_xact_lock(hashtextextended(key, 0)))
      from unnest(${keys}::text[]) with ordinality k(key, n)`,
  );
}

/** How many start or run in each account, counted no further than its number: beyond that nothing depends on it. */
export async function openCounts(db: Db, upTo: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  if (upTo.size === 0) return new Map();
  const [accounts, most] = [sql.param([...upTo.keys()]), sql.param([...upTo.values()])];
  const { rows } = await db.execute<{ account: string; n: number }>(sql`
    select a.account, (select count(*)::int from (
      select 1 from meetings where account_id = a.account and state in ('starting', 'live') limit a.most) m) as n
    from unnest(${accounts}::uuid[], ${most}::bigint[]) as a(account, most)`);
  return new Map(rows.map(({ account, n }) => [account, n]));
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

export async function liveInternal(db: Db, accountId: string, internalId: string): Promise<MeetingRow | null> {
  const [row] = await db
    .select()
    .from(meetings)
    .where(
      and(
        eq(meetings.accountId, accountId),
        eq(meetings.state, 'live'),
        isNotNull(meetings.externalId),
        eq(meetings.internalId, internalId),
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

/** Of the same rows, which version each of them is: a change moves a row to another place, written by another transaction. */
export async function liveMark(db: Db, accountId: string): Promise<string> {
  const { rows } = await db.execute<{ mark: string | null }>(sql`
    select md5(string_agg(place, ',' order by id)) as mark from (
      select id, ctid::text || xmin::text as place from meetings
      where account_id = ${accountId} and state = 'live' and external_id is not null) live`);
  return rows[0]?.mark ?? '';
}
