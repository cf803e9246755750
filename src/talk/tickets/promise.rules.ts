/** The clock of promises: it counts minutes of the seller's business hours, and stops while the customer is waited for. */
import type { TicketPriority, TicketState } from './tickets.rules.ts';

/** Minutes of the day, Monday first; null: closed. */
export type BusinessDay = { from: number; to: number } | null;
export type OpeningHours = { timeZone: string; days: readonly BusinessDay[] };
const weekday: BusinessDay = { from: 9 * 60, to: 17 * 60 };
export const standardDays: readonly BusinessDay[] = [weekday, weekday, weekday, weekday, weekday, null, null];
export const isOpenSomeDay = ({ days }: OpeningHours): boolean => days.some((day) => day !== null && day.to > day.from);

const [minute, day] = [60_000, 86_400_000];
/** Business hours beyond it are not looked at. */
const mostDays = 400;

/** What a clock on the wall there is ahead of UTC at that moment, in milliseconds. */
function offsetAt(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day: date = 1, hour = 0, minute: minutes = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hour % 24, minutes, second) - Math.floor(at / 1_000) * 1_000;
}
const formatFor = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US-u-nu-latn-ca-gregory', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });

/** Stretches of business hours from that moment on, cut at it. */
function* openingsFrom({ timeZone, days }: OpeningHours, from: number): Generator<{ start: number; end: number }> {
  const format = formatFor(timeZone);
  const wall = (local: number): number => {
    const first = local - offsetAt(format, local);
    // once more, where the clocks changed in between
    return local - offsetAt(format, first);
  };
  const here = from + offsetAt(format, from);
  const midnight = here - (here % day);
  for (let n = 0; n < mostDays; n++) {
    const local = midnight + n * day;
    const hours = days[(new Date(local).getUTCDay() + 6) % 7] ?? null;
    if (hours === null || hours.to <= hours.from) continue;
    const [start, end] = [Math.max(from, wall(local + hours.from * minute)), wall(local + hours.to * minute)];
    if (end > start) yield { start, end };
  }
}

/** The moment at which so many minutes of business hours have passed; null: they never do. */
export function afterBusinessMinutes(hours: OpeningHours, from: number, minutes: number): number | null {
  if (!isOpenSomeDay(hours)) return null;
  let left = Math.max(0, minutes) * minute;
  for (const { start, end } of openingsFrom(hours, from)) {
    if (end - start >= left) return start + left;
    left -= end - start;
  }
  return null;
}
/** Minutes of business hours between two moments, rounded down. */
export function businessMinutesBetween(hours: OpeningHours, from: number, to: number): number {
  let sum = 0;
  for (const { start, end } of openingsFrom(hours, from)) {
    if (start >= to) break;
    sum += Math.min(end, to) - start;
  }
  return Math.floor(sum / minute);
}

export type TicketClock = {
  /** `none`: nobody waits for an answer. */
  kind: 'first' | 'next' | 'none';
  /** What is promised; null: nothing. */
  minutes: number | null;
  used: number;
  /** Null: it stands. */
  since: number | null;
  dueAt: number | null;
};
type ClockMoment = { at: number; hours: OpeningHours };
const running = (clock: TicketClock, { at, hours }: ClockMoment): TicketClock => ({
  ...clock,
  since: at,
  dueAt: clock.minutes === null ? null : afterBusinessMinutes(hours, at, clock.minutes - clock.used),
});
export const firstClock = (minutes: number | null, moment: ClockMoment): TicketClock =>
  running({ kind: 'first', minutes, used: 0, since: null, dueAt: null }, moment);
export const usedUntil = (clock: TicketClock, { at, hours }: ClockMoment): number =>
  clock.used + (clock.since === null ? 0 : businessMinutesBetween(hours, clock.since, at));
/** While the customer is waited for, or the matter rests. */
export const pausedClock = (clock: TicketClock, moment: ClockMoment): TicketClock => ({
  ...clock,
  used: usedUntil(clock, moment),
  since: null,
  dueAt: null,
});
/** Only what a person wrote to the customer ends a clock. */
export const answeredClock = (clock: TicketClock): TicketClock => ({
  ...clock,
  kind: 'none',
  minutes: null,
  used: 0,
  since: null,
  dueAt: null,
});
/** The customer waits: a clock that stands goes on, and where none was the next one begins. */
export function startedClock(clock: TicketClock, minutes: number | null, moment: ClockMoment): TicketClock {
  if (clock.since !== null) return clock;
  return running(clock.kind === 'none' ? { kind: 'next', minutes, used: 0, since: null, dueAt: null } : clock, moment);
}

const hour = 60 * minute;
const forward: Readonly<Record<TicketPriority, number>> = { urgent: 24 * hour, high: 4 * hour, normal: 0, low: -8 * hour };
/** Where nothing was promised, two days are expected; what waits for the customer stands behind all that does not. */
const [unpromised, waiting] = [48 * hour, 60 * day];
export type UrgencyFacts = {
  state: TicketState;
  priority: TicketPriority;
  dueAt: number | null;
  lastAt: number;
  /** Brings it forward, too. */
  supportLevel: 'standard' | 'priority';
};
/** By what the queue is ordered: the end of the promise, brought forward for what presses. */
export function urgentAt({ state, priority, dueAt, lastAt, supportLevel }: UrgencyFacts): number {
  const rests = state === 'pending_customer' || state === 'on_hold';
  const base = rests ? lastAt + waiting : (dueAt ?? lastAt + unpromised);
  return base - forward[priority] - (supportLevel === 'priority' ? hour : 0);
}
