/** What the page of charts shows stands in its address, so that a link shows the same. */
import { addDays, isDay, monthOf } from '#meet/usage/usage.rules.ts';
import { isId } from '#kit/ids.ts';

export const chartPeriods = ['7d', '30d', '12w', '12m'] as const;
type ChartPeriod = (typeof chartPeriods)[number];
export const comparisons = ['none', 'before', 'year'] as const;
type ChartsComparison = (typeof comparisons)[number];
export type DaySpan = { from: string; until: string };

export type ChartsAddress = {
  period: ChartPeriod | DaySpan;
  room: string | null;
  person: string | null;
  compare: ChartsComparison;
};

const idOr = (text: string | null): string | null => (text !== null && isId(text) ? text : null);
function periodIn(search: URLSearchParams): ChartsAddress['period'] {
  const [from, until] = [search.get('from') ?? '', search.get('until') ?? ''];
  if (isDay(from) && isDay(until) && from <= until) return { from, until };
  return chartPeriods.find((one) => one === search.get('period')) ?? '12w';
}

/** What an address does not say, or says wrongly, is as usual. */
export const readChartsAddress = (search: URLSearchParams): ChartsAddress => ({
  period: periodIn(search),
  room: idOr(search.get('room')),
  person: idOr(search.get('person')),
  compare: comparisons.find((one) => one === search.get('compare')) ?? 'before',
});

export function withChartsAddress(search: URLSearchParams, change: Partial<ChartsAddress>): URLSearchParams {
  const { period, room, person, compare } = { ...readChartsAddress(search), ...change };
  const span = typeof period === 'string' ? null : period;
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
  put('period', span !== null || period === '12w' ? null : String(period));
  put('from', span?.from ?? null);
  put('until', span?.until ?? null);
  put('room', room);
  put('person', person);
  put('compare', compare === 'before' ? null : compare);
  return next;
}

/** The days that are asked for; the server's own span is the last 12 weeks, and without an end it is today. */
export function spanOf(period: ChartsAddress['period'], today: string): { from?: string; until?: string } {
  switch (period) {
    case '7d':
      return { from: addDays(today, -6) };
    case '30d':
      return { from: addDays(today, -29) };
    case '12w':
      return {};
    case '12m':
      return { from: monthOf(addDays(monthOf(today), -330)) };
    default:
      return period;
  }
}

/** A longer one for a period without meetings. */
export const widerPeriod = (period: ChartsAddress['period']): ChartPeriod | null =>
  typeof period === 'string' ? (chartPeriods[chartPeriods.indexOf(period) + 1] ?? null) : '12m';
