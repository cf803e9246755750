import { and, asc, count, desc, eq, gte, inArray, isNull, lt, max, ne, or, type SQL, sql, sum } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { idsNamed, keysNamed, reachSql } from '#kit/server/db/reach-sql.ts';
import { taggedRooms } from '#meet/rooms/server/live.service.ts';
import { amongIds, fewOf, totalOf } from '#kit/server/db/total.ts';
import type { Reach } from '#kit/reach.ts';
import { rowsAfter } from '#kit/server/db/cursor.ts';
import { containsText } from '#kit/server/db/search.ts';
import type { SeenAttendee, SeenLocks } from '../meetings.rules.ts';
import { meetings } from './meetings.table.ts';

export type MeetingRow = typeof meetings.$inferSelect;
export type NewMeeting = typeof meetings.$inferInsert;

const open = ['starting', 'live'] as const;
const over = ['ended', 'failed'] as const;
const isOpen = inArray(meetings.state, [...open]);

export async function meetingById(db: Db, id: string): Promise<MeetingRow | null> {
  const [row] = await db.select().from(meetings).where(eq(meetings.id, id));
  return row ?? null;
}

export const meetingsById = (db: Db, ids: readonly string[]): Promise<MeetingRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(meetings)
        .where(inArray(meetings.id, [...ids]));

/** The meeting, held until the end of the transaction. */
export async function lockMeeting(db: Db, id: string): Promise<MeetingRow | null> {
  const [row] = await db.select().from(meetings).where(eq(meetings.id, id)).for('update');
  return row ?? null;
}

/**
 * Holds meetings until the end of the transaction, always in one order: transactions that change many at once would wait for each
 * other in a ring. Gives those that start or run.
 */
export async function holdMeetings(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: meetings.id, state: meetings.state })
    .from(meetings)
    .where(inArray(meetings.id, [...ids]))
    .orderBy(asc(meetings.id))
    .for('update');
  return new Set(rows.filter((row) => open.some((state) => state === row.state)).map((row) => row.id));
}

/** The same for a meeting and its breakout rooms. */
export async function holdFamily(tx: Db, id: string): Promise<void> {
  await tx
    .select({ id: meetings.id })
    .from(meetings)
    .where(or(eq(meetings.id, id), eq(meetings.parentId, id)))
    .orderBy(asc(meetings.id))
    .for('update');
}

/** The meeting that runs, or is about to, in a room. */
export async function openMeetingOf(db: Db, roomId: string): Promise<MeetingRow | null> {
  const [row] = await db
    .select()
    .from(meetings)
    .where(and(eq(meetings.roomId, roomId), isOpen));
  return row ?? null;
}

export async function openMeetingCount(db: Db, accountId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(meetings)
    .where(and(eq(meetings.accountId, accountId), isOpen));
  return row?.n ?? 0;
}

