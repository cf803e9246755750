/**
 * The attendance that a server tells after the end of a meeting (BBB's `analytics-callback-url`). It knows every coming and
 * going, also those that no poll saw, and takes the place of what the polls wrote about the same stay. From servers, hence the
 * system's hands.
 */
import { type Analytics, analyticsTokenFits, readAnalytics, sittingsOf } from '@atrium/bbb/analytics';
import { personName } from '@atrium/bbb/person-name';
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { takePreparedLists } from '#meet/presentations/server/prepared-modules.service.ts';
import { secretOf, serverOf } from '#meet/servers/server/servers.service.ts';
import { meetingLimits, whyEnded } from '#meet/meetings/meetings.rules.ts';
import {
  type AttendanceRow,
  attendanceOf,
  deleteAttendance,
  insertAttendance,
  setGroupStays,
  setTalkTimes,
} from './attendance.queries.ts';
import { groupStaysOf, withGroupStays } from './group-stays.service.ts';
import { keepPolls } from './meeting-polls.service.ts';
import { isAnalyticsToken } from '#meet/meetings/server/create-params.service.ts';
import { lockMeeting, meetingById, type MeetingRow } from '#meet/meetings/server/meetings.queries.ts';
import { raiseFigures } from '#meet/meetings/server/polling/polls.queries.ts';
import { lastSeen, meetingEvents, pushMeeting, settleEnded } from '#meet/meetings/server/settle.service.ts';

/** One stay of one person, in our time; epoch milliseconds. */
export type ReportedStay = { key: string; name: string; role: 'moderator' | 'viewer'; from: number; to: number };

/** A poll may notice a coming or going this much later than it was. */
const slack = meetingLimits.pollEvery * 3;
/** Clocks that differ by less than this are taken as equal. */
const clockTolerance = 60_000;
const dayMs = 86_400_000;

/** The bearer token of the request, '' without one. */
function bearerOf(ctx: Ctx): string {
  const { caller } = ctx;
  return 'bearer' in caller && typeof caller.bearer === 'string' ? caller.bearer : '';
}

type MeetingTimes = Pick<MeetingRow, 'createdAt' | 'startedAt'>;
/** A server's clock may be wrong by hours, as its time of creation then shows. */
function clockSkew({ createdAt, startedAt }: MeetingTimes): number {
  const apart = (startedAt ?? createdAt).getTime() - createdAt.getTime();
  return Math.abs(apart) > clockTolerance ? apart : 0;
}

/** The stays that a server tells, on our clock. */
export function staysOf(row: MeetingTimes, told: Analytics, now: number): ReportedStay[] {
  const created = row.createdAt.getTime();
  const skew = clockSkew(row);
  const [earliest, latest] = [created - clockTolerance, now + clockTolerance];
  const groups = groupStaysOf(told, 0);
  return told.attendees.flatMap((one) =>
    withGroupStays(sittingsOf(one, told.finish), groups.get(one.extUserId.slice(0, 200)) ?? [])
      .map(([from, to]) => ({ from: from - skew, to: Math.min(to - skew, latest) }))
      .filter(({ from }) => from >= earliest && from <= latest)
      .map((stay) => ({
        key: one.extUserId.slice(0, 200),
        name: personName(one.name),
        role: one.moderator ? ('moderator' as const) : ('viewer' as const),
        ...stay,
      })),
  );
}

type NotedStay = Pick<AttendanceRow, 'id' | 'personKey' | 'joinedAt' | 'leftAt'>;

/**
 * Merges reported stays into the stored rows: rows about the same stay are replaced, identical ones remain, and what only the polls saw
 * is kept. A repeated report changes nothing.
 */
export function mergeStays<Row extends NotedStay>(
  rows: readonly Row[],
  stays: readonly ReportedStay[],
): { gone: Row[]; fresh: ReportedStay[] } {
  const told = Map.groupBy(stays, (stay) => stay.key);
  const exact = (row: Row) => `${row.personKey} ${row.joinedAt.getTime()} ${row.leftAt?.getTime() ?? ''}`;
  const wanted = new Set(stays.map((stay) => `${stay.key} ${stay.from} ${stay.to}`));
  const same = (row: Row) =>
    (told.get(row.personKey) ?? []).some(
      (stay) => row.joinedAt.getTime() - slack <= stay.to && stay.from <= (row.leftAt?.getTime() ?? stay.from) + slack,
    );
  const known = new Set(rows.map(exact));
  const fresh = new Map(stays.map((stay) => [`${stay.key} ${stay.from} ${stay.to}`, stay]));
  return {
    gone: rows.filter((row) => !wanted.has(exact(row)) && same(row)),
    fresh: [...fresh].flatMap(([what, stay]) => (known.has(what) ? [] : [stay])),
  };
}

/** How many people were there at once at most. */
export function peakOf(stays: readonly Pick<ReportedStay, 'from' | 'to'>[]): number {
  const steps = stays.flatMap(({ from, to }) => [
    { at: from, by: 1 },
    { at: to, by: -1 },
  ]);
  // who goes at the moment another comes makes room first
  steps.sort((a, b) => a.at - b.at || a.by - b.by);
  const { peak } = steps.reduce((so, { by }) => ({ inside: so.inside + by, peak: Math.max(so.peak, so.inside + by) }), {
    inside: 0,
    peak: 0,
  });
  return peak;
}

