/** Meetings as a calendar file (iCalendar, RFC 5545) has them, between reading and importing it. */
import * as z from 'zod/mini';
import { scheduleLimits as max } from './schedule.rules.ts';
import { repeat, timeZone, wallTime } from './schedule-views.contract.ts';

const line = (most: number) => z.string().check(z.maxLength(most));
const minutes = z.int().check(z.gte(max.minutes.min), z.lte(max.minutes.max));

/** What was read otherwise than the file has it: people see it before they import. */
export const calendarFileNotes = ['zone_guessed', 'zone_unknown', 'no_end', 'dates_apart', 'guests_left_out'] as const;
export type CalendarFileNote = (typeof calendarFileNotes)[number];
export const calendarFileSkips = ['all_day', 'over', 'cancelled', 'too_long', 'unreadable', 'too_many'] as const;
export type CalendarFileSkip = (typeof calendarFileSkips)[number];

export const importedMeeting = z.object({
  /** Of the file; with the date's start for a date that stands alone. */
  sourceUid: line(400).check(z.minLength(1)),
  /** May be empty: it then has the name of the room. */
  title: line(max.title.max).check(z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'not_one_line')),
  description: line(max.description),
  zone: timeZone,
  start: wallTime,
  minutes,
  repeat: z.nullable(repeat),
  /** Dates that differ from the series or were left out; null: as the series has it. */
  exceptions: z
    .array(
      z.object({
        recurrence: wallTime,
        cancelled: z.boolean(),
        title: z.nullable(line(max.title.max)),
        start: z.nullable(wallTime),
        minutes: z.nullable(minutes),
      }),
    )
    .check(z.maxLength(max.exceptions)),
  guests: z.array(z.string().check(z.maxLength(254), z.email())).check(z.maxLength(max.invitees)),
});
export type ImportedMeeting = z.output<typeof importedMeeting>;

export const calendarFile = z.object({
  meetings: z.array(z.extend(importedMeeting, { notes: z.array(z.enum(calendarFileNotes)), nextAt: z.number() })),
  skipped: z.array(z.object({ title: z.string(), reason: z.enum(calendarFileSkips), count: z.number() })),
});
export type CalendarFile = z.output<typeof calendarFile>;
export type CalendarFileMeeting = CalendarFile['meetings'][number];

export const importResult = z.object({
  imported: z.number(),
  /** Were in the room already, from the same file or a newer copy of it. */
  known: z.number(),
  refused: z.array(z.object({ sourceUid: z.string(), reason: z.enum(['no_dates', 'too_many', 'invitees_today']) })),
});
export type CalendarImportResult = z.output<typeof importResult>;
