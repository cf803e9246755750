/** What the calls of the calendar answer with. Times are epoch milliseconds, or wall-clock time of the zone beside it; absent is null. */
import * as z from 'zod/mini';
import { isTimeZone } from '#core/accounts/accounts.rules.ts';
import {
  inviteeAnswers,
  isDay,
  isWallTime,
  monthlyKinds,
  planWarnings,
  repeatUnits,
  scheduleLimits as max,
  weekdays,
} from './schedule.rules.ts';

/** Wall-clock time of the zone beside it: `2026-11-30T09:00`. */
export const wallTime = z.string().check(z.maxLength(16), z.refine(isWallTime, 'not_a_time'));
/** No bare offset: it has no daylight saving. */
export const timeZone = z.string().check(
  z.maxLength(64),
  z.refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), 'not_a_zone'),
);
export const day = z.string().check(z.maxLength(10), z.refine(isDay, 'not_a_day'));
export const repeat = z
  .object({
    every: z._default(z.int().check(z.gte(1), z.lte(max.interval)), 1),
    unit: z.enum(repeatUnits),
    days: z._default(z.array(z.enum(weekdays)).check(z.maxLength(7)), []),
    monthly: z._default(z.enum(monthlyKinds), 'day'),
    until: z._default(z.nullable(day), null),
    count: z._default(z.nullable(z.int().check(z.gte(1), z.lte(max.count))), null),
  })
  .check(z.refine((rule) => rule.until === null || rule.count === null, 'until_or_count'));

const room = z.object({ id: z.string(), name: z.string(), slug: z.string() });
const rights = z.object({ edit: z.boolean(), start: z.boolean() });
export const date = z.object({
  seriesId: z.string(),
  recurrence: z.string(),
  room,
  title: z.string(),
  startsAt: z.number(),
  endsAt: z.number(),
  /** On the clock of `zone`. */
  start: z.string(),
  zone: z.string(),
  minutes: z.number(),
  repeats: z.boolean(),
  /** It differs from its series. */
  changed: z.boolean(),
  /** A meeting runs in the room, and this is the date that it is about. */
  live: z.boolean(),
  invited: z.number(),
  accepted: z.number(),
  declined: z.number(),
  rights,
});
export type ScheduledDate = z.output<typeof date>;

const invitee = z.object({
  id: z.string(),
  /** Null: a colleague, and the reader may not see addresses of the account. */
  email: z.nullable(z.string()),
  /** Of somebody of the own account. */
  userId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  answer: z.enum(inviteeAnswers),
  answeredAt: z.nullable(z.number()),
  /** What they wrote beside their answer. */
  words: z.nullable(z.string()),
});
const startLimits = z.object({
  maxPeople: z.nullable(z.number()),
  maxMinutes: z.nullable(z.number()),
  atOnce: z.nullable(z.number()),
});
export const detail = z.object({
  ...date.shape,
  description: z.string(),
  repeat: z.nullable(repeat),
  /** Start of the series, as its first date has it. */
  seriesStart: z.string(),
  lobbyMinutes: z.number(),
  reminderMinutes: z.nullable(z.number()),
  invitees: z.array(invitee),
  /** Dates left out of the series, as `recurrence`. */
  cancelled: z.array(z.string()),
  limits: startLimits,
  version: z.number(),
});
export type ScheduledMeetingDetail = z.output<typeof detail>;

export const preview = z.object({
  /** The first ones. */
  dates: z.array(z.object({ start: z.string(), startsAt: z.number() })),
  /** How many there are in all; null: it has no end. */
  count: z.nullable(z.number()),
  /** Dates whose hour is skipped by daylight saving: they begin this much later on the clock. */
  moved: z.array(z.object({ planned: z.string(), start: z.string() })),
  warnings: z.array(z.object({ warning: z.enum(planWarnings), max: z.nullable(z.number()), wanted: z.number() })),
  limits: startLimits,
});
export type SchedulePreview = z.output<typeof preview>;

const busySpan = z.object({ startsAt: z.number(), endsAt: z.number() });
export type BusySpan = z.output<typeof busySpan>;
/** `spans`: the earliest first, joined where meetings overlap or touch; empty: free in the whole range. */
export const busyPerson = z.object({ userId: z.string(), spans: z.array(busySpan) });
export type BusyPerson = z.output<typeof busyPerson>;

export const feed = z.object({
  id: z.string(),
  /** Null: all rooms that I see. */
  room: z.nullable(z.object({ id: z.string(), name: z.string() })),
  createdAt: z.number(),
  readAt: z.nullable(z.number()),
  /** What the program that read it last says of itself. */
  reader: z.nullable(z.string()),
});
export type CalendarFeed = z.output<typeof feed>;

export const invitation = z.object({
  title: z.string(),
  host: z.string(),
  description: z.string(),
  /** The next date, or the one that the link is about. */
  startsAt: z.nullable(z.number()),
  endsAt: z.nullable(z.number()),
  zone: z.string(),
  repeat: z.nullable(repeat),
  answer: z.enum(inviteeAnswers),
  email: z.string(),
  /** Where to join. */
  path: z.string(),
});
export type MeetingInvitation = z.output<typeof invitation>;
