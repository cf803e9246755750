import { isAddress } from '#core/accounts/people.rules.ts';
import type { PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import type { NewScheduledMeeting, ScheduledMeetingChange, ScheduledMeetingDetail } from '../schedule.contract.ts';
import { type RepeatRule, type RepeatUnit, scheduleLimits, type Weekday, weekdayOf } from '../schedule.rules.ts';
import { addDays, type CalendarDay, clockOf, minuteOfClock, minutesOfDay } from './calendar-days.hook.ts';
import type { GridTime } from './moving.hook.ts';

export const repeatEnds = ['never', 'until', 'count'] as const;
/** A date as its form has it: one clock, one zone, and the parts of the rule side by side. */
export type DateFields = {
  roomId: string;
  title: string;
  description: string;
  day: CalendarDay;
  from: string;
  to: string;
  zone: string;
  unit: RepeatUnit | 'never';
  every: number;
  days: Weekday[];
  monthly: RepeatRule['monthly'];
  ends: (typeof repeatEnds)[number];
  until: CalendarDay;
  count: number;
  lobbyMinutes: number;
  reminderMinutes: number | null;
  people: PickedPerson[];
};

const usualWeeks = 12;
const ruleFields = (rule: RepeatRule | null, day: CalendarDay) => ({
  unit: rule?.unit ?? ('never' as const),
  every: rule?.every ?? 1,
  days: rule?.unit === 'week' && rule.days.length > 0 ? rule.days : [weekdayOf(day)],
  monthly: rule?.monthly ?? ('day' as const),
  ends:
    rule === null
      ? ('count' as const)
      : rule.until !== null
        ? ('until' as const)
        : rule.count !== null
          ? ('count' as const)
          : ('never' as const),
  until: rule?.until ?? addDays(day, usualWeeks * 7),
  count: rule?.count ?? usualWeeks,
});

/** What a meeting in this room is called at first. */
export const titleOf = (room: { name: string } | undefined): string => room?.name.slice(0, scheduleLimits.title.max) ?? '';
type NewDate = { room: { id: string; name: string } | undefined; time: GridTime; zone: string };
export function newFields({ room, time, zone }: NewDate): DateFields {
  return {
    ...{ roomId: room?.id ?? '', title: titleOf(room), description: '', day: time.day, zone },
    ...{ from: clockOf(time.from), to: clockOf((time.from + time.length) % minutesOfDay) },
    ...ruleFields(null, time.day),
    ...{ lobbyMinutes: 10, reminderMinutes: 30, people: [] },
  };
}

type InviteePerson = Pick<PickedPerson, 'id' | 'email'>;
/** False for those whose address is only a sign-in name. */
export const hasMail = ({ email }: InviteePerson): boolean => email === null || isAddress(email);
/** What an invitee is sent as: the address, or the user id of a colleague whose address is not shown or is only a sign-in name. */
export const inviteeKey = ({ id, email }: InviteePerson): string =>
  email !== null && isAddress(email) ? email.toLowerCase() : (id ?? '');

export function fieldsOf(date: ScheduledMeetingDetail): DateFields {
  const [day = '', from = ''] = date.start.split('T');
  return {
    ...{ roomId: date.room.id, title: date.title, description: date.description, day, from, zone: date.zone },
    to: clockOf(((minuteOfClock(from) ?? 0) + date.minutes) % minutesOfDay),
    ...ruleFields(date.repeat, day),
    ...{ lobbyMinutes: date.lobbyMinutes, reminderMinutes: date.reminderMinutes },
    people: date.invitees.map(({ userId, name, email }) => ({ id: userId, name: name ?? email ?? '', email })),
  };
}

/** How long it lasts; an end before the start is on the next day. */
export function minutesOf({ from, to }: Pick<DateFields, 'from' | 'to'>): number {
  const [start, end] = [minuteOfClock(from) ?? 0, minuteOfClock(to) ?? 0];
  return end > start ? end - start : end - start + minutesOfDay;
}

export function repeatOf({ unit, every, days, monthly, ends, until, count, day }: DateFields): RepeatRule | null {
  if (unit === 'never') return null;
  return {
    ...{ unit, every },
    days: unit === 'week' ? (days.length === 0 ? [weekdayOf(day)] : days) : [],
    monthly: unit === 'month' ? monthly : 'day',
    until: ends === 'until' ? until : null,
    count: ends === 'count' ? count : null,
  };
}

const parts = (fields: DateFields) => ({
  title: fields.title.trim(),
  description: fields.description.trim(),
  zone: fields.zone,
  start: `${fields.day}T${fields.from}`,
  minutes: minutesOf(fields),
  repeat: repeatOf(fields),
  lobbyMinutes: fields.lobbyMinutes,
  reminderMinutes: fields.reminderMinutes,
  invitees: fields.people.map(inviteeKey),
});
export const newBody = (fields: DateFields): NewScheduledMeeting => ({ roomId: fields.roomId, ...parts(fields) });
/** Only what differs: the others keep what somebody else may have changed. */
export function changeBody(before: DateFields, after: DateFields): Partial<ScheduledMeetingChange> {
  const was = new Map<string, unknown>(Object.entries(parts(before)));
  const same = (name: string, value: unknown) => JSON.stringify(was.get(name)) === JSON.stringify(value);
  return Object.fromEntries(Object.entries(parts(after)).filter(([name, value]) => !same(name, value)));
}
/** What one date alone cannot have. */
const ofSeries = ['zone', 'repeat', 'lobbyMinutes', 'reminderMinutes', 'invitees'] as const;
export const fitsOneDate = (change: Partial<ScheduledMeetingChange>): boolean => ofSeries.every((name) => !(name in change));

export type PlanBody = ReturnType<typeof planOf>;
export const planOf = (fields: DateFields, seriesId: string | null) => ({
  ...{ roomId: fields.roomId, zone: fields.zone, start: `${fields.day}T${fields.from}` },
  ...{ minutes: minutesOf(fields), repeat: repeatOf(fields), people: fields.people.length + 1 },
  ...(seriesId !== null && { seriesId }),
});

/** What is wrong with it, by field. */
export function dateProblems(fields: DateFields): Partial<Record<keyof DateFields, string>> {
  const minutes = minutesOf(fields);
  return {
    ...(fields.roomId === '' && { roomId: 'required' }),
    ...(fields.title.trim() === '' && { title: 'title_required' }),
    ...(fields.day === '' && { day: 'not_a_day' }),
    ...(minuteOfClock(fields.from) === null && { from: 'not_a_time' }),
    ...(minuteOfClock(fields.to) === null && { to: 'not_a_time' }),
    ...(minutes < scheduleLimits.minutes.min && { to: 'too_short' }),
    ...(fields.unit !== 'never' && fields.ends === 'until' && fields.until === '' && { until: 'not_a_day' }),
  };
}
