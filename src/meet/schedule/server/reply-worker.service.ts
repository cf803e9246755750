/**
 * Reads what calendar programs send back (iTIP REPLY and COUNTER, RFC 5546 §3.2.3 and §3.2.7). Runs in the sandbox: it comes from anybody, and
 * ical.js follows the rules of its zones without limit.
 */
import ICAL from 'ical.js';
import { addressOf, readableLines, textOf } from './calendar-text.service.ts';
import { instantOf } from './expanding.service.ts';
import type { CalendarReply, CalendarReplyText, GivenAnswer } from './reply.service.ts';

const answers: Readonly<Record<string, GivenAnswer>> = { ACCEPTED: 'accepted', DECLINED: 'declined', TENTATIVE: 'tentative' };
const mostDates = 20;

type ReplyMeeting = Omit<CalendarReplyText, 'text'>;
/** A zone that the file does not explain is looked up by its name, and else is the meeting's: programs of one house write names of their own. */
function momentOf(event: ICAL.Component, name: string, { zone, clock }: ReplyMeeting): number | null {
  const value = event.getFirstPropertyValue(name);
  if (!(value instanceof ICAL.Time)) return null;
  if (value.zone.tzid !== 'floating') return value.toJSDate().getTime();
  const named = textOf(event.getFirstProperty(name)?.getParameter('tzid'));
  // some name the day of a date alone
  const wall = value.isDate ? `${value.toString()}T${clock}` : value.toString().slice(0, 16);
  for (const one of [named, zone])
    try {
      return instantOf(wall, one);
    } catch {
      // no zone that anybody knows
    }
  return null;
}
function endOf(event: ICAL.Component, startsAt: number, meeting: ReplyMeeting): number {
  const duration = event.getFirstPropertyValue('duration');
  const byDuration = duration instanceof ICAL.Duration ? startsAt + duration.toSeconds() * 1_000 : startsAt;
  return momentOf(event, 'dtend', meeting) ?? byDuration;
}

type AttendeePart = { attendee: string; answer: GivenAnswer | undefined; comment: string };
function attendeePart(property: ICAL.Property): AttendeePart {
  return {
    attendee: addressOf(textOf(property.getFirstValue()), textOf(property.getParameter('email'))),
    answer: answers[textOf(property.getParameter('partstat')).toUpperCase()],
    comment: textOf(property.getParameter('x-response-comment')),
  };
}
/** A reply speaks for one (RFC 5546 §3.2.3), and programs name the others of the meeting beside them. */
function attendeeOf(event: ICAL.Component, { invitee }: ReplyMeeting): AttendeePart | null {
  const all = event.getAllProperties('attendee').map(attendeePart);
  const answering = all.length > 1 ? all.filter(({ answer }) => answer !== undefined) : all;
  return all.find(({ attendee }) => attendee === invitee) ?? (answering.length === 1 ? (answering[0] ?? null) : null);
}

function readEvents(
  method: CalendarReply['method'],
  events: readonly ICAL.Component[],
  meeting: ReplyMeeting,
): CalendarReply | null {
  const single = events.filter((one) => one.hasProperty('recurrence-id')).slice(0, mostDates);
  const whole = events.find((one) => !one.hasProperty('recurrence-id'));
  const event = whole ?? single[0];
  const who = event === undefined ? null : attendeeOf(event, meeting);
  const uid = textOf(event?.getFirstPropertyValue('uid'));
  if (event === undefined || who === null || uid === '') return null;
  const dates = single.flatMap((one) => {
    const [at, answer] = [momentOf(one, 'recurrence-id', meeting), attendeeOf(one, meeting)?.answer];
    return at === null || answer === undefined ? [] : [{ at, answer }];
  });
  const answer = whole === undefined ? null : (who.answer ?? null);
  const startsAt = momentOf(event, 'dtstart', meeting);
  const proposed = method === 'COUNTER' && startsAt !== null ? { startsAt, endsAt: endOf(event, startsAt, meeting) } : null;
  if (method === 'REPLY' ? answer === null && dates.length === 0 : proposed === null) return null;
  const comments = [...event.getAllProperties('comment').map((one) => textOf(one.getFirstValue())), who.comment];
  const sequence = Number(event.getFirstPropertyValue('sequence') ?? 0);
  return {
    ...{ method, uid, attendee: who.attendee, answer, dates, proposed },
    comment: comments.join('\n').trim(),
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? Math.min(sequence, 2 ** 31 - 1) : 0,
    stamp: momentOf(event, 'dtstamp', meeting) ?? 0,
  };
}

/** Its first calendar, without lines that nobody can read. */
function readableCalendar(text: string): string {
  const lines = readableLines(text, (line) => {
    try {
      return ICAL.Property.fromString(line).getFirstValue() !== undefined;
    } catch {
      return false;
    }
  });
  return lines.slice(0, lines.findIndex((line) => /^END:VCALENDAR/i.test(line)) + 1).join('\r\n');
}
function replyIn(text: string, meeting: ReplyMeeting): CalendarReply | null {
  const calendar = ICAL.Component.fromString(text);
  const method = textOf(calendar.getFirstPropertyValue('method')).toUpperCase();
  if (method !== 'REPLY' && method !== 'COUNTER') return null;
  return readEvents(method, calendar.getAllSubcomponents('vevent'), meeting);
}

/** Null: it is no reply, or none that can be read. */
export function isolated({ text, ...meeting }: CalendarReplyText): CalendarReply | null {
  for (const read of [(whole: string) => whole, readableCalendar])
    try {
      const reply = replyIn(read(text), meeting);
      if (reply !== null) return reply;
    } catch {
      // whatever somebody sent
    }
  return null;
}
