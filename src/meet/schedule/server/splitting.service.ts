/** Ends a series before one of its dates, and begins another with that date. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { ScheduledMeetingChange } from '../schedule.contract.ts';
import { scheduleLimits, wallAt, wallMs } from '../schedule.rules.ts';
import { changedSeries, movedExceptions, shiftOf } from './changed-series.service.ts';
import { dayMs, instantOf, wallsBetween } from './expanding.service.ts';
import { endOf, rebuildDates } from './keeping.service.ts';
import { newUid, requireDates } from './planning.service.ts';
import { deleteDatesFrom, insertSeries, openSeriesCount, setExceptions, setSeries } from './schedule.queries.ts';
import type { ExceptionRow, SeriesRow } from './schedule.table.ts';

type OpenSeries = { series: SeriesRow; exceptions: ExceptionRow[]; recurrence: string };
export type SeriesWithExceptions = { series: SeriesRow; exceptions: ExceptionRow[] };

/** The series without `from` and what follows. */
export async function endBefore(
  ctx: Ctx,
  tx: Db,
  { open, from }: { open: OpenSeries; from: string },
): Promise<SeriesWithExceptions> {
  const { series } = open;
  const until = wallAt(wallMs(`${from.slice(0, 10)}T00:00`) - dayMs).slice(0, 10);
  const next: SeriesRow = {
    ...series,
    repeat: series.repeat === null ? null : { ...series.repeat, until, count: null },
    sequence: series.sequence + 1,
    version: series.version + 1,
    updatedAt: new Date(ctx.now()),
  };
  next.endsAt = endOf(next) ?? null;
  const exceptions = open.exceptions.filter((one) => one.recurrence < from);
  const { repeat, sequence, version, updatedAt, endsAt } = next;
  await setSeries(tx, series.id, { repeat, sequence, version, updatedAt, endsAt });
  await setExceptions(tx, series.id, exceptions);
  // one that was moved to before now as well
  await deleteDatesFrom(tx, { meetingId: series.id, recurrence: from });
  await rebuildDates(ctx, tx, { series: next, from: Math.min(instantOf(from, series.zone), ctx.now()) });
  return { series: next, exceptions };
}

/** Numbers of dates are shared: what the first half had is not had again. */
function remaining(open: OpenSeries, from: string): SeriesRow {
  const { series } = open;
  if (series.repeat?.count == null) return series;
  const before = wallsBetween(series, series.start, from).length - 1;
  return { ...series, repeat: { ...series.repeat, count: Math.max(1, series.repeat.count - before) } };
}

export async function splitSeries(
  ctx: Ctx,
  tx: Db,
  { open, body, from }: { open: OpenSeries; body: ScheduledMeetingChange; from: string },
): Promise<{ old: SeriesWithExceptions; made: SeriesWithExceptions }> {
  const id = newId(ctx.now());
  const at = new Date(ctx.now());
  if ((await openSeriesCount(tx, open.series.accountId, at)) >= scheduleLimits.series)
    throw new Failure('too_many', { data: { most: scheduleLimits.series } });
  const rest = remaining(open, from);
  const made: SeriesRow = {
    ...rest,
    ...changedSeries({ ...open, series: rest }, body, from),
    ...{ id, uid: newUid(ctx, id), sourceUid: null, sequence: 0, version: 1, expandedTo: at, createdAt: at, updatedAt: at },
  };
  made.endsAt = requireDates(ctx, made);
  const later = open.exceptions.filter((one) => one.recurrence >= from);
  const exceptions = movedExceptions({ ...open, exceptions: later }, made, shiftOf(open, body));
  const old = await endBefore(ctx, tx, { open, from });
  await insertSeries(tx, made);
  await setExceptions(tx, made.id, exceptions);
  await rebuildDates(ctx, tx, { series: made, from: 0 });
  return { old, made: { series: made, exceptions } };
}
