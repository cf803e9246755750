/**
 * Scheduled meetings: series with their dates, invitations, addresses to subscribe to. Times are epoch milliseconds, or wall-clock time
 * (`2026-11-30T09:00`) of the zone that stands beside it; absent is null.
 */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { totalField } from '#kit/total.contract.ts';
import { calendarFile, importedMeeting, importResult } from './calendar-file.contract.ts';
import { changeScopes, scheduleLimits as max } from './schedule.rules.ts';
import {
  busyPerson,
  date,
  day,
  detail,
  feed,
  invitation,
  preview,
  repeat,
  timeZone,
  wallTime,
} from './schedule-views.contract.ts';

export type {
  BusyPerson,
  BusySpan,
  CalendarFeed,
  MeetingInvitation,
  ScheduledDate,
  ScheduledMeetingDetail,
  SchedulePreview,
} from './schedule-views.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const text = (limit: { min?: number; max: number }) =>
  z.string().check(z.trim(), z.minLength(limit.min ?? 0), z.maxLength(limit.max));
const whole = (min: number, most: number) => z.int().check(z.gte(min), z.lte(most));
const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());
/** One line: it becomes the subject of mails. */
const title = text(max.title).check(z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'not_one_line'));

const fields = {
  title,
  description: text({ max: max.description }),
  zone: timeZone,
  start: wallTime,
  minutes: whole(max.minutes.min, max.minutes.max),
  repeat: z.nullable(repeat),
  /** Minutes before the start at which the room's lobby opens. */
  lobbyMinutes: whole(0, max.lobbyMinutes),
  /** Minutes before the start at which everybody who did not decline is reminded by mail; null: nobody. */
  reminderMinutes: z.nullable(whole(1, max.reminderMinutes)),
  /** All who are invited, by address or, of colleagues, by user id: who is left out of a change is uninvited. */
  invitees: z.array(z.union([id, email])).check(
    z.overwrite((all) => [...new Set(all)]),
    z.maxLength(max.invitees),
  ),
};
const newMeeting = z.object({
  roomId: id,
  title: fields.title,
  description: z._default(fields.description, ''),
  zone: fields.zone,
  start: fields.start,
  minutes: fields.minutes,
  repeat: z._default(fields.repeat, null),
  lobbyMinutes: z._default(fields.lobbyMinutes, 10),
  reminderMinutes: z._default(fields.reminderMinutes, 30),
  invitees: z._default(fields.invitees, []),
});
export type NewScheduledMeeting = z.output<typeof newMeeting>;
/** `recurrence`: which date of the series, as it was given; it names the date also after it was moved. */
const recurrence = z.string().check(z.maxLength(16));
const scoped = { version: z.int(), scope: z.enum(changeScopes), recurrence };
const change = z.extend(z.partial(z.object(fields)), {
  ...scoped,
  /** Until invitees are mailed about a new time: moved back meanwhile, nobody is. For changes of the time alone. */
  quietSeconds: z._default(whole(0, max.quietSeconds), 0),
});
export type ScheduledMeetingChange = z.output<typeof change>;

const done = z.object({ done: z.literal(true) });
const time = z.coerce.number().check(z.int(), z.gte(0), z.lte(7_258_118_400_000));
const token = z.string().check(z.minLength(1), z.maxLength(200));
const moment = z.int().check(z.gte(0), z.lte(7_258_118_400_000));
const planFailures = { no_dates: 422, too_many: 409, invitees_today: 429 } as const;

