/** Periods of figures and their steps. Days are `YYYY-MM-DD`, both ends counted; weeks begin on Monday. */
import { addDays, daysBetween, monthEnd, monthOf } from '#meet/usage/usage.rules.ts';
import type { ExplorerQuestion, periodUnits } from './measures.rules.ts';

export type PeriodUnit = (typeof periodUnits)[number];
export type DaySpan = { from: string; until: string };

/** 1 (Monday) to 7. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));

/** So many months later on the same day, or the month's last where it has none. */
function addMonths(day: string, months: number): string {
  const first = new Date(`${monthOf(day)}T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = monthEnd(first.toISOString().slice(0, 10));
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** What a chart of this length is drawn by. */
export function unitOf(span: DaySpan): PeriodUnit {
  const days = daysBetween(span.from, span.until);
  return days <= 45 ? 'day' : days <= 200 ? 'week' : 'month';
}

const endOf = (day: string, unit: PeriodUnit): string =>
  unit === 'day' ? day : unit === 'week' ? addDays(mondayOf(day), 6) : monthEnd(day);
/** The days, weeks or months of a span; its first and last one are cut to it. */
export function stepsOf(span: DaySpan, unit: PeriodUnit): DaySpan[] {
  const steps: DaySpan[] = [];
  for (let from = span.from; from <= span.until; ) {
    const end = endOf(from, unit);
    const until = end < span.until ? end : span.until;
    steps.push({ from, until });
    from = addDays(until, 1);
  }
  return steps;
}

export type PeriodComparison = 'none' | 'before' | 'year';
/**
 * The span that one is compared with: as many days before it, or a year ago. By days and weeks a year is 52 weeks, so that Mondays stand
 * beside Mondays. Null: it is compared with nothing.
 */
export function comparedSpan(span: DaySpan, of: { compare: PeriodComparison; unit: PeriodUnit }): DaySpan | null {
  if (of.compare === 'none') return null;
  if (of.compare === 'year' && of.unit === 'month') {
    const whole = span.until === monthEnd(span.until);
    const until = addMonths(span.until, -12);
    return { from: addMonths(span.from, -12), until: whole ? monthEnd(until) : until };
  }
  const days = of.compare === 'year' ? 364 : daysBetween(span.from, span.until);
  return { from: addDays(span.from, -days), until: addDays(span.until, -days) };
}

/** The steps of the compared span beside those of the first, one for one. Months beside months, else the same number of days. */
export function comparedSteps(
  steps: readonly DaySpan[],
  of: { before: DaySpan; compare: PeriodComparison; unit: PeriodUnit },
): DaySpan[] {
  if (of.compare === 'year' && of.unit === 'month') return stepsOf(of.before, 'month');
  const [first] = steps;
  const shift = first === undefined ? 0 : daysBetween(of.before.from, first.from) - 1;
  return steps.map(({ from, until }) => ({ from: addDays(from, -shift), until: addDays(until, -shift) }));
}

/** The days that a question is about. "The last 4 weeks" are full ones before the present. */
export function spanOfPeriod(period: ExplorerQuestion['period'], today: string): DaySpan {
  if ('from' in period) return { from: period.from, until: period.until };
  const { last, unit } = period;
  if (unit === 'day') return { from: addDays(today, -last), until: addDays(today, -1) };
  const present = unit === 'week' ? mondayOf(today) : monthOf(today);
  return { from: unit === 'week' ? addDays(present, -7 * last) : addMonths(present, -last), until: addDays(present, -1) };
}

/** How often each weekday comes, from Monday. */
export function weekdaysIn(span: DaySpan): number[] {
  const days = daysBetween(span.from, span.until);
  const first = weekdayOf(span.from);
  return Array.from({ length: 7 }, (_, n) => Math.floor(days / 7) + ((n + 1 - first + 7) % 7 < days % 7 ? 1 : 0));
}
