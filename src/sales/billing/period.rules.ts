/**
 * Billing periods: half-open spans `[start, end)` counted from an anchor by the calendar of a zone. The 31st becomes the last day of a shorter month
 * and is the 31st again in the next long one, because every period is counted from the anchor and none from the one before it.
 */
import { aheadAt } from './days.rules.ts';

export type Every = 'month' | 'year';
/** `anchor`: epoch milliseconds, where period 0 begins. `zone`: in which it is a day of the month, as documents say it; that of the seller. */
export type Rhythm = { anchor: number; every: Every; zone: string };
export type Period = { start: number; end: number };
export type NumberedPeriod = Period & { index: number };

const monthsIn = { month: 1, year: 12 } as const;

/** That many calendar months later, at the same time of day; a day that the month does not have becomes its last one. */
function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return (
    Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + (anchor - Date.UTC(year, from.getUTCMonth(), from.getUTCDate()))
  );
}

const dayMs = 86_400_000;
const dayOf = (shown: number): number => Math.floor(shown / dayMs);

/** Whole days apart, so that none is an hour longer; only where the clocks moved and it would be another day by them, it moves along. */
function startAt({ anchor, every, zone }: Rhythm, index: number): number {
  const ahead = aheadAt(anchor, zone);
  // as the clocks show it
  const shown = monthsAfter(anchor + ahead, index * monthsIn[every]);
  const at = shown - ahead;
  const then = aheadAt(at, zone);
  return then === ahead || dayOf(at + then) === dayOf(shown) ? at : shown - then;
}

/** Period `index`, counted from 0 at the anchor; those before the anchor are negative. Throws `RangeError` unless it is a whole number. */
export function periodAt(rhythm: Rhythm, index: number): NumberedPeriod {
  if (!Number.isInteger(index) || !Number.isFinite(rhythm.anchor))
    throw new RangeError('a period has a whole number and an anchor');
  return { index, start: startAt(rhythm, index), end: startAt(rhythm, index + 1) };
}

/** The number of the period that an instant (epoch milliseconds) lies in. */
export function indexAt(rhythm: Rhythm, at: number): number {
  const shown = (one: number) => new Date(one + aheadAt(one, rhythm.zone));
  const [from, to] = [shown(rhythm.anchor), shown(at)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  // the calendar gives the number or one too many, as the day and the time decide
  const index = Math.floor(months / monthsIn[rhythm.every]);
  return startAt(rhythm, index) > at ? index - 1 : index;
}

/** The periods that begin at `from` or later and before `to`, in order. Spans that follow each other list every period once. */
export function periodsBetween(rhythm: Rhythm, { from, to }: { from: number; to: number }): NumberedPeriod[] {
  const periods: NumberedPeriod[] = [];
  const at = indexAt(rhythm, from);
  for (let index = startAt(rhythm, at) < from ? at + 1 : at; startAt(rhythm, index) < to; index++)
    periods.push(periodAt(rhythm, index));
  return periods;
}

/** The periods from number `next` on that have begun at `now`, in order: what is to be billed after a pause of any length. */
export function periodsDue(rhythm: Rhythm, { next, now }: { next: number; now: number }): NumberedPeriod[] {
  const count = Math.max(0, indexAt(rhythm, now) - next + 1);
  return Array.from({ length: count }, (_one, at) => periodAt(rhythm, next + at));
}
