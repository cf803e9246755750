/** Mails as incoming mail tells them, and answers as the usual calendar programs write them, for tests. */
import { newId } from '#kit/server/ids.ts';
import type { InboundLetter } from '#core/inbound/server/inbound.events.ts';

type ReplyFacts = { uid: string; attendee: string; answer: 'ACCEPTED' | 'DECLINED' | 'TENTATIVE'; sequence: number; at: number };

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
const inCalendar = (prodId: string, lines: readonly string[], before: readonly string[] = []) => [
  'BEGIN:VCALENDAR',
  `PRODID:${prodId}`,
  'VERSION:2.0',
  'METHOD:REPLY',
  ...before,
  'BEGIN:VEVENT',
  ...lines,
  'END:VEVENT',
  'END:VCALENDAR',
  '',
];

const berlin = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const programs = {
  /** Zones by Windows' names, folded lines, a comment. */
  outlook: ({ uid, attendee, answer, sequence, at }: ReplyFacts) =>
    inCalendar(
      'Microsoft Exchange Server 2010',
      [
        `ATTENDEE;PARTSTAT=${answer};CN=Ana`,
        ` :mailto:${attendee}`,
        'COMMENT;LANGUAGE=en-US:\\n',
        `UID:${uid}`,
        'SUMMARY;LANGUAGE=en-US:Accepted: Online meeting',
        'DTSTART;TZID=W. Europe Standard Time:20261130T090000',
        'DTEND;TZID=W. Europe Standard Time:20261130T100000',
        'CLASS:PUBLIC',
        'PRIORITY:5',
        `DTSTAMP:${stamp(at)}`,
        'TRANSP:OPAQUE',
        'STATUS:CONFIRMED',
        `SEQUENCE:${sequence}`,
        'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
      ],
      berlin,
    ),
  google: ({ uid, attendee, answer, sequence, at }: ReplyFacts) =>
    inCalendar('-//Google Inc//Google Calendar 70.9054//EN', [
      'DTSTART:20261130T080000Z',
      'DTEND:20261130T090000Z',
      `DTSTAMP:${stamp(at)}`,
      'ORGANIZER;CN=Olga:mailto:mail+abc@replies.example.com',
      `UID:${uid}`,
      `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${answer};X-NUM-GUESTS=0:mailto:${attendee}`,
      `SEQUENCE:${sequence}`,
      'STATUS:CONFIRMED',
      'SUMMARY:Online meeting',
    ]),
  apple: ({ uid, attendee, answer, sequence, at }: ReplyFacts) =>
    inCalendar('-//Apple Inc.//macOS 15.0//EN', [
      `ATTENDEE;CN="Ana";CUTYPE=INDIVIDUAL;EMAIL="${attendee}";PARTSTAT=${answer}:MAILTO:${attendee.toUpperCase()}`,
      `DTSTAMP:${stamp(at)}`,
      'DTSTART:20261130T080000Z',
      `SEQUENCE:${sequence}`,
      `UID:${uid}`,
      'ORGANIZER:mailto:mail+abc@replies.example.com',
      'REQUEST-STATUS:2.0;Success',
    ]),
  /** Without SEQUENCE. */
  thunderbird: ({ uid, attendee, answer, at }: ReplyFacts) =>
    inCalendar('-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN', [
      `LAST-MODIFIED:${stamp(at)}`,
      `DTSTAMP:${stamp(at)}`,
      `UID:${uid}`,
      `ATTENDEE;PARTSTAT=${answer};ROLE=REQ-PARTICIPANT:mailto:${attendee}`,
      'DTSTART:20261130T080000Z',
    ]),
};
export const replyOf = (program: keyof typeof programs, facts: ReplyFacts): string => programs[program](facts).join('\r\n');

/** A mail as incoming mail tells it. */
export const buildLetter = (wish: Partial<InboundLetter> & Pick<InboundLetter, 'from'>): InboundLetter => {
  const { text = 'It works now.' } = wish;
  return {
    ...{ original: newId(), fromName: '', subject: 'Echo', text, wholeText: text, calendar: null, references: '' },
    ...{ messageId: `<${newId()}@mail.example.org>`, files: '[]', leftOut: '[]', automatic: false, verified: true },
    ...wish,
  };
};
