/**
 * From a series to its dates. Rules are expanded on the wall clock, as if it were UTC, and each date is then read on the clock of its zone:
 * a meeting stays at its hour when daylight saving begins. An hour that does not exist moves forward by the gap, and of one that comes
 * twice the first is meant (RFC 5545 §3.3.5, the "compatible" way of Temporal).
 */
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { type RepeatRule, scheduleLimits, wallAt, wallMs, weekdayOf, weekdays } from '../schedule.rules.ts';
import type { ExceptionRow, SeriesRow } from './schedule.table.ts';

export type SeriesTimes = Pick<SeriesRow, 'start' | 'zone' | 'minutes' | 'repeat'>;
/** One date of a series: `recurrence` as the rule gives it, `start` where an exception moved it. */
export type ExpandedDate = { recurrence: string; startsAt: number; endsAt: number };
const minuteMs = 60_000;
export const dayMs = 86_400_000;

export const zonedOf = (wall: string, zone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' });
export const instantOf = (wall: string, zone: string): number => zonedOf(wall, zone).epochMilliseconds;
/** What a clock of the zone shows at that moment. */
export const wallOf = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' });

const stamp = (wall: string) => `${wall.replace(/[-:]/g, '')}00`;

/** The weekday of the month that a date falls on: 2TU, and -1TU for a fifth one. */
function nthWeekday(day: string): string {
  const nth = Math.ceil(Number(day.slice(8, 10)) / 7);
  return `${nth === 5 ? -1 : nth}${weekdayOf(day)}`;
}

/** The rule in the words of RFC 5545, without its end. */
function ruleBody(repeat: RepeatRule, start: string): string {
  const freq = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }[repeat.unit];
  const days = repeat.days.length === 0 ? [weekdayOf(start)] : weekdays.filter((one) => repeat.days.includes(one));
  const byDay = repeat.unit === 'week' ? `;BYDAY=${days.join(',')};WKST=MO` : '';
  const monthly = repeat.unit === 'month' && repeat.monthly === 'weekday' ? `;BYDAY=${nthWeekday(start)}` : '';
  return `FREQ=${freq};INTERVAL=${repeat.every}${byDay}${monthly}`;
}

/** The rule for calendar programs. UNTIL is in UTC, because the start has a zone (RFC 5545 §3.3.10). */
export function ruleOf({ repeat, start, zone }: SeriesTimes): string | null {
  if (repeat === null) return null;
  const until = repeat.until === null ? '' : `;UNTIL=${stamp(wallAt(instantOf(`${repeat.until}T23:59`, zone)))}Z`;
  return `${ruleBody(repeat, start)}${until}${repeat.count === null ? '' : `;COUNT=${repeat.count}`}`;
}

const onWall = (repeat: RepeatRule, start: string): RRuleTemporal => {
  const until = repeat.until === null ? '' : `;UNTIL=${stamp(`${repeat.until}T23:59`)}Z`;
  const count = repeat.count === null ? '' : `;COUNT=${repeat.count}`;
  const rruleString = `DTSTART:${stamp(start)}Z\nRRULE:${ruleBody(repeat, start)}${until}${count}`;
  return new RRuleTemporal({ rruleString, tzid: 'UTC', cache: false });
};

/** Wall-clock times of a rule in a range of them, ends included. */
export function wallsBetween({ repeat, start }: SeriesTimes, from: string, to: string): string[] {
  if (repeat === null) return start >= from && start <= to ? [start] : [];
  if (to < start) return [];
  const first = from < start ? start : from;
  return onWall(repeat, start)
    .between(new Date(wallMs(first)), new Date(wallMs(to)), true)
    .map(({ epochMilliseconds }) => wallAt(epochMilliseconds));
}

/** A weekly rule starts on one of its days: otherwise calendar programs disagree about the first date. */
export function startOn(times: SeriesTimes): string {
  if (times.repeat === null || times.repeat.unit !== 'week' || times.repeat.days.length === 0) return times.start;
  for (let by = 0; by < 7; by += 1) {
    const wall = wallAt(wallMs(times.start) + by * dayMs);
    if (times.repeat.days.includes(weekdayOf(wall))) return wall;
  }
  return times.start;
}

/** How many dates the rule has; null: it has no end. Never more than a series may have. */
export function countOf(times: SeriesTimes): number | null {
  const { repeat, start } = times;
  if (repeat === null) return 1;
  if (repeat.count !== null) return repeat.count;
  if (repeat.until === null) return null;
  const most = wallAt(wallMs(start) + scheduleLimits.count * 366 * dayMs);
  const until = `${repeat.until}T23:59`;
  return wallsBetween(times, start, until < most ? until : most).length;
}

/** The last date's recurrence; null: the rule has no end. Undefined: it has no date at all. */
export function lastOf(times: SeriesTimes): string | null | undefined {
  const { repeat, start } = times;
  if (repeat === null) return start;
  if (repeat.until !== null) return wallsBetween(times, start, `${repeat.until}T23:59`).at(-1);
  if (repeat.count === null) return null;
  const all = onWall(repeat, start).all();
  const last = all.at(-1);
  return last === undefined ? undefined : wallAt(last.epochMilliseconds);
}

/** The dates that begin in a range, with what exceptions change, the earliest first. */
export function expand(
  times: SeriesTimes,
  exceptions: readonly Pick<ExceptionRow, 'recurrence' | 'cancelled' | 'start' | 'minutes'>[],
  range: { from: number; to: number },
): ExpandedDate[] {
  const { zone, minutes } = times;
  const byRecurrence = new Map(exceptions.map((one) => [one.recurrence, one]));
  return wallsBetween(times, wallOf(range.from, zone), wallOf(range.to, zone))
    .flatMap((recurrence) => {
      const own = byRecurrence.get(recurrence);
      if (own?.cancelled === true) return [];
      const startsAt = instantOf(own?.start ?? recurrence, zone);
      return [{ recurrence, startsAt, endsAt: startsAt + (own?.minutes ?? minutes) * minuteMs }];
    })
    .toSorted((a, b) => a.startsAt - b.startsAt);
}

/** The next date that is not over; null: there is none in the time that dates are kept for. */
export function nextDate(
  times: SeriesTimes,
  exceptions: readonly Pick<ExceptionRow, 'recurrence' | 'cancelled' | 'start' | 'minutes'>[],
  now: number,
): ExpandedDate | null {
  // none lasts longer than a day
  const range = { from: now - dayMs, to: now + scheduleLimits.ahead * dayMs };
  return expand(times, exceptions, range).find(({ endsAt }) => endsAt > now) ?? null;
}

/** Whether the series has a date with that recurrence. */
export const hasRecurrence = (times: SeriesTimes, recurrence: string): boolean =>
  wallsBetween(times, recurrence, recurrence).length > 0;
