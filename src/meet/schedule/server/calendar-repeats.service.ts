/** Repeat rules of calendar files (RFC 5545 §3.3.10) as ours, where ours can say the same. */
import type ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { type RepeatRule, type RepeatUnit, scheduleLimits, wallAt, wallMs, type Weekday, weekdays } from '../schedule.rules.ts';
import { dayMs, type SeriesTimes, startOn, wallsBetween } from './expanding.service.ts';

const units: Readonly<Record<string, RepeatUnit>> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };
/** Long enough to see that two rules differ. */
const comparedDays: Readonly<Record<RepeatUnit, number>> = { day: 400, week: 800, month: 2_600, year: 15_000 };

const stamp = (wall: string) => `${wall.replace(/[-:]/g, '')}00Z`;
const isWeekday = (text: string): text is Weekday => weekdays.some((one) => one === text);

/** `until` is on the wall clock of the series. */
export type FileRule = { recur: ICAL.Recur; start: string; until: string | null };

/** The rule as it stands, on the wall clock as if that were UTC. */
function fileRule({ recur, start, until }: FileRule): RRuleTemporal {
  const parts = recur
    .toString()
    .split(';')
    .filter((part) => !/^UNTIL=/i.test(part));
  const end = until === null ? [] : [`UNTIL=${stamp(until)}`];
  const rruleString = `DTSTART:${stamp(start)}\nRRULE:${[...parts, ...end].join(';')}`;
  return new RRuleTemporal({ rruleString, tzid: 'UTC', cache: false });
}

/** Wall-clock times at which the rule of the file has dates, ends included. */
export function fileDates(rule: FileRule, from: string, to: string): string[] {
  if (units[rule.recur.freq] === undefined) return [];
  return fileRule(rule)
    .between(new Date(wallMs(from)), new Date(wallMs(to)), true)
    .map(({ epochMilliseconds }) => wallAt(epochMilliseconds));
}

/** The last day of the rule: a time of day before the start's own ends it on the day before. */
function lastDay(until: string, start: string): string {
  const back = until.slice(11) < start.slice(11) ? dayMs : 0;
  return wallAt(wallMs(until) - back).slice(0, 10);
}

/** What the rule would be among ours; whether it is, the dates show. */
function likelyRepeat({ recur, start, until }: FileRule): RepeatRule | null {
  const unit = units[recur.freq];
  if (unit === undefined || recur.interval > scheduleLimits.interval) return null;
  const byDay = [recur.parts.BYDAY ?? []].flat().map(String);
  const days = byDay.filter(isWeekday);
  const everyWeek = unit === 'week' || (unit === 'day' && days.length > 0 && recur.interval === 1);
  return {
    every: recur.interval,
    unit: everyWeek ? 'week' : unit,
    days: everyWeek ? days : [],
    monthly: unit === 'month' && byDay.length > 0 ? 'weekday' : 'day',
    until: until === null ? null : lastDay(until, start),
    count: until === null ? recur.count : null,
  };
}

/** The same dates as a series of ours, or null when our rules cannot say them. */
export function seriesOf(rule: FileRule, zone: string, minutes: number): SeriesTimes | null {
  const repeat = likelyRepeat(rule);
  if (repeat === null || (repeat.count ?? 1) > scheduleLimits.count) return null;
  const times = { zone, minutes, repeat, start: rule.start };
  const series = { ...times, start: startOn(times) };
  const to = wallAt(wallMs(rule.start) + comparedDays[repeat.unit] * dayMs);
  return wallsBetween(series, series.start, to).join() === fileDates(rule, rule.start, to).join() ? series : null;
}