/** Held until the end of the transaction: starts of one account are counted one after the other. */
export async function lockAccountMeetings(db: Db, accountId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`meetings:${accountId}`}, 0))`);
}

export async function insertMeeting(db: Db, row: NewMeeting): Promise<MeetingRow> {
  const [made] = await db.insert(meetings).values(row).returning();
  if (made === undefined) throw new Error('the meeting was not stored');
  return made;
}

/** Changes a meeting only while it is in one of these states; null when it is not any more. */
export async function moveMeeting(
  db: Db,
  at: { id: string; from: readonly MeetingRow['state'][]; serverId?: string | null },
  change: Partial<NewMeeting>,
): Promise<MeetingRow | null> {
  const server = at.serverId === undefined || at.serverId === null ? undefined : eq(meetings.serverId, at.serverId);
  const [row] = await db
    .update(meetings)
    .set(change)
    .where(and(eq(meetings.id, at.id), inArray(meetings.state, [...at.from]), server))
    .returning();
  return row ?? null;
}

/** Ends an open or detached meeting; a reason that stands in the row already is kept, with who gave it. Null when it was over. */
export async function endMeeting(
  db: Db,
  id: string,
  end: { endReason: string; endedBy: string | null; endedAt: Date },
): Promise<MeetingRow | null> {
  const change = {
    state: 'ended' as const,
    endReason: sql`coalesce(${meetings.endReason}, ${end.endReason})`,
    endedBy: sql`case when ${meetings.endReason} is null then ${end.endedBy}::uuid else ${meetings.endedBy} end`,
    endedAt: end.endedAt,
    people: 0,
    moderators: 0,
    info: null,
  };
  const [row] = await db
    .update(meetings)
    .set(change)
    .where(and(eq(meetings.id, id), inArray(meetings.state, ['starting', 'live', 'detached'])))
    .returning();
  return row ?? null;
}

/** Starts that did not come to an end. */
export const stuckStarts = (db: Db, before: Date): Promise<MeetingRow[]> =>
  db
    .select()
    .from(meetings)
    .where(
      and(eq(meetings.state, 'starting'), lt(sql`coalesce(${meetings.placedAt}, ${meetings.createdAt})`, before.toISOString())),
    )
    .limit(100);

/** Claims the right to ask the server again who is in: true for a single caller per `freshFor` milliseconds. */
export async function claimInfo(db: Db, id: string, at: { now: Date; freshFor: number }): Promise<boolean> {
  const stale = new Date(at.now.getTime() - at.freshFor);
  const rows = await db
    .update(meetings)
    .set({ infoAt: at.now })
    .where(and(eq(meetings.id, id), or(isNull(meetings.infoAt), sql`${meetings.infoAt} <= ${stale.toISOString()}::timestamptz`)))
    .returning({ id: meetings.id });
  return rows.length > 0;
}

/** What its server said of a meeting; `steering` where it tells more than the API. Minutes. */
export type SaidInfo = { info: SeenAttendee[] | null; steering: { locks: SeenLocks; maxMinutes: number | null } | null };
export async function setInfo(db: Db, id: string, { info, steering }: SaidInfo): Promise<void> {
  await db
    .update(meetings)
    .set({ info, ...steering })
    .where(eq(meetings.id, id));
}

export type MeetingFilter = {
  /** Null = all accounts. */ accountId: string | null /** Null = any. */;
  roomIds: readonly string[] | null;
  state: 'live' | 'past' | undefined;
  search: string | undefined;
  serverId?: string | undefined;
  /** Of one account among all. */
  ofAccount?: string | undefined;
  /** Began from `from` on and before `to`. */
  began?: { from: Date; to: Date } | undefined;
  /** Nothing but these. */
  ids?: readonly string[] | undefined;
  /** What statements leave of the person's own account, and the rooms that count as theirs; left out: all of it. */
  reach?: { accountId: string; see: Reach; lead: Reach; ownRooms: readonly string[] };
};

const inRooms = (ids: readonly string[]): SQL => (ids.length === 0 ? sql`false` : inArray(meetings.roomId, [...ids]));
function reached(reach: MeetingFilter['reach']): SQL | undefined {
  if (reach === undefined) return undefined;
  const named = (names: readonly string[]): SQL => {
    const [itself, keys] = [inRooms(idsNamed(names, 'room')), keysNamed(names)];
    return keys.length === 0 ? itself : sql`(${itself} or ${meetings.roomId} in ${taggedRooms(reach.accountId, keys)})`;
  };
  const own = sql`(${inRooms(reach.ownRooms)} or ${reachSql(reach.lead, { own: sql`false`, named })})`;
  return or(ne(meetings.accountId, reach.accountId), reachSql(reach.see, { own, named }));
}

function matching(filter: MeetingFilter): SQL | undefined {
  const states =
    filter.state === undefined ? undefined : filter.state === 'live' ? isOpen : inArray(meetings.state, ['detached', ...over]);
  return and(
    filter.accountId === null ? undefined : eq(meetings.accountId, filter.accountId),
    filter.roomIds === null
      ? undefined
      : filter.roomIds.length === 0
        ? sql`false`
        : inArray(meetings.roomId, [...filter.roomIds]),
    filter.serverId === undefined ? undefined : eq(meetings.serverId, filter.serverId),
    filter.ofAccount === undefined ? undefined : eq(meetings.accountId, filter.ofAccount),
    filter.began && and(gte(meetings.createdAt, filter.began.from), lt(meetings.createdAt, filter.began.to)),
    states,
    reached(filter.reach),
    containsText(filter.search, meetings.name),
    amongIds(meetings.id, filter.ids),
  );
}

/** The same with the ids of what is searched for, where they are few. */
export async function narrowedMeetings(system: Db, filter: MeetingFilter): Promise<MeetingFilter> {
  if (filter.search === undefined || filter.search === '') return filter;
  return { ...filter, ids: await fewOf(system, { from: meetings, id: meetings.id }, matching(filter)) };
}

const running = sql<boolean>`(${meetings.state} in ('starting', 'live'))`;

/** Live ones first, then the newest. `after` is the last row of the page before. */
export function listMeetings(
  db: Db,
  filter: MeetingFilter,
  page: { after: { running: boolean; id: string } | null; limit: number },
): Promise<MeetingRow[]> {
  const next =
    page.after === null ? undefined : rowsAfter([running, page.after.running, 'desc'], [meetings.id, page.after.id, 'desc']);
  return db
    .select()
    .from(meetings)
    .where(and(matching(filter), next))
    .orderBy(desc(running), desc(meetings.id))
    .limit(page.limit);
}

export const countMeetings = (db: Db, filter: MeetingFilter): Promise<number | undefined> =>
  totalOf(db, meetings, matching(filter));

/** Of those that fit, how many start or run: few enough to be counted to the end. */
export async function countLive(db: Db, filter: MeetingFilter): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(meetings)
    .where(matching({ ...filter, state: 'live' }));
  return row?.n ?? 0;
}

/** People in an account's meetings now, and the most that one of its meetings had since then. */
export async function peopleFigures(db: Db, accountId: string, since: Date): Promise<{ now: number; peak: number }> {
  const [now] = await db
    .select({ n: sum(meetings.people).mapWith(Number) })
    .from(meetings)
    .where(and(eq(meetings.accountId, accountId), isOpen));
  const [peak] = await db
    .select({ n: max(meetings.peoplePeak) })
    .from(meetings)
    .where(and(eq(meetings.accountId, accountId), gte(meetings.createdAt, since)));
  return { now: now?.n ?? 0, peak: peak?.n ?? 0 };
}

export async function setErasesRecordings(tx: Db, { accountId, roomId }: { accountId: string; roomId: string }): Promise<void> {
  await tx
    .update(meetings)
    .set({ erasesRecordings: true })
    .where(and(eq(meetings.roomId, roomId), eq(meetings.accountId, accountId)));
}
export async function lockErasesRecordings(tx: Db, id: string): Promise<boolean> {
  const [row] = await tx.select({ erases: meetings.erasesRecordings }).from(meetings).where(eq(meetings.id, id)).for('share');
  return row?.erases ?? false;
}
