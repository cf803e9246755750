/** Invitations as calendar programs read them (RFC 5545, RFC 5546). */
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import type { InviteeAnswer } from '../schedule.rules.ts';
import { dayMs, instantOf, ruleOf, zonedOf } from './expanding.service.ts';
import type { ExceptionRow, SeriesRow } from './schedule.table.ts';

const prodId = { company: 'Atrium', product: 'Calendar' } as const;
/** Years for which a zone's changes are written out. */
const zoneYears = 12;

const two = (n: number) => String(n).padStart(2, '0');
function offsetOf(at: Temporal.ZonedDateTime): string {
  const minutes = Math.round(at.offsetNanoseconds / 60_000_000_000);
  const far = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(far / 60))}${two(far % 60)}`;
}
const stampOf = (at: Temporal.ZonedDateTime) => at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');

/** VTIMEZONE with each change written out, so that no program has to know the zone. */
export function vtimezone(zone: string, from: number): string {
  const start = Temporal.Instant.fromEpochMilliseconds(from - 400 * dayMs).toZonedDateTimeISO(zone);
  const end = start.add({ years: zoneYears });
  const parts: string[] = [];
  const observe = (kind: string, at: string, offsets: { before: string; after: string }) =>
    parts.push(
      ...[`BEGIN:${kind}`, `DTSTART:${at}`, `TZOFFSETFROM:${offsets.before}`, `TZOFFSETTO:${offsets.after}`, `END:${kind}`],
    );
  observe('STANDARD', stampOf(start), { before: offsetOf(start), after: offsetOf(start) });
  let at = start.getTimeZoneTransition('next');
  while (at !== null && Temporal.ZonedDateTime.compare(at, end) < 0) {
    const before = at.subtract({ nanoseconds: 1 });
    // the hour of the change as the clock before it shows it
    const wall = before.add({ nanoseconds: 1 }).toInstant().toZonedDateTimeISO(before.offset);
    const kind = at.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
    observe(kind, stampOf(wall), { before: offsetOf(before), after: offsetOf(at) });
    at = at.getTimeZoneTransition('next');
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts, 'END:VTIMEZONE'].join('\r\n');
}

const statuses: Readonly<Record<InviteeAnswer, ICalAttendeeStatus>> = {
  none: ICalAttendeeStatus.NEEDSACTION,
  accepted: ICalAttendeeStatus.ACCEPTED,
  declined: ICalAttendeeStatus.DECLINED,
  tentative: ICalAttendeeStatus.TENTATIVE,
};

export type InvitationParts = {
  series: SeriesRow;
  exceptions: readonly ExceptionRow[];
  /** `recurrence`: of the one date that it is about; null: the whole series. */
  about: { method: 'REQUEST' | 'CANCEL'; recurrence: string | null };
  organizer: { name: string; email: string };
  attendee: { email: string; answer: InviteeAnswer };
  /** What it is called, and what it says: less where the reader is a stranger. */
  words: { titleOf: (title: string) => string; description: string | null };
  url: string;
  at: number;
};

const stampIn = (wall: string) => `${wall.replace(/[-:]/g, '')}00`;
/** The rule and the dates left out, as they stand in the event. */
function repeatingOf(series: SeriesRow, exceptions: readonly ExceptionRow[]): string | null {
  const rule = ruleOf(series);
  if (rule === null) return null;
  const out = exceptions.filter((one) => one.cancelled).map((one) => stampIn(one.recurrence));
  return `RRULE:${rule}${out.length === 0 ? '' : `\r\nEXDATE;TZID=${series.zone}:${out.join(',')}`}`;
}

/** RFC 5545 §3.8.7.2 wants DTSTAMP in UTC; the library writes it on the clock of the event's zone. No folded line begins with its name. */
const stamped = (calendar: ICalCalendar, at: number): string =>
  calendar.toString().replaceAll(/^DTSTAMP:.*$/gm, `DTSTAMP:${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);

export function invitationFile(parts: InvitationParts): string {
  const { series, exceptions, about, words } = parts;
  const { zone } = series;
  const calendar = ical({ prodId, method: ICalCalendarMethod[about.method] });
  const began = instantOf(series.start, zone);
  calendar.timezone({ name: zone, generator: () => vtimezone(zone, began) });
  const add = (one: { start: string; own: ExceptionRow | null; recurrence: string | null }) => {
    const start = zonedOf(one.start, zone);
    const event = calendar.createEvent({
      id: series.uid,
      sequence: series.sequence,
      stamp: Temporal.Instant.fromEpochMilliseconds(parts.at),
      start,
      end: start.add({ minutes: one.own?.minutes ?? series.minutes }),
      timezone: zone,
      summary: words.titleOf(one.own?.title ?? series.title),
      location: parts.url,
      url: parts.url,
      status: about.method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: parts.organizer.name, email: parts.organizer.email },
      ...(one.recurrence === null ? {} : { recurrenceId: zonedOf(one.recurrence, zone) }),
    });
    const description = words.description === null ? '' : (one.own?.description ?? words.description);
    event.description(description === '' ? parts.url : `${description}\n\n${parts.url}`);
    event.createAttendee({
      email: parts.attendee.email,
      role: ICalAttendeeRole.REQ,
      status: statuses[parts.attendee.answer],
      rsvp: about.method === 'REQUEST',
    });
    return event;
  };
  const ownOf = (recurrence: string) => exceptions.find((one) => one.recurrence === recurrence) ?? null;
  if (about.recurrence !== null) {
    const own = ownOf(about.recurrence);
    add({ start: own?.start ?? about.recurrence, own, recurrence: about.recurrence });
    return stamped(calendar, parts.at);
  }
  add({ start: series.start, own: null, recurrence: null }).repeating(repeatingOf(series, exceptions));
  for (const own of exceptions) if (!own.cancelled) add({ start: own.start ?? own.recurrence, own, recurrence: own.recurrence });
  return stamped(calendar, parts.at);
}

export type FeedDate = {
  uid: string;
  recurrence: string;
  title: string;
  description: string;
  startsAt: number;
  endsAt: number;
  url: string;
};
/** What a calendar subscribes to: each date by itself and in UTC, so that every program shows the same. */
export function feedFile(name: string, dates: readonly FeedDate[], at: number): string {
  const calendar = ical({ prodId, name, method: ICalCalendarMethod.PUBLISH, ttl: 3600 });
  for (const { uid, recurrence, title, description, startsAt, endsAt, url } of dates)
    calendar.createEvent({
      id: `${recurrence.replace(/[-:]/g, '')}-${uid}`,
      start: new Date(startsAt),
      end: new Date(endsAt),
      summary: title,
      description: description === '' ? url : `${description}\n\n${url}`,
      location: url,
      url,
    });
  return stamped(calendar, at);
}
