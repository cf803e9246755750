import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { COUNTED_TO } from '#kit/counted.ts';
import { rowsAfter } from '#kit/server/db/cursor.ts';
import { scheduledDates, scheduledExceptions, scheduledMeetings } from './schedule.table.ts';

/** A date as lists show it. Times are epoch milliseconds. */
export type DateLine = {
  meetingId: string;
  recurrence: string;
  roomId: string;
  startsAt: number;
  endsAt: number;
  title: string;
  zone: string;
  repeats: boolean;
  changed: boolean;
  invited: number;
  accepted: number;
  declined: number;
};
/** `rooms`: a subquery of the ids of rooms that the person sees; null: who asks knows that they may. */
export type DateFilter = { rooms: SQL | null; roomId: string | null };
type DateRange = { from: number; to: number };

const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const inRooms = ({ rooms, roomId }: DateFilter): SQL =>
  sql`${roomId === null ? sql`true` : sql`d.room_id = ${roomId}`} and ${rooms === null ? sql`true` : sql`d.room_id in ${rooms}`}`;

// people are counted for the rows of the page alone
const line = sql.raw(`d.meeting_id "meetingId", d.recurrence, d.room_id "roomId",
  (extract(epoch from d.starts_at) * 1000)::float8 "startsAt", (extract(epoch from d.ends_at) * 1000)::float8 "endsAt",
  coalesce(e.title, m.title) title, m.zone, m.repeat is not null "repeats", e.meeting_id is not null "changed",
  coalesce(i.invited, 0)::int invited, coalesce(i.accepted, 0)::int accepted, coalesce(i.declined, 0)::int declined`);
const joined = sql.raw(`join scheduled_meetings m on m.id = d.meeting_id
  left join scheduled_exceptions e on e.meeting_id = d.meeting_id and e.recurrence = d.recurrence
  left join lateral (select count(*) invited, count(*) filter (where p.answer = 'accepted') accepted,
    count(*) filter (where p.answer = 'declined') declined from scheduled_invitees p where p.meeting_id = d.meeting_id) i on true`);

export type AfterDate = { startsAt: number; meetingId: string; recurrence: string };
/** Dates that touch the range, the earliest first. */
export async function datesBetween(
  db: Db,
  filter: DateFilter,
  page: DateRange & { after: AfterDate | null; limit: number },
): Promise<DateLine[]> {
  // none lasts longer than a day: so the index of the start finds those that began before
  const range = sql`d.starts_at < ${at(page.to)} and d.starts_at > ${at(page.from - 86_400_000)} and d.ends_at > ${at(page.from)}`;
  const after =
    page.after === null
      ? sql`true`
      : rowsAfter(
          [sql`d.starts_at`, at(page.after.startsAt), 'asc'],
          [sql`d.meeting_id`, page.after.meetingId, 'asc'],
          [sql`d.recurrence`, page.after.recurrence, 'asc'],
        );
  const { rows } = await db.execute<DateLine>(sql`
    select ${line} from (select * from scheduled_dates d where ${inRooms(filter)} and ${range} and ${after}
      order by d.starts_at, d.meeting_id, d.recurrence limit ${page.limit}) d
    ${joined} order by d.starts_at, d.meeting_id, d.recurrence`);
  return rows;
}
/** Undefined: more than lists count to. */
export async function countDates(db: Db, filter: DateFilter, { from, to }: DateRange): Promise<number | undefined> {
  const { rows } = await db.execute<{
    n: number;
  }>(sql`select count(*)::int n from (select 1 from scheduled_dates d where ${inRooms(filter)}
    and d.starts_at < ${at(to)} and d.starts_at > ${at(from - 86_400_000)} and d.ends_at > ${at(from)} limit ${COUNTED_TO + 1}) fit`);
  const n = rows[0]?.n ?? 0;
  return n > COUNTED_TO ? undefined : n;
}

type DayRange = DateRange & { perDay: number; countTo: number };
/** The first dates of one day and how many begin on it, at most `countTo`. */
export async function datesOfDays(
  db: Db,
  filter: DateFilter,
  days: readonly DayRange[],
): Promise<{ lines: DateLine[]; count: number }[]> {
  const bounds = sql.join(
    days.map(({ from, to }, n) => sql`(${n}::int, ${at(from)}, ${at(to)})`),
    sql`, `,
  );
  const [first] = days;
  if (first === undefined) return [];
  const own = sql`scheduled_dates d where ${inRooms(filter)} and d.starts_at >= b.starts and d.starts_at < b.ends`;
  const [listed, counted] = await Promise.all([
    db.execute<DateLine & { day: number }>(sql`
      with b (day, starts, ends) as (values ${bounds})
      select b.day, ${line} from b cross join lateral (select * from ${own} order by d.starts_at, d.meeting_id, d.recurrence
        limit ${first.perDay}) d ${joined} order by b.day, d.starts_at, d.meeting_id, d.recurrence`),
    db.execute<{ day: number; n: number }>(sql`
      with b (day, starts, ends) as (values ${bounds})
      select b.day, c.n from b cross join lateral (select count(*)::int n from (select 1 from ${own} limit ${first.countTo}) fit) c`),
  ]);
  return days.map((_, n) => ({
    lines: listed.rows.filter(({ day }) => day === n),
    count: counted.rows.find(({ day }) => day === n)?.n ?? 0,
  }));
}

