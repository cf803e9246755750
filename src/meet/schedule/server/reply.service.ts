/** Reads what calendar programs answer (iTIP REPLY, RFC 5546 §3.2.3). It comes from anybody: nothing of it is trusted but by its reader. */
import ICAL from 'ical.js';
import type { InviteeAnswer } from '../schedule.rules.ts';

export type CalendarReply = {
  uid: string;
  /** Lower case, without `mailto:`. */
  attendee: string;
  answer: Exclude<InviteeAnswer, 'none'>;
  sequence: number;
  /** Epoch milliseconds of DTSTAMP; 0 when there is none. */
  stamp: number;
  /** About one date alone. */
  single: boolean;
};

const answers: Readonly<Record<string, CalendarReply['answer']>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
};
const most = 200_000;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readEvent(event: ICAL.Component): CalendarReply | null {
  const attendees = event.getAllProperties('attendee');
  const [attendee] = attendees;
  // a reply speaks for one (RFC 5546 §3.2.3)
  if (attendee === undefined || attendees.length !== 1) return null;
  const answer = answers[textOf(attendee.getParameter('partstat')).toUpperCase()];
  const uid = textOf(event.getFirstPropertyValue('uid'));
  if (answer === undefined || uid === '') return null;
  const sequence = Number(event.getFirstPropertyValue('sequence') ?? 0);
  const stamp = event.getFirstPropertyValue('dtstamp');
  const at = stamp instanceof ICAL.Time ? stamp.toJSDate().getTime() : 0;
  return {
    uid,
    attendee: textOf(attendee.getFirstValue())
      .replace(/^mailto:/i, '')
      .trim()
      .toLowerCase(),
    answer,
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? Math.min(sequence, 2 ** 31 - 1) : 0,
    stamp: Number.isFinite(at) ? at : 0,
    single: event.hasProperty('recurrence-id'),
  };
}

/** Null: it is no reply, or none that can be read. */
export function readReply(text: string): CalendarReply | null {
  if (text.length > most) return null;
  try {
    const calendar = ICAL.Component.fromString(text);
    if (textOf(calendar.getFirstPropertyValue('method')).toUpperCase() !== 'REPLY') return null;
    const events = calendar.getAllSubcomponents('vevent');
    const whole = events.find((one) => !one.hasProperty('recurrence-id')) ?? events[0];
    return whole === undefined ? null : readEvent(whole);
  } catch {
    // whatever somebody sent
    return null;
  }
}
