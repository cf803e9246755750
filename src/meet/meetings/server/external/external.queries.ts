/** Meetings of customers' programs: without a room, known to the customer by an id of the customer's own. */
import { and, eq, getTableColumns, inArray, isNotNull, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { MeetingRow, NewMeeting } from '#meet/meetings/server/meetings.queries.ts';
import { meetings } from '#meet/meetings/server/meetings.table.ts';

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

/** States stand in it as text: the planner has to see them to use the index of those that are open. */
const openAmong = (accounts: SQLWrapper, ids: SQLWrapper) =>
  sql`(${meetings.accountId}, ${meetings.externalId}) in (select * from unnest(${accounts}::uuid[], ${ids}::text[]))
    and ${meetings.externalId} is not null and ${meetings.state} in ('starting', 'live')`;

/** Those that start or run under these ids, each of its own account: the caller looks across accounts. */
export function openExternals(db: Db, keys: readonly ExternalKey[]): Promise<MeetingRow[]> {
  const accounts = sql.param(keys.map((key) => key.accountId));
  const ids = sql.param(keys.map((key) => key.externalId));
  return db.select().from(meetings).where(openAmong(accounts, ids));
}

/** The same as a statement that each connection prepares once, for what is asked many times a second. */
export function preparedExternals(db: Db): (keys: readonly ExternalKey[]) => Promise<MeetingRow[]> {
  const prepared = db
    .select()
    .from(meetings)
    .where(openAmong(sql`${sql.placeholder('accounts')}`, sql`${sql.placeholder('ids')}`))
    .prepare('external_meetings');
  return (keys) => prepared.execute({ accounts: keys.map((key) => key.accountId), ids: keys.map((key) => key.externalId) });
}

/**
 * As `lockAccountMeetings` for many accounts, always in one order, and `lockPlacement` after them. The commit does not wait for the disk: nobody is answered before
 * the meeting runs, and the commit that notes that brings this one to the disk as well.
 */
export async function lockStarts(tx: Db, accountIds: readonly string[]): Promise<void> {
  const keys = sql.param([...[...new Set(accountIds)].sort().map((id) => `meetings:${id}`), 'meetings:placement']);
  await tx.execute(
    sql`select set_config('synchronous_commit', 'off', true), count(pg_advisory_xact_lock(hashtextextended(key, 0)))
      from unnest(${keys}::text[]) with ordinality k(key, n)`,
  );
}

/** The usual case of one account. PostgreSQL plans a statement with a list again each time, which takes longer than running this one. */
async function openCount(db: Db, account: string, most: number): Promise<number> {
  const open = db
    .select({ one: sql`1` })
    .from(meetings)
    .where(sql`account_id = ${sql.placeholder('account')} and state in ('starting', 'live')`)
    .limit(sql.placeholder('most'))
    .as('open');
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(open).prepare('open_count').execute({ account, most });
  return row?.n ?? 0;
}

/** How many start or run in each account, counted no further than its number: beyond that nothing depends on it. */
export async function openCounts(db: Db, upTo: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const [first, second] = upTo;
  if (first === undefined) return new Map();
  if (second === undefined) return new Map([[first[0], await openCount(db, ...first)]]);
  const open = sql`select 1 from ${meetings} where account_id = a.account and state in ('starting', 'live') limit a.most`;
  const rows = await db
    .select({ account: sql<string>`a.account`, n: sql<number>`(select count(*)::int from (${open}) m)` })
    .from(sql`unnest(${sql.param([...upTo.keys()])}::uuid[], ${sql.param([...upTo.values()])}::bigint[]) as a(account, most)`);
  return new Map(rows.map(({ account, n }) => [account, n]));
}

/** How many meetings run, or are about to, that were made with this secret. */
export async function openOfSecret(db: Db, { accountId, secretId }: { accountId: string; secretId: string }): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from meetings where account_id = ${accountId} and secret_id = ${secretId} and state in ('starting', 'live')`,
  );
  return rows[0]?.n ?? 0;
}

/** They run now; those that do not start on that server any more stay as they are and are left out of the answer. */
export function beginExternals(
  tx: Db,
  begun: readonly { meeting: MeetingRow; created: { internalId: string; at: number } }[],
): Promise<MeetingRow[]> {
  const rows = begun.map(({ meeting, created }) => ({
    id: meeting.id,
    server: meeting.serverId,
    internal: created.internalId.toWellFormed(),
    began: new Date(created.at),
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, server uuid, internal text, began timestamptz)`;
  // locked in one order, as everybody does who takes several of them
  const locked = sql`(select id from meetings where id in (select id from ${given}) order by id for update)`;
  return tx
    .update(meetings)
    .set({ state: 'live', internalId: sql`b.internal`, startedAt: sql`b.began` })
    .from(sql`(select g.* from ${given} join ${locked} l on l.id = g.id) b`)
    .where(sql`${meetings.id} = b.id and ${meetings.state} = 'starting' and ${meetings.serverId} = b.server`)
    .returning(getTableColumns(meetings));
}

export const insertExternals = async (tx: Db, rows: readonly NewMeeting[]): Promise<MeetingRow[]> =>
  rows.length === 0
    ? []
    : tx
        .insert(meetings)
        .values([...rows])
        .returning();

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