export async function dateLine(db: Db, key: { meetingId: string; recurrence: string }): Promise<DateLine | null> {
  const { rows } = await db.execute<DateLine>(sql`
    select ${line} from scheduled_dates d ${joined} where d.meeting_id = ${key.meetingId} and d.recurrence = ${key.recurrence}`);
  return rows[0] ?? null;
}
/** The next date of a series that is not over, else its last one. */
export async function nextOfSeries(db: Db, meetingId: string, now: number): Promise<DateLine | null> {
  const { rows } = await db.execute<DateLine>(sql`
    select ${line} from scheduled_dates d ${joined} where d.meeting_id = ${meetingId}
    order by d.ends_at <= ${at(now)}, case when d.ends_at > ${at(now)} then d.starts_at end, d.starts_at desc limit 1`);
  return rows[0] ?? null;
}
/** Dates of an account that overlap one of these times, apart from one series. */
export async function overlapping(
  db: Db,
  where: { accountId: string; roomId: string; apart: string | null },
  times: readonly DateRange[],
): Promise<{ sameTime: number; sameRoom: number }> {
  if (times.length === 0) return { sameTime: 0, sameRoom: 0 };
  const bounds = sql.join(
    times.map(({ from, to }) => sql`(${at(from)}, ${at(to)})`),
    sql`, `,
  );
  const { rows } = await db.execute<{ sameTime: number; sameRoom: number }>(sql`
    with b (starts, ends) as (values ${bounds})
    select coalesce(max(c.n), 0)::int "sameTime", coalesce(max(c.here), 0)::int "sameRoom" from b cross join lateral (
      select count(*) n, count(*) filter (where d.room_id = ${where.roomId}) here from scheduled_dates d
      where d.account_id = ${where.accountId} and d.starts_at < b.ends and d.starts_at > b.starts - interval '1 day' and d.ends_at > b.starts
        and d.meeting_id is distinct from ${where.apart}::uuid) c`);
  return rows[0] ?? { sameTime: 0, sameRoom: 0 };
}

export type RoomDate = { title: string; startsAt: Date; endsAt: Date; lobbyMinutes: number };
/** The next dates of a room that are not over. */
export const nextOfRoom = (db: Db, roomId: string, page: { now: Date; limit: number }): Promise<RoomDate[]> =>
  db
    .select({
      title: sql<string>`coalesce(${scheduledExceptions.title}, ${scheduledMeetings.title})`,
      startsAt: scheduledDates.startsAt,
      endsAt: scheduledDates.endsAt,
      lobbyMinutes: scheduledMeetings.lobbyMinutes,
    })
    .from(scheduledDates)
    .innerJoin(scheduledMeetings, eq(scheduledMeetings.id, scheduledDates.meetingId))
    .leftJoin(
      scheduledExceptions,
      and(
        eq(scheduledExceptions.meetingId, scheduledDates.meetingId),
        eq(scheduledExceptions.recurrence, scheduledDates.recurrence),
      ),
    )
    .where(
      and(
        eq(scheduledDates.roomId, roomId),
        gt(scheduledDates.endsAt, page.now),
        gt(scheduledDates.startsAt, new Date(page.now.getTime() - 86_400_000)),
      ),
    )
    .orderBy(asc(scheduledDates.startsAt))
    .limit(page.limit);
/** Whether a date of the room is on, its lobby's time before included. */
export async function isLobbyTime(db: Db, roomId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: scheduledDates.meetingId })
    .from(scheduledDates)
    .innerJoin(scheduledMeetings, eq(scheduledMeetings.id, scheduledDates.meetingId))
    .where(
      and(
        eq(scheduledDates.roomId, roomId),
        gt(scheduledDates.endsAt, now),
        lt(scheduledDates.startsAt, new Date(now.getTime() + 3_600_000)),
        sql`${scheduledDates.startsAt} <= ${now}::timestamptz + ${scheduledMeetings.lobbyMinutes} * interval '1 minute'`,
        sql`${scheduledMeetings.lobbyMinutes} > 0`,
      ),
    )
    .limit(1);
  return row !== undefined;
}
