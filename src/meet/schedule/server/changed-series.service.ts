/** What becomes of a series and its exceptions when it changes. Pure. */
import type { ScheduledMeetingChange } from '../schedule.contract.ts';
import { type RepeatRule, shiftedDays, wallAt, wallMs } from '../schedule.rules.ts';
import { dayMs, hasRecurrence, startOn } from './expanding.service.ts';
import type { ExceptionRow, SeriesRow } from './schedule.table.ts';

type OpenSeries = { series: SeriesRow; exceptions: readonly ExceptionRow[]; recurrence: string };

const sameRule = (a: RepeatRule | null, b: RepeatRule | null): boolean =>
  JSON.stringify(a === null ? null : [a.every, a.unit, a.days.toSorted(), a.monthly, a.until, a.count]) ===
  JSON.stringify(b === null ? null : [b.every, b.unit, b.days.toSorted(), b.monthly, b.until, b.count]);

/** By how much the clock moves: from the named date to where it was put. A form sends the start along also when nobody moved it. */
export function shiftOf({ exceptions, recurrence }: OpenSeries, body: ScheduledMeetingChange): number {
  const shown = exceptions.find((one) => one.recurrence === recurrence)?.start ?? recurrence;
  return body.start === undefined || body.start === shown ? 0 : wallMs(body.start) - wallMs(recurrence);
}

export function changesTimes(open: OpenSeries, body: ScheduledMeetingChange): boolean {
  const { series } = open;
  return (
    shiftOf(open, body) !== 0 ||
    (body.zone !== undefined && body.zone !== series.zone) ||
    (body.minutes !== undefined && body.minutes !== series.minutes) ||
    (body.repeat !== undefined && !sameRule(body.repeat, series.repeat))
  );
}

const dayOf = (wall: string) => Date.parse(`${wall.slice(0, 10)}T00:00:00Z`);

/** The rule moved by whole days: the weekdays of a week and the last day go along. */
function movedRule(rule: RepeatRule | null, days: number): RepeatRule | null {
  if (rule === null || days === 0) return rule;
  return {
    ...rule,
    days: shiftedDays(rule.days, days),
    until: rule.until === null ? null : wallAt(dayOf(rule.until) + days * dayMs).slice(0, 10),
  };
}

type SeriesFields = Pick<
  SeriesRow,
  'title' | 'description' | 'zone' | 'start' | 'minutes' | 'repeat' | 'lobbyMinutes' | 'reminderMinutes'
>;
/** The fields after the change. `from`: the series begins with this date of the old one. */
export function changedSeries(open: OpenSeries, body: ScheduledMeetingChange, from = open.series.start): SeriesFields {
  const { series, recurrence } = open;
  const shift = shiftOf(open, body);
  const days = Math.round((dayOf(wallAt(wallMs(recurrence) + shift)) - dayOf(recurrence)) / dayMs);
  const given = body.repeat !== undefined && !sameRule(body.repeat, series.repeat);
  const fields = {
    title: body.title ?? series.title,
    description: body.description ?? series.description,
    zone: body.zone ?? series.zone,
    minutes: body.minutes ?? series.minutes,
    repeat: given ? (body.repeat ?? null) : movedRule(series.repeat, days),
    lobbyMinutes: body.lobbyMinutes ?? series.lobbyMinutes,
    reminderMinutes: body.reminderMinutes === undefined ? series.reminderMinutes : body.reminderMinutes,
  };
  // what stops repeating is held where it was named
  const base = fields.repeat === null && series.repeat !== null ? recurrence : from;
  const start = wallAt(wallMs(base) + shift);
  return { ...fields, start: startOn({ ...fields, start }) };
}

/** Exceptions go along with the clock; those whose date the rule no longer gives are dropped. */
export function movedExceptions(
  { series, exceptions }: OpenSeries,
  next: SeriesRow,
  shift = wallMs(next.start) - wallMs(series.start),
): ExceptionRow[] {
  return exceptions
    .map((one) => ({ ...one, meetingId: next.id, recurrence: wallAt(wallMs(one.recurrence) + shift) }))
    .filter((one) => hasRecurrence(next, one.recurrence));
}
