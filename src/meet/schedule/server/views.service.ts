/** Dates and series as the screens show them. */
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { eyesOf, findRoom, type RoomView } from '#meet/rooms/server/access.service.ts';
import { visibleRooms } from '#meet/rooms/server/live.service.ts';
import type { ScheduledDate, ScheduledMeetingDetail } from '../schedule.contract.ts';
import { scheduleLimits, startLimits } from '../schedule.rules.ts';
import { type DateLine, dateLine, nextOfSeries } from './dates.queries.ts';
import { instantOf, wallOf } from './expanding.service.ts';
import { exceptionsOf, inviteesOf, seriesById } from './schedule.queries.ts';
import type { SeriesRow } from './schedule.table.ts';

const minuteMs = 60_000;
/** Whether a meeting that runs in the room is taken for the one of this date. */
const isLive = (ctx: Ctx, { row }: RoomView, date: Pick<DateLine, 'startsAt' | 'endsAt'>): boolean =>
  row.liveState === 'live' && date.startsAt - scheduleLimits.lobbyMinutes * minuteMs <= ctx.now() && ctx.now() < date.endsAt;

function dateOf(ctx: Ctx, view: RoomView, line: DateLine): ScheduledDate {
  const { meetingId, startsAt, endsAt, zone, roomId: _room, ...shown } = line;
  const { id, name, slug } = view.row;
  return {
    ...shown,
    seriesId: meetingId,
    room: { id, name, slug },
    ...{ startsAt, endsAt, zone },
    start: wallOf(startsAt, zone),
    minutes: Math.round((endsAt - startsAt) / minuteMs),
    live: isLive(ctx, view, line),
    rights: { edit: view.rights.edit, start: view.rights.start },
  };
}

/** The dates of rooms that the person sees; others are left out. */
export async function datesShown(ctx: Ctx, lines: readonly DateLine[]): Promise<ScheduledDate[]> {
  const rooms = await visibleRooms(
    ctx,
    lines.map(({ roomId }) => roomId),
  );
  return lines.flatMap((line) => {
    const view = rooms.get(line.roomId);
    return view === undefined || !view.rights.view || view.row.deletedAt !== null ? [] : [dateOf(ctx, view, line)];
  });
}

export type SeriesView = { series: SeriesRow; room: RoomView };
/** A series in a room that the person sees. Throws `not_found`, also for one that was cancelled. */
export async function findSeries(ctx: Ctx, id: string): Promise<SeriesView> {
  const series = await seriesById(eyesOf(ctx), id);
  if (series === null || series.cancelledAt !== null) throw notFound();
  return { series, room: await findRoom(ctx, series.roomId) };
}

/** Names of people by address, of those who are of the series' account: others stay addresses. */
async function inviteesShown(ctx: Ctx, series: SeriesRow): Promise<ScheduledMeetingDetail['invitees']> {
  const rows = await inviteesOf(eyesOf(ctx), series.id);
  const names = await findNames(
    ctx.system.read,
    rows.flatMap(({ userId }) => userId ?? []),
  );
  return rows.map(({ id, email, userId, answer, answeredAt, words }) => ({
    ...{ id, userId, email, answer, words },
    name: userId === null ? null : (names.get(userId) ?? null),
    answeredAt: answeredAt?.getTime() ?? null,
  }));
}

export async function limitsOf(ctx: Ctx, { row }: RoomView): Promise<ScheduledMeetingDetail['limits']> {
  // of the room's account, which may be another one
  return startLimits(row, await entitlementsFor(ctx.system.read, row.accountId));
}

/** A series that has no date left in the time that is kept is shown by its first. */
function firstLine({ id, roomId, title, zone, start, minutes, repeat }: SeriesRow): DateLine {
  const startsAt = instantOf(start, zone);
  return {
    ...{ meetingId: id, recurrence: start, roomId, title, zone, startsAt, endsAt: startsAt + minutes * minuteMs },
    ...{ repeats: repeat !== null, changed: false, invited: 0, accepted: 0, declined: 0 },
  };
}

export async function detailOf(
  ctx: Ctx,
  { series, room }: SeriesView,
  recurrence: string | null,
): Promise<ScheduledMeetingDetail> {
  const db = eyesOf(ctx);
  const found =
    recurrence === null
      ? ((await nextOfSeries(db, series.id, ctx.now())) ?? firstLine(series))
      : await dateLine(db, { meetingId: series.id, recurrence });
  if (found === null) throw notFound();
  const exceptions = await exceptionsOf(db, series.id);
  const own = exceptions.find((one) => one.recurrence === found.recurrence);
  const editable = room.rights.edit;
  return {
    ...dateOf(ctx, room, found),
    description: own?.description ?? series.description,
    repeat: series.repeat,
    seriesStart: series.start,
    lobbyMinutes: series.lobbyMinutes,
    reminderMinutes: series.reminderMinutes,
    // addresses are for those who invite
    invitees: editable ? await inviteesShown(ctx, series) : [],
    cancelled: exceptions.filter((one) => one.cancelled).map((one) => one.recurrence),
    limits: await limitsOf(ctx, room),
    version: series.version,
  };
}
