/**
 * Reads meetings from a calendar file as Outlook, Google, Apple and others write them. Runs in the sandbox: it comes from anybody, and
 * ical.js follows the rules of its zones without limit.
 */
import { convert } from 'html-to-text';
import ICAL from 'ical.js';
import type { CalendarFile, CalendarFileMeeting, CalendarFileNote, CalendarFileSkip } from '../calendar-file.contract.ts';
import { isWallTime, scheduleLimits as max, wallAt, wallMs } from '../schedule.rules.ts';
import type { CalendarFileText } from './calendar-file.service.ts';
import { fileDates, type FileRule, seriesOf } from './calendar-repeats.service.ts';
import { addressOf, readableLines, textOf } from './calendar-text.service.ts';
import { calendarZone, wallIn, zoneOf } from './calendar-zones.service.ts';
import { dayMs, hasRecurrence, instantOf, nextDate, wallOf } from './expanding.service.ts';

const limits = { events: 3_000, meetings: 500, apart: 60, usualMinutes: 60 } as const;
const minuteMs = 60_000;

type CalendarSource = { calendar: ICAL.Component; zone: string; now: number };
type FileTime = { wall: string; zone: string; note: CalendarFileNote | null };
type SkipResult = { skip: CalendarFileSkip };
const isSkip = (value: object): value is SkipResult => 'skip' in value;

/** Null: there is none, or only a day. */
function timeOf(event: ICAL.Component, name: string, source: CalendarSource): FileTime | null {
  const property = event.getFirstProperty(name);
  const value = property?.getFirstValue();
  if (property === null || !(value instanceof ICAL.Time) || value.isDate) return null;
  return zonedTime(value, textOf(property.getParameter('tzid')), source);
}
function zonedTime(value: ICAL.Time, tzid: string, { calendar, zone }: CalendarSource): FileTime | null {
  const wall = value.toString().slice(0, 16);
  if (!isWallTime(wall)) return null;
  if (value.zone?.tzid === 'UTC') return { wall, zone: 'UTC', note: null };
  return tzid === '' ? { wall, zone, note: null } : { wall, ...zoneOf(calendar, { tzid, start: value }, [zone]) };
}

function minutesOf(event: ICAL.Component, start: FileTime, source: CalendarSource): { minutes: number; known: boolean } {
  const end = timeOf(event, 'dtend', source);
  const duration = event.getFirstPropertyValue('duration');
  const byEnd = end === null ? 0 : (instantOf(end.wall, end.zone) - instantOf(start.wall, start.zone)) / minuteMs;
  const minutes = Math.round(duration instanceof ICAL.Duration ? duration.toSeconds() / 60 : byEnd);
  return minutes > 0
    ? { minutes: Math.max(minutes, max.minutes.min), known: true }
    : { minutes: limits.usualMinutes, known: false };
}