export const scheduleCalls = {
  dates: call({
    method: 'GET',
    path: '/api/schedule/dates',
    summary: 'Dates that I see in a range of at most 42 days, the earliest first.',
    access: 'rooms.view',
    query: z.object({
      from: time,
      to: time,
      room: z.optional(id),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 200),
    }),
    result: z.object({ items: z.array(date), next: z.nullable(z.string()), total: totalField }),
    failures: { range_too_long: 400 },
  }),
  days: call({
    method: 'GET',
    path: '/api/schedule/days',
    summary: 'For a month: of each day the first four dates that begin on it in that zone, and how many there are.',
    access: 'rooms.view',
    query: z.object({
      from: day,
      days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(max.days)), 42),
      zone: timeZone,
      room: z.optional(id),
    }),
    /** `count`: 100 stands for more than 99. */
    result: z.object({ items: z.array(z.object({ day: z.string(), dates: z.array(date), count: z.number() })) }),
  }),
  upcoming: call({
    method: 'GET',
    path: '/api/schedule/upcoming',
    summary: 'The next dates that are not over, of one room or all that I see.',
    access: 'rooms.view',
    query: z.object({ room: z.optional(id), limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(20)), 5) }),
    result: z.object({ items: z.array(date) }),
  }),
  ofLink: call({
    method: 'GET',
    path: '/api/schedule/links/{slug}',
    summary: 'The next dates of a room, for everyone with its link; titles only where it needs neither a code nor a sign-in.',
    access: 'guest',
    params: z.object({ slug: z.string().check(z.minLength(1), z.maxLength(100)) }),
    result: z.object({
      items: z.array(
        z.object({
          title: z.nullable(z.string()),
          startsAt: z.number(),
          endsAt: z.number(),
          /** From when the lobby is open. */
          lobbyAt: z.number(),
        }),
      ),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/schedule/meetings/{id}',
    summary: 'One date with its series, who is invited and who answered; without a recurrence the next date.',
    access: 'rooms.view',
    params: byId,
    query: z.object({ recurrence: z.optional(recurrence) }),
    result: detail,
  }),
  preview: call({
    method: 'POST',
    path: '/api/schedule/preview',
    summary:
      'What a plan comes to: its dates, hours that daylight saving skips, and what the plan or the room would not allow. Stores nothing.',
    access: 'rooms.edit',
    body: z.object({
      roomId: id,
      /** The series that is changed: its own dates do not stand in its way. */
      seriesId: z.optional(id),
      zone: fields.zone,
      start: fields.start,
      minutes: fields.minutes,
      repeat: fields.repeat,
      people: z._default(whole(0, 10_000), 0),
    }),
    result: preview,
    failures: { no_dates: 422 },
  }),
  busy: call({
    method: 'POST',
    path: '/api/schedule/busy',
    summary:
      'When people of the account have meetings, in a range of at most 31 days: those that they host or are invited to and did not decline, as times alone. People of other accounts are not in the answer.',
    access: 'rooms.edit',
    body: z.object({
      people: z.array(id).check(z.minLength(1), z.maxLength(max.busyPeople)),
      from: moment,
      to: moment,
      /** The series that is changed: its own dates do not stand in its way. */
      seriesId: z.optional(id),
    }),
    result: z.object({ items: z.array(busyPerson) }),
    failures: { range_too_long: 400 },
  }),
  create: call({
    method: 'POST',
    path: '/api/schedule/meetings',
    summary: 'Schedules a meeting, once or again and again, and invites people by mail.',
    access: 'rooms.edit',
    body: newMeeting,
    result: detail,
    failures: planFailures,
  }),
  readCalendarFile: call({
    method: 'POST',
    path: '/api/schedule/calendar-file',
    summary: 'Reads the meetings of a calendar file (iCalendar) for import. Stores nothing.',
    access: 'rooms.edit',
    /** `zone`: of times that name none. */
    body: z.object({ text: z.string().check(z.minLength(1), z.maxLength(max.calendarFile)), zone: timeZone }),
    bodyLimit: 3 * max.calendarFile,
    result: calendarFile,
    failures: { not_a_calendar: 422 },
  }),
  importMeetings: call({
    method: 'POST',
    path: '/api/schedule/import',
    summary:
      'Schedules meetings of a calendar file in a room. One that the room has from the same file is left as it is, so that a call can be repeated.',
    access: 'rooms.edit',
    body: z.object({
      roomId: id,
      /** Whether their guests are invited by mail. */
      invite: z.boolean(),
      meetings: z.array(importedMeeting).check(z.minLength(1), z.maxLength(max.importedAtOnce)),
    }),
    bodyLimit: 1_000_000,
    result: importResult,
  }),
  change: call({
    method: 'PATCH',
    path: '/api/schedule/meetings/{id}',
    summary:
      'Changes one date, it and those that follow, or all. One date alone: title, description, start and length. A start moves the others by as much as it moves the named date; dates that are over stay. Refused with `changed_meanwhile` when somebody else saved first.',
    access: 'rooms.edit',
    params: byId,
    body: change,
    result: detail,
    failures: { ...planFailures, not_for_one: 422 },
  }),
  cancel: call({
    method: 'POST',
    path: '/api/schedule/meetings/{id}/cancel',
    summary: 'Cancels one date, that date and the following ones, or all of them; invitees get an email.',
    access: 'rooms.edit',
    params: byId,
    body: z.object(scoped),
    result: done,
    failures: { too_many: 409, no_dates: 422 },
  }),
  feeds: call({
    method: 'GET',
    path: '/api/schedule/feeds',
    summary: 'My addresses to subscribe to; the addresses themselves are shown only once.',
    access: 'rooms.view',
    result: z.object({ items: z.array(feed) }),
  }),
  makeFeed: call({
    method: 'POST',
    path: '/api/schedule/feeds',
    summary: 'Makes a secret address for calendar programs, of one room or all that I see; the one before ends at once.',
    access: 'rooms.view',
    body: z.object({ roomId: z.nullable(id) }),
    result: z.object({ id: z.string(), url: z.string() }),
    neverKept: 'neverKept',
  }),
  endFeed: call({
    method: 'DELETE',
    path: '/api/schedule/feeds/{id}',
    summary: 'Ends an address to subscribe to.',
    access: 'rooms.view',
    params: byId,
    result: done,
  }),
  invitation: call({
    method: 'GET',
    path: '/api/schedule/invitation',
    summary: 'What the link of an invitation is about. Changes nothing: mail programs open links by themselves.',
    access: 'guest',
    query: z.object({ token }),
    result: invitation,
  }),
  setAnswer: call({
    method: 'POST',
    path: '/api/schedule/invitation',
    summary: 'Accepts or declines an invitation by its link, without an account.',
    access: 'guest',
    body: z.object({ token, answer: z.enum(['accepted', 'declined', 'tentative']) }),
    result: invitation,
  }),
};