/** Seconds by person; nobody speaks longer than the meeting lasts. */
function talkTimesOf({ attendees, start, finish }: Analytics): Map<string, number> {
  const most = Math.max(0, Math.round((finish - start) / 1000));
  const seconds = new Map<string, number>();
  for (const { extUserId, engagement } of attendees) {
    const key = extUserId.slice(0, 200);
    seconds.set(key, Math.min(most, (seconds.get(key) ?? 0) + Math.max(0, Math.round(engagement.talkTime))));
  }
  return seconds;
}

type MeetingStatistics = { row: MeetingRow; stays: readonly ReportedStay[]; told: Analytics };
async function write(ctx: Ctx, tx: Db, { row, stays, told }: MeetingStatistics): Promise<void> {
  const rows = await attendanceOf(tx, row.id);
  const { gone, fresh } = mergeStays(rows, stays);
  const before = new Map(rows.map((one) => [one.personKey, one]));
  // customers' programs may have used keys that are nobody's id
  const people = await findNames(tx, fresh.map((stay) => stay.key).filter(isId));
  await deleteAttendance(
    tx,
    gone.map((one) => one.id),
  );
  await insertAttendance(
    tx,
    fresh.map((stay) => ({
      id: newId(ctx.now()),
      accountId: row.accountId,
      meetingId: row.id,
      personKey: stay.key,
      userId: people.has(stay.key) ? stay.key : null,
      name: stay.name === '' ? (before.get(stay.key)?.name ?? '') : stay.name,
      role: before.get(stay.key)?.role === 'moderator' ? ('moderator' as const) : stay.role,
      joinedAt: new Date(stay.from),
      leftAt: new Date(stay.to),
    })),
  );
  await setTalkTimes(tx, row.id, talkTimesOf(told));
  await setGroupStays(tx, row.id, groupStaysOf(told, clockSkew(row)));
  const total = new Set([...before.keys(), ...stays.map((stay) => stay.key)]).size;
  const firstJoinAt = new Date(stays.reduce((first, stay) => Math.min(first, stay.from), ctx.now()));
  await raiseFigures(tx, row.id, { total, peak: peakOf(stays), firstJoinAt });
  if (gone.length + fresh.length > 0) await pushMeeting(ctx, tx, row);
}

/** Before the document is read. Throws `not_found` for an address that we did not sign. */
export function proveAnalytics(ctx: Ctx, { query }: { query?: Readonly<Record<string, unknown>> | undefined }): void {
  if (!isAnalyticsToken(ctx, String(query?.['meeting']), String(query?.['token']))) throw notFound();
}

/** The meeting that a document is about. Throws `not_found` for whatever is not signed by the meeting's own server. */
async function trusted(ctx: Ctx, sent: { meeting: string; token: string; told: Analytics }): Promise<MeetingRow> {
  if (!isAnalyticsToken(ctx, sent.meeting, sent.token)) throw notFound();
  const row = await meetingById(ctx.system.read, sent.meeting);
  const server = row === null || row.serverId === null ? null : await serverOf(ctx, row.serverId);
  if (row === null || server === null) throw notFound();
  if (!analyticsTokenFits(bearerOf(ctx), { secret: secretOf(ctx, server), now: ctx.now() })) throw notFound();
  const { meetingId, internalMeetingId } = sent.told;
  const foreign = row.internalId !== null && internalMeetingId !== '' && internalMeetingId !== row.internalId;
  if (meetingId !== row.id || foreign) throw notFound();
  return row;
}

/**
 * A server tells who was in a meeting that is over. Telling it again changes nothing.
 * Throws `not_found` when the address or the token is not its own, `bad_request` when the document is none.
 */
export async function takeAnalytics(
  ctx: Ctx,
  sent: { meeting: string; token: string; document: unknown },
): Promise<{ done: true }> {
  const told = readAnalytics(sent.document);
  if (told === undefined) throw new Failure('bad_request');
  const row = await trusted(ctx, { ...sent, told });
  // the news of the end itself may come later, or never
  if (row.state === 'live' || row.state === 'detached')
    await settleEnded(ctx, row.id, whyEnded(lastSeen(row), { heard: 'reported', now: ctx.now() }));
  await ctx.system.write(async (tx) => {
    const held = await lockMeeting(tx, row.id);
    // programs of customers want the document as it is
    if (row.externalId !== null)
      await ctx.events.publish(ctx, tx, {
        name: meetingEvents.analytics,
        accountId: row.accountId,
        data: { meetingId: row.id, document: JSON.stringify(sent.document) },
      });
    await takePreparedLists(ctx, tx, { meeting: row, sent: told });
    const until = (held?.endedAt?.getTime() ?? 0) + ctx.config.attendanceDays * dayMs;
    // what had to be forgotten does not come back
    if (held === null || held.state !== 'ended' || until < ctx.now()) return;
    const stays = staysOf(held, told, ctx.now());
    await keepPolls(tx, { row: held, sent: told, skew: clockSkew(held) });
    if (stays.length > 0) await write(ctx, tx, { row: held, stays, told });
  });
  return { done: true };
}
