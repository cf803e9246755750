/** Keeps the dates of series: written again when a series changes, continued as time goes on. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { scheduleLimits } from '../schedule.rules.ts';
import { dayMs, expand, type ExpandedDate, instantOf, lastOf } from './expanding.service.ts';
import { addDates, deleteDatesBefore, exceptionsOf, seriesToExtend, setDates, setSeries } from './schedule.queries.ts';
import type { DateRow, ExceptionRow, SeriesRow } from './schedule.table.ts';

const minuteMs = 60_000;

const rowOf =
  (series: SeriesRow, now: number) =>
  (date: ExpandedDate): DateRow => {
    const remindAt = series.reminderMinutes === null ? null : date.startsAt - series.reminderMinutes * minuteMs;
    return {
      meetingId: series.id,
      recurrence: date.recurrence,
      accountId: series.accountId,
      roomId: series.roomId,
      startsAt: new Date(date.startsAt),
      endsAt: new Date(date.endsAt),
      remindAt: remindAt === null || remindAt <= now ? null : new Date(remindAt),
    };
  };

/** End of the last date; null: it has no end. Undefined: it has no date. */
export function endOf(series: Pick<SeriesRow, 'start' | 'zone' | 'minutes' | 'repeat'>): Date | null | undefined {
  const last = lastOf(series);
  return typeof last === 'string' ? new Date(instantOf(last, series.zone) + series.minutes * minuteMs) : last;
}

const horizonOf = (now: number) => now + scheduleLimits.ahead * dayMs;
/** Writes its dates from `from` on again; those before stay. */
export async function rebuildDates(ctx: Ctx, tx: Db, { series, from }: { series: SeriesRow; from: number }): Promise<void> {
  const now = ctx.now();
  const earliest = Math.max(from, now - scheduleLimits.behind * dayMs);
  // a date far ahead is kept when it is the only one
  const to = series.repeat === null ? instantOf(series.start, series.zone) : horizonOf(now);
  const exceptions = await exceptionsOf(tx, series.id);
  // a date may have been moved here from before
  const own = exceptions.filter(({ cancelled }) => !cancelled).map(({ recurrence }) => instantOf(recurrence, series.zone));
  const dates = expand(series, exceptions, { from: Math.min(earliest, ...own), to }).filter(
    ({ startsAt }) => startsAt >= earliest,
  );
  await setDates(tx, { meetingId: series.id, from: new Date(earliest) }, dates.map(rowOf(series, now)));
  await setSeries(tx, series.id, { expandedTo: new Date(to) });
}

/** Writes one date of it again. */
export async function putDate(ctx: Ctx, tx: Db, { series, own }: { series: SeriesRow; own: ExceptionRow }): Promise<void> {
  const startsAt = instantOf(own.start ?? own.recurrence, series.zone);
  const endsAt = startsAt + (own.minutes ?? series.minutes) * minuteMs;
  await addDates(tx, [rowOf(series, ctx.now())({ recurrence: own.recurrence, startsAt, endsAt })]);
}

/** Continues series whose dates end within the time that calendars show. Returns how many. */
export async function extendSeries(ctx: Ctx): Promise<number> {
  const now = ctx.now();
  const due = await seriesToExtend(ctx.system.read, new Date(horizonOf(now) - 7 * dayMs), 100);
  for (const series of due)
    await ctx.system.write(async (tx) => {
      const range = { from: series.expandedTo.getTime() + 1, to: horizonOf(now) };
      await addDates(tx, expand(series, await exceptionsOf(tx, series.id), range).map(rowOf(series, now)));
      await setSeries(tx, series.id, { expandedTo: new Date(range.to) });
    });
  return due.length;
}

export const dropOldDates = (ctx: Ctx): Promise<void> =>
  ctx.system.write((tx) => deleteDatesBefore(tx, new Date(ctx.now() - scheduleLimits.behind * dayMs)));
