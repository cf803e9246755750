/**
 * Reads what calendar programs send back (iTIP REPLY and COUNTER, RFC 5546 §3.2.3 and §3.2.7). Runs in the sandbox: it comes from anybody, and
 * ical.js follows the rules of its zones without limit.
 */
import ICAL from 'ical.js';
import { instantOf } from './expanding.service.ts';
import type { CalendarReply, CalendarReplyText, GivenAnswer } from './reply.service.ts';

const answers: Readonly<Record<string, GivenAnswer>> = { ACCEPTED: 'accepted', DECLINED: 'declined', TENTATIVE: 'tentative' };
const mostDates = 20;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A zone that the file does not explain is looked up by its name, and else is the meeting's: programs of one house write names of their own. */
function momentOf(event: ICAL.Component, name: string, zone: string): number | null {
  const value = event.getFirstPropertyValue(name);
  if (!(value instanceof ICAL.Time)) return null;
  if (value.zone.tzid !== 'floating') return value.toJSDate().getTime();
  const named = textOf(event.getFirstProperty(name)?.getParameter('tzid'));
  const wall = value.toString().padEnd(16, 'T00:00').slice(0, 16);
  for (const one of [named, zone])
    try {
      return instantOf(wall, one);
    } catch {
      // no zone that anybody knows
    }
  return null;
}

type AttendeePart = { attendee: string; answer: GivenAnswer | undefined };
function attendeeOf(event: ICAL.Component): AttendeePart | null {
  const attendees = event.getAllProperties('attendee');
  const [attendee] = attendees;
  // a reply speaks for one (RFC 5546 §3.2.3)
  if (attendee === undefined || attendees.length !== 1) return null;
  const address = textOf(attendee.getFirstValue()).replace(/^mailto:/i, '');
  return { attendee: address.trim().toLowerCase(), answer: answers[textOf(attendee.getParameter('partstat')).toUpperCase()] };
}

function readEvents(method: CalendarReply['method'], events: readonly ICAL.Component[], zone: string): CalendarReply | null {
  const single = events.filter((one) => one.hasProperty('recurrence-id')).slice(0, mostDates);
  const whole = events.find((one) => !one.hasProperty('recurrence-id'));
  const event = whole ?? single[0];
  const who = event === undefined ? null : attendeeOf(event);
  const uid = textOf(event?.getFirstPropertyValue('uid'));
  if (event === undefined || who === null || uid === '') return null;
  const dates = single.flatMap((one) => {
    const [at, answer] = [momentOf(one, 'recurrence-id', zone), attendeeOf(one)?.answer];
    return at === null || answer === undefined ? [] : [{ at, answer }];
  });
  const answer = whole === undefined ? null : (who.answer ?? null);
  const [startsAt, endsAt] = [momentOf(event, 'dtstart', zone), momentOf(event, 'dtend', zone)];
  const proposed = method === 'COUNTER' && startsAt !== null ? { startsAt, endsAt: endsAt ?? startsAt } : null;
  if (method === 'REPLY' ? answer === null && dates.length === 0 : proposed === null) return null;
  const sequence = Number(event.getFirstPropertyValue('sequence') ?? 0);
  return {
    ...{ method, uid, attendee: who.attendee, answer, dates, proposed },
    comment: textOf(event.getFirstPropertyValue('comment')).trim(),
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? Math.min(sequence, 2 ** 31 - 1) : 0,
    stamp: momentOf(event, 'dtstamp', zone) ?? 0,
  };
}

/** Null: it is no reply, or none that can be read. */
export function isolated({ text, zone }: CalendarReplyText): CalendarReply | null {
  try {
    const calendar = ICAL.Component.fromString(text);
    const method = textOf(calendar.getFirstPropertyValue('method')).toUpperCase();
    if (method !== 'REPLY' && method !== 'COUNTER') return null;
    return readEvents(method, calendar.getAllSubcomponents('vevent'), zone);
  } catch {
    // whatever somebody sent
    return null;
  }
}
