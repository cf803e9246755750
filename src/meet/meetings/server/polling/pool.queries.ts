/** What the pool needs of meetings: what is expected on each server, what is usual in a room, and what the poll looks after. */
import { and, desc, eq, getTableColumns, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { MeetingRow } from '#meet/meetings/server/meetings.queries.ts';
import { meetings } from '#meet/meetings/server/meetings.table.ts';

/** A meeting without its long documents, which lists and polls of thousands need not carry. */
export type MeetingCore = Omit<MeetingRow, 'info' | 'asked' | 'said'>;

const { info: _info, asked: _asked, said: _said, ...core } = getTableColumns(meetings);
const isOpen = inArray(meetings.state, ['starting', 'live']);

/** Locked until the end of the transaction: meetings are placed one after the other, in all processes. */
export async function lockPlacement(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('meetings:placement', 0))`);
}

/** How many meetings are being created on these servers at this moment. */
export async function startsUnderWayOn(db: Db, serverIds: readonly string[]): Promise<number> {
  return db.$count(meetings, and(eq(meetings.state, 'starting'), inArray(meetings.serverId, [...serverIds])));
}

/** Server, people that are expected, when it was placed (epoch milliseconds), and the most it had; null as long as its server did not list it. */
export type ReservedSize = readonly [serverId: string, size: number, at: number, seen: number | null];

/**
 * Open meetings that were placed after a time, and whose expected people are not all there yet. As one document: on a school morning
 * there are thousands, asked for with every start.
 */
export async function reservedSince(db: Db, since: Date): Promise<ReservedSize[]> {
  const { rows } = await db.execute<{ found: ReservedSize[] | null }>(sql`
    select json_agg(json_build_array(server_id, expected_people, floor(extract(epoch from placed_at) * 1000)::bigint,
      case when polled_at >= placed_at then people_peak end)) as found
    from meetings
    where state in ('starting', 'live') and placed_at > ${since.toISOString()}::timestamptz and server_id is not null
      and (polled_at is null or polled_at < placed_at or people_peak < expected_people)`);
  return rows[0]?.found ?? [];
}

/** Whose runs are looked at: those of a room, or those of one id of a customer's program. */
export type RunsOf = { accountId: string } & ({ roomId: string } | { externalId: string });

/** How many runs are looked at for each that is wanted: an account whose meetings stay empty must not have all of them read. */
const lookedThrough = 10;

async function peaks(db: Db, which: SQL | undefined, limit: number): Promise<number[]> {
  const latest = db
    .select({ id: meetings.id, peak: meetings.peoplePeak })
    .from(meetings)
    .where(which)
    .orderBy(desc(meetings.id))
    .limit(limit * lookedThrough)
    .as('latest');
  const rows = await db
    .select({ peak: latest.peak })
    .from(latest)
    .where(gt(latest.peak, 0))
    .orderBy(desc(latest.id))
    .limit(limit);
  return rows.map((row) => row.peak);
}

/** Most people at once in the latest runs to which somebody came, newest first. */
export const runPeaks = (db: Db, of: RunsOf, limit: number): Promise<number[]> =>
  peaks(
    db,
    'roomId' in of
      ? eq(meetings.roomId, of.roomId)
      : and(eq(meetings.accountId, of.accountId), eq(meetings.externalId, of.externalId)),
    limit,
  );

export const accountPeaks = (db: Db, accountId: string, limit: number): Promise<number[]> =>
  peaks(db, eq(meetings.accountId, accountId), limit);

/** `runPeaks` of many ids of customers' programs in one question, in the order of the ids. */
export async function manyRunPeaks(
  db: Db,
  of: readonly { accountId: string; externalId: string }[],
  limit: number,
): Promise<number[][]> {
  const accounts = sql.param(of.map((one) => one.accountId));
  const ids = sql.param(of.map((one) => one.externalId));
  const { rows } = await db.execute<{ n: number; peaks: number[] | null }>(sql`
    select k.n::int as n, (
      select array_agg(peak order by id desc) from (
        select id, peak from (
          select id, people_peak as peak from meetings
          where account_id = k.account and external_id = k.external order by id desc limit ${limit * lookedThrough}) latest
        where peak > 0 order by id desc limit ${limit}) found) as peaks
    from unnest(${accounts}::uuid[], ${ids}::text[]) with ordinality as k(account, external, n)`);
  const found = new Map(rows.map(({ n, peaks }) => [n, peaks ?? []]));
  return of.map((_one, at) => found.get(at + 1) ?? []);
}

/** Everything that runs, starts, or was lost with its server and not given up yet. */
export const watchedMeetings = (db: Db): Promise<MeetingCore[]> =>
  db
    .select(core)
    .from(meetings)
    .where(inArray(meetings.state, ['starting', 'live', 'detached']));

export const watchedMeetingsOn = (db: Db, serverId: string): Promise<MeetingCore[]> =>
  db
    .select(core)
    .from(meetings)
    .where(and(inArray(meetings.state, ['starting', 'live', 'detached']), eq(meetings.serverId, serverId)));

/**
 * Of these ids, which a server lists as running, those that must not run there: over for us, or placed on another server
 * since. Younger changes than `before` are left alone.
 */
export async function strayAmong(
  db: Db,
  server: string,
  listed: { ids: readonly string[]; before: Date },
): Promise<MeetingCore[]> {
  if (listed.ids.length === 0) return [];
  const over = and(inArray(meetings.state, ['ended', 'failed']), lt(meetings.endedAt, listed.before));
  const elsewhere = and(isOpen, ne(meetings.serverId, server), lt(meetings.placedAt, listed.before));
  return db
    .select(core)
    .from(meetings)
    .where(and(inArray(meetings.id, [...listed.ids]), or(over, elsewhere)));
}
