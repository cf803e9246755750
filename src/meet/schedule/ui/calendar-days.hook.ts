import type { Locale } from '#kit/facts.ts';
import { localOf, msOf } from '#kit/ui/local-moment.ts';

/** A day of the calendar, `2026-11-17`: days are counted without a zone, moments become days in the zone of the reader. */
export type CalendarDay = string;
export const calendarViews = ['day', 'week', 'month', 'agenda'] as const;
export type CalendarView = (typeof calendarViews)[number];

const dayMs = 86_400_000;
export const minutesOfDay = 1440;
/** Days that the agenda shows at once. */
const agendaDays = 28;

const utcOf = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`);
const fromUtc = (ms: number): CalendarDay => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: CalendarDay, count: number): CalendarDay => fromUtc(utcOf(day) + count * dayMs);
const daysBetween = (from: CalendarDay, to: CalendarDay): number => Math.round((utcOf(to) - utcOf(from)) / dayMs);
/** 0 is Sunday. */
export const weekdayOf = (day: CalendarDay): number => new Date(utcOf(day)).getUTCDay();
/** Noon: a moment that lies on this day in UTC, for words made with that zone. */
export const noonOf = (day: CalendarDay): number => utcOf(day) + dayMs / 2;

export function addMonths(day: CalendarDay, count: number): CalendarDay {
  const at = new Date(utcOf(day));
  const wanted = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + count);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(wanted, last));
  return fromUtc(at.getTime());
}

type CalendarWeek = { first: number; free: readonly number[] };
const usualWeek: CalendarWeek = { first: 1, free: [6, 0] };
/** Of CLDR, as a table: browsers and the server must draw the same week. */
const weeks: Readonly<Partial<Record<Locale, CalendarWeek>>> = {
  ar: { first: 6, free: [5, 6] },
  hi: { first: 0, free: [0] },
  id: { first: 0, free: [6, 0] },
  ja: { first: 0, free: [6, 0] },
  pt: { first: 0, free: [6, 0] },
  ur: { first: 0, free: [6, 0] },
};
export const weekIn = (locale: Locale): CalendarWeek => weeks[locale] ?? usualWeek;

const weekStart = (day: CalendarDay, first: number): CalendarDay => addDays(day, -((weekdayOf(day) - first + 7) % 7));

/** The days that a view draws, in order: a month with whole weeks. */
export function daysOf(view: CalendarView, day: CalendarDay, first: number): CalendarDay[] {
  const run = (from: CalendarDay, count: number) => Array.from({ length: count }, (_, index) => addDays(from, index));
  if (view === 'day') return [day];
  if (view === 'week') return run(weekStart(day, first), 7);
  if (view === 'agenda') return run(day, agendaDays);
  const [begin, end] = [`${day.slice(0, 8)}01`, addDays(addMonths(`${day.slice(0, 8)}01`, 1), -1)];
  const from = weekStart(begin, first);
  return run(from, Math.ceil((daysBetween(from, end) + 1) / 7) * 7);
}

/** The same view, one step on or back. */
export function stepped(view: CalendarView, day: CalendarDay, steps: 1 | -1): CalendarDay {
  if (view === 'month') return addMonths(`${day.slice(0, 8)}01`, steps);
  return addDays(day, steps * { day: 1, week: 7, agenda: agendaDays }[view]);
}

/** The moment of a clock in a zone; the first of the day when the clock skips it. */
export const momentOf = (day: CalendarDay, minute: number, zone: string): number => {
  const date = addDays(day, Math.floor(minute / minutesOfDay));
  const inDay = ((minute % minutesOfDay) + minutesOfDay) % minutesOfDay;
  return msOf(`${date}T${clockOf(inDay)}`, zone) ?? utcOf(date);
};
/** 555 as `09:15`. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** `09:15` as 555; null for what is no time. */
export function minuteOfClock(clock: string): number | null {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours === undefined || minutes === undefined || !Number.isInteger(hours * 60 + minutes) ? null : hours * 60 + minutes;
}

export type WallClock = { day: CalendarDay; minute: number };
/** Formats are kept by zone: a month of five thousand dates asks for each of them. */
function clocksByZone(): (zone: string) => (ms: number) => WallClock {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const format = made.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    made.set(zone, format);
    return (ms) => {
      const [day = '', clock = ''] = format.format(ms).split(' ');
      return { day, minute: minuteOfClock(clock) ?? 0 };
    };
  };
}
/** What calendar and clock of a zone show at a moment. */
export const wallClock = clocksByZone();
export const dayIn = (ms: number, zone: string): CalendarDay => localOf(ms, zone).slice(0, 10);