const oneLine = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, max.title.max).join('');
const titleOf = (event: ICAL.Component): string => oneLine(textOf(event.getFirstPropertyValue('summary')));
/** Google writes markup into plain descriptions. */
function descriptionOf(event: ICAL.Component): string {
  const text = textOf(event.getFirstPropertyValue('description'));
  const plain = /<(?:br|p|a|div|span|ul|html)\b/i.test(text) ? convert(text, { wordwrap: false }) : text;
  return plain.trim().slice(0, max.description);
}
const mailAddress = /^[^\s@<>"(),;:]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
function guestsOf(event: ICAL.Component): string[] {
  const all = event
    .getAllProperties('attendee')
    .filter((one) => !['RESOURCE', 'ROOM'].includes(textOf(one.getParameter('cutype')).toUpperCase()))
    .map((one) => addressOf(textOf(one.getFirstValue()), textOf(one.getParameter('email'))))
    .filter((address) => address.length <= 254 && mailAddress.test(address));
  return [...new Set(all)];
}
const isCancelled = (event: ICAL.Component): boolean =>
  textOf(event.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED';

type SingleParts = { sourceUid: string; start: FileTime; minutes: number; notes: readonly CalendarFileNote[] };
function single(event: ICAL.Component, { sourceUid, start, minutes, notes }: SingleParts): CalendarFileMeeting {
  const guests = guestsOf(event);
  const left: CalendarFileNote[] = guests.length > max.invitees ? ['guests_left_out'] : [];
  const zoneNote = start.note === null ? [] : [start.note];
  return {
    ...{ sourceUid, title: titleOf(event), description: descriptionOf(event), minutes, repeat: null, exceptions: [] },
    ...{ start: start.wall, zone: start.zone, guests: guests.slice(0, max.invitees) },
    notes: [...new Set([...notes, ...zoneNote, ...left])],
    nextAt: instantOf(start.wall, start.zone),
  };
}

/** UNTIL on the wall clock of the series; a day alone ends with that day. */
function untilOf(recur: ICAL.Recur, start: FileTime): string | null {
  if (recur.until === null || recur.until === undefined) return null;
  if (recur.until.isDate) return `${recur.until.toString().slice(0, 10)}T23:59`;
  const wall = recur.until.toString().slice(0, 16);
  return recur.until.zone?.tzid === 'UTC' ? wallIn(wall, 'UTC', start.zone) : wall;
}

type FileException = CalendarFileMeeting['exceptions'][number];
const leftOut = (recurrence: string): FileException => ({ recurrence, cancelled: true, title: null, start: null, minutes: null });

/** Walls of a property that lists times, such as EXDATE; a day alone stands for the time of the series on it. */
function listedWalls(
  event: ICAL.Component,
  name: string,
  { start, source }: { start: FileTime; source: CalendarSource },
): string[] {
  return event.getAllProperties(name).flatMap((property) =>
    property.getValues().flatMap((value: unknown) => {
      if (!(value instanceof ICAL.Time)) return [];
      if (value.isDate) return [`${value.toString().slice(0, 10)}T${start.wall.slice(11)}`];
      const time = zonedTime(value, textOf(property.getParameter('tzid')), source);
      return time === null ? [] : [wallIn(time.wall, time.zone, start.zone)];
    }),
  );
}

type FileSeries = { master: ICAL.Component; changes: readonly ICAL.Component[]; start: FileTime; minutes: number; uid: string };
function exceptionsOf({ master, changes, start, minutes }: FileSeries, source: CalendarSource): FileException[] {
  const changed = changes.flatMap((event): FileException[] => {
    const [recurrence] = listedWalls(event, 'recurrence-id', { start, source });
    if (recurrence === undefined) return [];
    const own = timeOf(event, 'dtstart', source);
    if (isCancelled(event)) return [leftOut(recurrence)];
    if (own === null) return [];
    const [wall, length] = [wallIn(own.wall, own.zone, start.zone), minutesOf(event, own, source)];
    const title = titleOf(event);
    return [
      {
        ...{ recurrence, cancelled: false },
        title: title === titleOf(master) || title === '' ? null : title,
        start: wall === recurrence ? null : wall,
        minutes: length.minutes === minutes || !length.known || length.minutes > max.minutes.max ? null : length.minutes,
      },
    ];
  });
  const out = listedWalls(master, 'exdate', { start, source }).map(leftOut);
  return [...new Map([...out, ...changed].map((one) => [one.recurrence, one])).values()];
}

/** Dates of a rule that ours cannot say: the next ones as meetings of their own. */
function datesApart(
  series: FileSeries,
  rule: FileRule,
  { source, exceptions }: { source: CalendarSource; exceptions: FileException[] },
) {
  const { zone } = series.start;
  const from = wallOf(source.now, zone);
  const own = new Map(exceptions.map((one) => [one.recurrence, one]));
  return fileDates(
    rule,
    from > rule.start ? from : rule.start,
    wallAt(Math.max(wallMs(from), wallMs(rule.start)) + max.ahead * dayMs),
  )
    .filter((wall) => own.get(wall)?.cancelled !== true)
    .slice(0, limits.apart)
    .map((wall) => {
      const { start = null, minutes = null, title = null } = own.get(wall) ?? {};
      const parts = { sourceUid: `${series.uid}#${wall}`, start: { ...series.start, wall: start ?? wall } };
      const made = single(series.master, { ...parts, minutes: minutes ?? series.minutes, notes: ['dates_apart'] });
      return { ...made, title: title ?? made.title };
    });
}

function repeated(series: FileSeries, recur: ICAL.Recur, source: CalendarSource): CalendarFileMeeting[] | SkipResult {
  const { start, minutes, uid, master } = series;
  const rule = { recur, start: start.wall, until: untilOf(recur, start) };
  const exceptions = exceptionsOf(series, source);
  const times = seriesOf(rule, start.zone, minutes);
  if (times === null) {
    const apart = datesApart(series, rule, { source, exceptions });
    return apart.length === 0 ? { skip: 'over' } : apart;
  }
  const ahead = exceptions
    .filter(({ recurrence }) => instantOf(recurrence, start.zone) > source.now - dayMs && hasRecurrence(times, recurrence))
    .slice(0, max.exceptions);
  const begins = instantOf(times.start, start.zone);
  const next = begins > source.now ? begins : nextDate(times, ahead, source.now)?.startsAt;
  if (next === undefined) return { skip: 'over' };
  const made = single(master, { sourceUid: uid, start: { ...start, wall: times.start }, minutes, notes: [] });
  return [{ ...made, repeat: times.repeat, exceptions: ahead, nextAt: next }];
}

/** RDATE: further dates, each a meeting of its own. */
function furtherDates(series: FileSeries, source: CalendarSource): CalendarFileMeeting[] {
  const { start, minutes, uid, master } = series;
  return listedWalls(master, 'rdate', { start, source })
    .filter((wall) => wall !== start.wall && instantOf(wall, start.zone) > source.now)
    .slice(0, limits.apart)
    .map((wall) => single(master, { sourceUid: `${uid}#${wall}`, start: { ...start, wall }, minutes, notes: [] }));
}

function meetingsOf(
  event: ICAL.Component,
  changes: readonly ICAL.Component[],
  source: CalendarSource,
): CalendarFileMeeting[] | SkipResult {
  if (isCancelled(event)) return { skip: 'cancelled' };
  const start = timeOf(event, 'dtstart', source);
  const value = event.getFirstPropertyValue('dtstart');
  if (start === null) return { skip: value instanceof ICAL.Time && value.isDate ? 'all_day' : 'unreadable' };
  const { minutes, known } = minutesOf(event, start, source);
  if (minutes > max.minutes.max) return { skip: 'too_long' };
  const recurrence = event.getFirstPropertyValue('recurrence-id');
  const uid = `${textOf(event.getFirstPropertyValue('uid')).slice(0, 300) || `${start.wall} ${titleOf(event)}`}`;
  const series = { master: event, changes, start, minutes, uid };
  const recur = event.getFirstPropertyValue('rrule');
  const found =
    recur instanceof ICAL.Recur && recurrence === null
      ? repeated(series, recur, source)
      : [single(event, { sourceUid: recurrence === null ? uid : `${uid}#${start.wall}`, start, minutes, notes: [] })];
  if (isSkip(found)) return found;
  const all = [...found, ...furtherDates(series, source)].filter(
    (one) => one.repeat !== null || one.nextAt + one.minutes * minuteMs > source.now,
  );
  if (all.length === 0) return { skip: 'over' };
  return known ? all : all.map((one) => ({ ...one, notes: [...one.notes, 'no_end' as const] }));
}

/** Dates that differ stand with their series; of those that came without it each is a meeting of its own. */
function readEvents(source: CalendarSource, into: CalendarFile): void {
  const events = source.calendar.getAllSubcomponents('vevent').slice(0, limits.events);
  const uidOf = (event: ICAL.Component) => textOf(event.getFirstPropertyValue('uid'));
  const isChange = (event: ICAL.Component) => event.hasProperty('recurrence-id');
  const masters = new Set(events.filter((one) => !isChange(one)).map(uidOf));
  const changes = Map.groupBy(events.filter(isChange), uidOf);
  for (const event of events.filter((one) => !isChange(one) || !masters.has(uidOf(one)))) {
    const found = readOne(event, isChange(event) ? [] : (changes.get(uidOf(event)) ?? []), source);
    if (isSkip(found)) skip(into, titleOf(event), found.skip);
    else if (into.meetings.length + found.length > limits.meetings) skip(into, titleOf(event), 'too_many');
    else into.meetings.push(...found);
  }
}
function readOne(
  event: ICAL.Component,
  changes: readonly ICAL.Component[],
  source: CalendarSource,
): CalendarFileMeeting[] | SkipResult {
  try {
    return meetingsOf(event, changes, source);
  } catch {
    return { skip: 'unreadable' };
  }
}
function skip(into: CalendarFile, title: string, reason: CalendarFileSkip): void {
  const same = into.skipped.find((one) => one.title === title && one.reason === reason);
  if (same === undefined) into.skipped.push({ title, reason, count: 1 });
  else same.count += 1;
}

/** A file may hold several calendars. A line that nobody can read is left out when the whole is unreadable for it. */
function calendarsIn(text: string): ICAL.Component[] {
  const lines = readableLines(text, (line) => {
    try {
      return ICAL.Property.fromString(line) !== undefined;
    } catch {
      return false;
    }
  });
  const parsed: unknown = ICAL.parse(lines.join('\r\n'));
  const all = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed];
  return all.map((one) => new ICAL.Component(one)).filter(({ name }) => name === 'vcalendar');
}

/** Null: it is no calendar file. */
export function isolated({ text, zone, now }: CalendarFileText): CalendarFile | null {
  const into: CalendarFile = { meetings: [], skipped: [] };
  try {
    const calendars = calendarsIn(text);
    for (const calendar of calendars) readEvents({ calendar, zone: calendarZone(calendar, zone), now }, into);
    if (calendars.length === 0) return null;
  } catch {
    return null;
  }
  return { ...into, meetings: into.meetings.toSorted((a, b) => a.nextAt - b.nextAt) };
}
