/** Scheduling: what a plan comes to, and making it. */
import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { actorOf, findRoom, handsOf, need, type RoomView } from '#meet/rooms/server/access.service.ts';
import type { NewScheduledMeeting, scheduleCalls, ScheduledMeetingDetail, SchedulePreview } from '../schedule.contract.ts';
import { scheduleLimits, warningsOf } from '../schedule.rules.ts';
import { overlapping } from './dates.queries.ts';
import { countOf, dayMs, expand, instantOf, startOn, wallOf, wallsBetween } from './expanding.service.ts';
import { addressesOfInvitees, countInvitations, setInvitees, tellInvitees } from './inviting.service.ts';
import { endOf, rebuildDates } from './keeping.service.ts';
import { insertSeries, openSeriesCount, setExceptions } from './schedule.queries.ts';
import type { ExceptionRow, SeriesRow } from './schedule.table.ts';
import { detailOf, limitsOf } from './views.service.ts';

const shownDates = 10;
/** Dates whose clashes and skipped hours are looked at: a year of a weekly meeting. */
const lookedAt = 60;

type PreviewBody = Parsed<(typeof scheduleCalls)['preview']>['body'];
/** Throws `no_dates` for a rule that gives none. */
export async function preview(ctx: Ctx, body: PreviewBody): Promise<SchedulePreview> {
  const room = await findRoom(ctx, body.roomId);
  need(ctx, room, 'edit');
  const times = { zone: body.zone, minutes: body.minutes, repeat: body.repeat, start: startOn(body) };
  const began = instantOf(times.start, times.zone);
  const range = { from: began, to: began + (times.repeat === null ? 0 : scheduleLimits.ahead * dayMs) };
  const dates = expand(times, [], range).slice(0, lookedAt);
  if (dates.length === 0) throw new Failure('no_dates', { fields: { 'body.repeat': 'no_dates' } });
  const limits = await limitsOf(ctx, room);
  const db = handsOf(ctx, room.row).read;
  const clashes = await overlapping(
    db,
    { accountId: room.row.accountId, roomId: room.row.id, apart: body.seriesId ?? null },
    dates.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt })),
  );
  return {
    dates: dates.slice(0, shownDates).map(({ startsAt }) => ({ start: wallOf(startsAt, times.zone), startsAt })),
    count: countOf(times),
    moved: dates
      .map(({ recurrence, startsAt }) => ({ planned: recurrence, start: wallOf(startsAt, times.zone) }))
      .filter(({ planned, start }) => planned !== start),
    warnings: warningsOf({ people: body.people + 1, minutes: body.minutes, ...clashes }, limits),
    limits,
  };
}

/** Throws `no_dates` when it has none, or all of them are over. */
export function requireDates(ctx: Ctx, series: SeriesRow): Date | null {
  const ends = endOf(series);
  const first = series.repeat === null || wallsBetween(series, series.start, series.start).length > 0;
  if (ends === undefined || !first || (ends !== null && ends.getTime() <= ctx.now()))
    throw new Failure('no_dates', { fields: { 'body.start': 'no_dates' } });
  return ends;
}

export type SeriesDeed = {
  series: Pick<SeriesRow, 'id' | 'accountId' | 'roomId'>;
  action: string;
  data?: Record<string, string | number | boolean | null>;
};
/** What follows every change of a series: the note who did it, and the push to open calendars. */
export async function noteSeries(ctx: Ctx, tx: Db, { series, action, data = {} }: SeriesDeed): Promise<void> {
  const { id: subjectId, accountId, roomId } = series;
  await record(ctx, tx, { action, subjectKind: 'scheduled_meeting', subjectId, accountId, data });
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'schedule', data: { roomId } });
}

export const newUid = (ctx: Ctx, id: string): string => `${id}@${new URL(siteUrl(ctx)).hostname}`;

type SeriesFields = Omit<NewScheduledMeeting, 'roomId' | 'invitees'> & { sourceUid: string | null };
/** A new series of the room. Throws `no_dates` when it has none, or all of them are over. */
export function seriesRow(ctx: Ctx, { row }: RoomView, fields: SeriesFields): SeriesRow {
  const at = new Date(ctx.now());
  const id = newId(ctx.now());
  const series: SeriesRow = {
    ...fields,
    ...{ id, accountId: row.accountId, roomId: row.id, uid: newUid(ctx, id), sequence: 0, version: 1 },
    start: startOn(fields),
    organizerId: actorOf(ctx).userId,
    ...{ expandedTo: at, endsAt: null, cancelledAt: null, createdAt: at, updatedAt: at },
  };
  return { ...series, endsAt: requireDates(ctx, series) };
}

type SeriesPlan = { series: SeriesRow; emails: readonly string[]; exceptions: ExceptionRow[]; from: number };
/** Writes a new series with its dates from `from` on and invites people, or finds it `known`. Throws `too_many`, `invitees_today`. */
export async function planSeries(
  ctx: Ctx,
  { row }: RoomView,
  { series, emails, exceptions, from }: SeriesPlan,
): Promise<'new' | 'known'> {
  await countInvitations(ctx, row.accountId, emails.length);
  return handsOf(ctx, row).write(async (tx) => {
    if ((await openSeriesCount(tx, row.accountId, series.createdAt)) >= scheduleLimits.series)
      throw new Failure('too_many', { data: { most: scheduleLimits.series } });
    if ((await insertSeries(tx, series)) === 'known') return 'known';
    await setExceptions(tx, series.id, exceptions);
    await rebuildDates(ctx, tx, { series, from });
    const { added } = await setInvitees(ctx, tx, { series, emails });
    const news = { kind: 'invited', series, room: row, exceptions, recurrence: null } as const;
    await tellInvitees(ctx, tx, { news, invitees: added });
    const data = { invitees: added.length, imported: series.sourceUid !== null };
    await noteSeries(ctx, tx, { series, action: 'schedule.created', data });
    return 'new';
  });
}

export async function create(ctx: Ctx, body: NewScheduledMeeting): Promise<ScheduledMeetingDetail> {
  const room = await findRoom(ctx, body.roomId);
  need(ctx, room, 'edit');
  const { roomId: _room, invitees: given, ...fields } = body;
  const emails = await addressesOfInvitees(ctx, { given, accountId: room.row.accountId, known: [] });
  const series = seriesRow(ctx, room, { ...fields, sourceUid: null });
  await planSeries(ctx, room, { series, emails, exceptions: [], from: 0 });
  return detailOf(ctx, { series, room }, series.start);
}
