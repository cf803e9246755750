/** Reading the calendar: ranges, months, what comes next. */
import * as z from 'zod/mini';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { cursorId, cursorOf, cursorText, pageOf } from '#kit/server/db/cursor.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { actorOf, eyesOf, findRoom } from '#meet/rooms/server/access.service.ts';
import { seenRoomIds } from '#meet/rooms/server/list.service.ts';
import { publicRoomOf } from '#meet/rooms/server/live.service.ts';
import type { scheduleCalls, ScheduledMeetingDetail } from '../schedule.contract.ts';
import { scheduleLimits, wallAt, wallMs } from '../schedule.rules.ts';
import { type AfterDate, countDates, type DateFilter, datesBetween, datesOfDays, nextOfRoom } from './dates.queries.ts';
import { dayMs, instantOf } from './expanding.service.ts';
import { datesShown, detailOf, findSeries } from './views.service.ts';

type ScheduleCalls = typeof scheduleCalls;

/** What the person may look at: one room, or all that they see. */
export async function filterFor(ctx: Ctx, roomId: string | null): Promise<DateFilter> {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('rooms.view')) throw notAllowed('rooms.view');
  if (roomId === null) return { rooms: seenRoomIds(ctx), roomId: null };
  await findRoom(ctx, roomId);
  return { rooms: null, roomId };
}

const dateCursor = cursorOf<AfterDate>(
  z.object({ startsAt: z.number().check(z.gte(-8e15), z.lte(8e15)), meetingId: cursorId, recurrence: cursorText }),
);

export async function dates(ctx: Ctx, query: Parsed<ScheduleCalls['dates']>['query']): Promise<ResultIn<ScheduleCalls['dates']>> {
  const filter = await filterFor(ctx, query.room ?? null);
  const { from, to, limit } = query;
  // an hour more for the day that daylight saving makes longer
  if (to <= from || to - from > scheduleLimits.days * dayMs + 3_600_000) throw new Failure('range_too_long');
  const lines = await datesBetween(eyesOf(ctx), filter, { from, to, after: dateCursor.read(query.cursor), limit: limit + 1 });
  const { shown, next } = pageOf(lines, limit, dateCursor.write);
  return {
    items: await datesShown(ctx, shown),
    next,
    total: await countDates(eyesOf(ctx), filter, { from, to }),
  };
}

export async function days(ctx: Ctx, query: Parsed<ScheduleCalls['days']>['query']): Promise<ResultIn<ScheduleCalls['days']>> {
  const filter = await filterFor(ctx, query.room ?? null);
  const first = wallMs(`${query.from}T00:00`);
  const names = Array.from({ length: query.days }, (_, n) => wallAt(first + n * dayMs).slice(0, 10));
  const ranges = names.map((_, n) => ({
    from: instantOf(wallAt(first + n * dayMs), query.zone),
    to: instantOf(wallAt(first + (n + 1) * dayMs), query.zone),
    perDay: scheduleLimits.perDay,
    countTo: 100,
  }));
  const found = await datesOfDays(eyesOf(ctx), filter, ranges);
  const shown = await datesShown(
    ctx,
    found.flatMap(({ lines }) => lines),
  );
  const byKey = new Map(shown.map((one) => [`${one.seriesId} ${one.recurrence}`, one]));
  return {
    items: names.map((day, n) => ({
      day,
      dates: (found[n]?.lines ?? []).flatMap((line) => byKey.get(`${line.meetingId} ${line.recurrence}`) ?? []),
      count: found[n]?.count ?? 0,
    })),
  };
}

export async function upcoming(
  ctx: Ctx,
  query: Parsed<ScheduleCalls['upcoming']>['query'],
): Promise<ResultIn<ScheduleCalls['upcoming']>> {
  const filter = await filterFor(ctx, query.room ?? null);
  const from = ctx.now();
  const to = from + scheduleLimits.ahead * dayMs;
  return { items: await datesShown(ctx, await datesBetween(eyesOf(ctx), filter, { from, to, after: null, limit: query.limit })) };
}

/** For people who have the link. They see no account, hence the system's eyes. */
export async function ofLink(ctx: Ctx, slug: string): Promise<ResultIn<ScheduleCalls['ofLink']>> {
  const view = await publicRoomOf(ctx, slug.toLowerCase());
  const account = view === null ? null : await findAccount(ctx.system.read, view.row.accountId);
  if (view === null || account?.state !== 'active') throw notFound();
  const isOpen = view.row.viewerCode === null && !view.row.signInRequired && view.row.options.organisationOnly !== true;
  const rows = await nextOfRoom(ctx.system.read, view.row.id, { now: new Date(ctx.now()), limit: 3 });
  return {
    items: rows.map(({ title, startsAt, endsAt, lobbyMinutes }) => ({
      title: isOpen ? title : null,
      startsAt: startsAt.getTime(),
      endsAt: endsAt.getTime(),
      lobbyAt: startsAt.getTime() - lobbyMinutes * 60_000,
    })),
  };
}

export async function get(ctx: Ctx, id: string, recurrence: string | undefined): Promise<ScheduledMeetingDetail> {
  return detailOf(ctx, await findSeries(ctx, id), recurrence ?? null);
}
