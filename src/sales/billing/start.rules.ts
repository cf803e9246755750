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
  until: dayIn(periodAt({ anchor: now, every: 'month' }, START_MONTHS).start, zone),
});

/** `now` for today, `at` the first moment of a later day (epoch milliseconds); refused: it is over, too far ahead, or no day. */
export function startOn(
  day: string | undefined,
  { now, zone }: { now: number; zone: string },
): { kind: 'now' } | { kind: 'at'; at: number } | { kind: 'refused' } {
  const { from, until } = startDays(now, zone);
  if (day === undefined || day === from) return { kind: 'now' };
  return !isDay(day) || day < from || day > until ? { kind: 'refused' } : { kind: 'at', at: startOf(day, zone) };
}

/** Where months from a moment on end, epoch milliseconds. */
export const monthsFrom = (start: number, months: number): number => periodAt({ anchor: start, every: 'month' }, months).start;
