/** Who was in a meeting and how long, read from what the poll saw. */
import { csvOf } from '#kit/csv.ts';
import { notAllowed } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { forgetUnsavedGroups } from '#meet/presentations/server/room-groups.service.ts';
import { handsOf } from '#meet/rooms/server/access.service.ts';
import type { meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { minutesBetween, type SeenAttendee } from '#meet/meetings/meetings.rules.ts';
import {
  type AttendanceRow,
  attendanceById,
  attendanceOf,
  closeAttendance,
  deleteAttendanceBefore,
  insertAttendance,
  openAttendance,
  peopleTotals,
} from './attendance.queries.ts';
import { deletePollsBefore, pollsOfMeeting } from './meeting-polls.queries.ts';
import { pollResultOf, quizOf } from './meeting-polls.service.ts';
import { findMeeting } from '#meet/meetings/server/find.service.ts';
import { meetingEvents } from '#meet/meetings/server/settle.service.ts';
import { beyondPlan } from '#meet/meetings/server/shown-days.service.ts';
import type { MeetingCore } from '#meet/meetings/server/polling/pool.queries.ts';

type SeenMeeting = { row: MeetingCore; people: readonly SeenAttendee[] };
type OpenStays = ReadonlyMap<string, AttendanceRow>;

const keyOf = (meetingId: string, personKey: string) => `${meetingId} ${personKey}`;

/** Keys that are ids of people here. Customers' programs may use others, so each is looked up. */
async function knownPeople(tx: Db, seen: readonly SeenMeeting[], open: OpenStays): Promise<Set<string>> {
  const fresh = new Set(
    seen.flatMap(({ row, people }) =>
      people.filter((one) => isId(one.key) && !open.has(keyOf(row.id, one.key))).map((one) => one.key),
    ),
  );
  return new Set((await findNames(tx, [...fresh])).keys());
}

/** Listeners of the event pass the news on to customers' programs. */
async function publishPeople(
  ctx: Ctx,
  tx: Db,
  moved: { rows: readonly MeetingCore[]; came: readonly MovedStay[]; left: readonly MovedStay[] },
): Promise<void> {
  const ids = (all: readonly MovedStay[]) => all.map((one) => one.id);
  const [came, left] = [ids(moved.came), ids(moved.left)];
  const serverId = moved.rows[0]?.serverId ?? null;
  if (serverId === null || came.length + left.length === 0) return;
  const data = { serverId, came: came.join(), left: left.join() };
  await ctx.events.tell(ctx, tx, { name: meetingEvents.people, accountId: null, data });
}
type MovedStay = Pick<AttendanceRow, 'id' | 'meetingId'>;

/**
 * Notes in two statements who came and who left since the last poll of one server. Returns how many different people each
 * meeting had.
 */
export async function syncAttendance(ctx: Ctx, tx: Db, seen: readonly SeenMeeting[]): Promise<Map<string, number>> {
  const ids = seen.map((one) => one.row.id);
  const before = await openAttendance(tx, ids);
  const open: OpenStays = new Map(before.map((row) => [keyOf(row.meetingId, row.personKey), row]));
  const present = new Set(seen.flatMap(({ row, people }) => people.map((one) => keyOf(row.id, one.key))));
  const known = await knownPeople(tx, seen, open);
  const at = new Date(ctx.now());
  const came = seen.flatMap(({ row, people }) =>
    people
      .filter((one) => !open.has(keyOf(row.id, one.key)))
      .map((one) => ({
        id: newId(ctx.now()),
        accountId: row.accountId,
        meetingId: row.id,
        personKey: one.key.slice(0, 200),
        userId: known.has(one.key) ? one.key : null,
        name: one.name,
        role: one.role,
        joinedAt: at,
      })),
  );
  await insertAttendance(tx, came);
  const left = before.filter((row) => !present.has(keyOf(row.meetingId, row.personKey)));
  await closeAttendance(
    tx,
    left.map((row) => row.id),
    at,
  );
  await publishPeople(ctx, tx, { rows: seen.map((one) => one.row), came, left });
  return peopleTotals(tx, ids);
}

/** Stays by their ids, for those who tell of them. */
export const stays = (db: Db, ids: readonly string[]): Promise<AttendanceRow[]> => attendanceById(db, ids);

/** Stays that ended with their meeting, or when its server was lost for good: who was still in. Times are epoch milliseconds. */
export async function lastStays(
  db: Db,
  of: { id: string; endedAt: number | null; detachedAt: number | null },
): Promise<AttendanceRow[]> {
  const ends = [of.endedAt, of.detachedAt].filter((at) => at !== null);
  return (await attendanceOf(db, of.id)).filter(({ leftAt }) => leftAt !== null && ends.includes(leftAt.getTime()));
}
export type AttendanceStay = AttendanceRow;

const iso = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

type PresenceItem = ResultIn<typeof meetingsCalls.attendance>['items'][number];

type RightAnswers = ReadonlyMap<string, number>;
/** One line per person: first coming, last leaving, minutes in all. `until` stands for "still in". `right`: by person key. */
export function presencesOf(rows: readonly AttendanceRow[], until: number, right: RightAnswers = new Map()): PresenceItem[] {
  const people = new Map<string, AttendanceRow[]>();
  for (const row of rows) people.set(row.personKey, [...(people.get(row.personKey) ?? []), row]);
  return [...people.values()].flatMap((sittings) => {
    const [first] = sittings;
    const last = sittings.at(-1);
    if (first === undefined || last === undefined) return [];
    const spent = sittings.reduce((sum, one) => sum + ((one.leftAt?.getTime() ?? until) - one.joinedAt.getTime()), 0);
    const stillIn = sittings.some((one) => one.leftAt === null);
    return [
      {
        name: last.name,
        userId: last.userId,
        role: sittings.some((one) => one.role === 'moderator') ? ('moderator' as const) : ('viewer' as const),
        joinedAt: first.joinedAt.getTime(),
        leftAt: stillIn ? null : (last.leftAt?.getTime() ?? null),
        minutes: minutesBetween(0, spent),
        sittings: sittings.length,
        talkedSeconds: last.talkedSeconds,
        rightAnswers: right.get(last.personKey) ?? null,
        groups: last.groupStays,
      },
    ];
  });
}

const dayMs = 86_400_000;

async function readable(ctx: Ctx, id: string) {
  const found = await findMeeting(ctx, id);
  if (!found.rights.attendance)
    throw notAllowed(
      ctx.actor.kind === 'user' && ctx.actor.scope.includes('attendance.view') ? 'rooms.manage' : 'attendance.view',
    );
  return found.row;
}

export async function attendance(ctx: Ctx, id: string): Promise<ResultIn<typeof meetingsCalls.attendance>> {
  const row = await readable(ctx, id);
  const beyond = (await beyondPlan(ctx, [row])).get(id);
  const { read } = handsOf(ctx, row);
  const [rows, polls] = beyond === undefined ? await Promise.all([attendanceOf(read, id), pollsOfMeeting(read, id)]) : [[], []];
  const quiz = quizOf(polls);
  return {
    items: presencesOf(rows, ctx.now(), quiz.right),
    polls: polls.map(pollResultOf),
    quizQuestions: quiz.questions,
    shownDays: beyond?.days ?? null,
    keptUntil: row.endedAt === null ? null : row.endedAt.getTime() + ctx.config.attendanceDays * dayMs,
  };
}

/** "2 Red 2026-11-24T09:10:00.000Z/2026-11-24T09:25:00.000Z" for each; spans of time as in ISO 8601. */
const groupsText = ({ groups }: PresenceItem): string =>
  groups
    .map(({ group, name, from, to }) => [group, name, `${iso(from)}/${iso(to)}`].filter((part) => part !== '').join(' '))
    .join('; ');

const csvHead = ['name', 'role', 'joined', 'left', 'minutes', 'sittings', 'talked_seconds', 'groups'];

/**
 * The attendance as CSV; times in ISO 8601, UTC. Throws `limit_reached`
 * where the plan does not reach back so far.
 */
export async function attendanceCsv(ctx: Ctx, id: string): Promise<{ fileName: string; text: string }> {
  const row = await readable(ctx, id);
  const beyond = (await beyondPlan(ctx, [row])).get(id);
  if (beyond !== undefined)
    throw limitReached({ accountId: row.accountId, limit: 'analyticsDays', max: beyond.days, wanted: beyond.wanted });
  const items = presencesOf(await attendanceOf(handsOf(ctx, row).read, id), ctx.now());
  const lines = items.map((one) => [
    ...[one.name, one.role, iso(one.joinedAt), iso(one.leftAt)],
    ...[one.minutes, one.sittings, one.talkedSeconds ?? ''].map(String),
    groupsText(one),
  ]);
  await ctx.db.write((tx) => record(ctx, tx, { action: 'meetings.attendance-exported', subjectKind: 'meeting', subjectId: id }));
  const day = new Date(row.createdAt).toISOString().slice(0, 10);
  return {
    fileName: `attendance-${day}-${id.slice(-6)}.csv`,
    text: csvOf([csvHead, ...lines]),
  };
}

/** Deletes what is older than ATTENDANCE_DAYS, in all accounts, polls and unsaved groups included. Returns how many stays. */
export const forgetOldAttendance = (ctx: Ctx): Promise<number> =>
  ctx.system.write(async (tx) => {
    const before = new Date(ctx.now() - ctx.config.attendanceDays * dayMs);
    await deletePollsBefore(tx, before);
    await forgetUnsavedGroups(tx, before);
    return deleteAttendanceBefore(tx, before);
  });
