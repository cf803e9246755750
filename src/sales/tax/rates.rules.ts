/**
 * Standard rates of value added tax by place, each from the day it counts, in thousandths of a percent: 19 % is 19000, Finland's 25.5 % 25500.
 * Since 2021; what the operator enters wins over it.
 */

/** `place`: a country by ISO 3166-1, or a part of one with a rate of its own; `from`: `YYYY-MM-DD`, the first day. */
export type Rate = { place: string; from: string; rate: number };
/** `own`: what the operator entered; it is asked first, `known` only where it says nothing for the day. */
export type RateTable = { own: readonly Rate[]; known: readonly Rate[] };

const since = '2021-01-01';
const lasting: Readonly<Record<string, number>> = {
  AT: 20_000,
  BE: 21_000,
  BG: 20_000,
  CH: 7_700,
  CY: 19_000,
  CZ: 21_000,
  DE: 19_000,
  DK: 25_000,
  EE: 20_000,
  ES: 21_000,
  FI: 24_000,
  FR: 20_000,
  GB: 20_000,
  GR: 24_000,
  HR: 25_000,
  HU: 27_000,
  // 21 % from September 2020 to February 2021
  IE: 21_000,
  IT: 22_000,
  LT: 21_000,
  LU: 17_000,
  LV: 21_000,
  MT: 18_000,
  NL: 21_000,
  NO: 25_000,
  PL: 23_000,
  PT: 23_000,
  'PT-20': 18_000,
  'PT-30': 22_000,
  RO: 19_000,
  SE: 25_000,
  SI: 22_000,
  SK: 20_000,
};
const changed: readonly Rate[] = [
  { place: 'CH', from: '2024-01-01', rate: 8_100 },
  { place: 'EE', from: '2024-01-01', rate: 22_000 },
  { place: 'EE', from: '2025-07-01', rate: 24_000 },
  { place: 'FI', from: '2024-09-01', rate: 25_500 },
  { place: 'IE', from: '2021-03-01', rate: 23_000 },
  { place: 'LU', from: '2023-01-01', rate: 16_000 },
  { place: 'LU', from: '2024-01-01', rate: 17_000 },
  { place: 'PT-20', from: '2021-07-01', rate: 16_000 },
  { place: 'RO', from: '2025-08-01', rate: 21_000 },
  { place: 'SK', from: '2025-01-01', rate: 23_000 },
];

/** The 27 member states with Madeira (`PT-30`) and the Azores (`PT-20`), Great Britain, Switzerland and Norway. */
export const knownRates: readonly Rate[] = [
  ...Object.entries(lasting).map(([place, rate]) => ({ place, from: since, rate })),
  ...changed,
];

const always = '0001-01-01';
/** A table with the operator's rates by place, which count on every day. */
export const ratesWith = (own: Readonly<Record<string, number>>): RateTable => ({
  own: Object.entries(own).map(([place, rate]) => ({ place, from: always, rate })),
  known: knownRates,
});

const latest = (rates: readonly Rate[], place: string, date: string): Rate | null =>
  rates.reduce<Rate | null>(
    (best, one) => (one.place === place && one.from <= date && (best === null || one.from >= best.from) ? one : best),
    null,
  );

/** The rate that counts at a place on a day (`YYYY-MM-DD`), and its source; null when none is known. */
export function rateAt(place: string, date: string, table: RateTable): { rate: number; from: 'own' | 'known' } | null {
  const own = latest(table.own, place, date);
  if (own !== null) return { rate: own.rate, from: 'own' };
  const known = latest(table.known, place, date);
  return known === null ? null : { rate: known.rate, from: 'known' };
}

export type DaySpan = { from: string; to: string };
/** What counts in the days from `from` to before `to`, in order: one entry per rate, so two where it changes inside. Null: not known. */
export function ratesWithin(place: string, { from, to }: DaySpan, table: RateTable): (DaySpan & { rate: number | null })[] {
  const changes = [...table.own, ...table.known].filter((one) => one.place === place && one.from > from && one.from < to);
  const days = [from, ...new Set(changes.map((one) => one.from).sort())];
  const spans: (DaySpan & { rate: number | null })[] = [];
  for (const [at, day] of days.entries()) {
    const rate = rateAt(place, day, table)?.rate ?? null;
    const end = days[at + 1] ?? to;
    const last = spans.at(-1);
    if (last !== undefined && last.rate === rate) last.to = end;
    else spans.push({ from: day, to: end, rate });
  }
  return spans;
}
