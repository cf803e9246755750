/** The day on which something that is bought begins. */
import { dayIn, startOf } from './days.rules.ts';
import { periodAt } from './period.rules.ts';

/** Months ahead at most. */
export const START_MONTHS = 12;
const isDay = (day: string) => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

/** The first and the last day that may be chosen, by the calendar of a zone. `now`: epoch milliseconds. */
export const startDays = (now: number, zone: string): { from: string; until: string } => ({
  from: dayIn(now, zone),
  until: dayIn(periodAt({ anchor: now, every: 'month', zone }, START_MONTHS).start, zone),
});

/** How far behind UTC the clocks of a zone are at most around a day, in milliseconds; 0 where they are never behind. */
function mostBehind(day: string, zone: string): number {
  const year = day.slice(0, 4);
  const behind = [day, `${year}-01-01`, `${year}-07-01`].map((one) => startOf(one, zone) - Date.parse(`${one}T00:00:00Z`));
  return Math.max(0, ...behind);
}
/**
 * A moment of a day (epoch milliseconds) that is on the same day in UTC and by the clocks of a zone, in summer and in winter: what began before periods
 * were counted by a zone is counted in UTC.
 */
export const beginOf = (day: string, zone: string): number => Date.parse(`${day}T00:00:00Z`) + mostBehind(day, zone);

/** `now` for today, `at` a moment of a later day (epoch milliseconds); refused: it is over, too far ahead, or no day. */
export function startOn(
  day: string | undefined,
  { now, zone }: { now: number; zone: string },
): { kind: 'now' } | { kind: 'at'; at: number } | { kind: 'refused' } {
  const { from, until } = startDays(now, zone);
  if (day === undefined || day === from) return { kind: 'now' };
  return !isDay(day) || day < from || day > until ? { kind: 'refused' } : { kind: 'at', at: beginOf(day, zone) };
}

/** Where months from a moment on end by the calendar of a zone, epoch milliseconds. */
export const monthsFrom = (start: number, months: number, zone: string): number =>
  periodAt({ anchor: start, every: 'month', zone }, months).start;
