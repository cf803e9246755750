/** Tax rates that a seller enters: what is typed, and what is kept. */

/** Places with a rate of their own inside of a country: the Azores and Madeira. */
export const regions = ['PT-20', 'PT-30'] as const;
/** Thousandths of a percent: no rate anywhere comes near. */
export const mostRate = 50_000;
export const mostRates = 60;

/** `25.5` or `25,5` in thousandths of a percent, without a fraction on the way; null when it is no rate. */
export function rateOf(text: string): number | null {
  const found = /^(\d{1,2})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (found === null) return null;
  const [, whole = '0', part = ''] = found;
  const rate = Number(`${whole}${part.padEnd(3, '0')}`);
  return rate <= mostRate ? rate : null;
}

/** 25500 as `25.5`. */
export function rateText(rate: number): string {
  const digits = String(rate).padStart(4, '0');
  const part = digits.slice(-3).replace(/(?<!0)0+$/, '');
  return part === '' ? digits.slice(0, -3) : `${digits.slice(0, -3)}.${part}`;
}

export type RateRow = { place: string; rate: string };
export const rowsOf = (rates: Readonly<Record<string, number>>): RateRow[] =>
  Object.entries(rates)
    .map(([place, rate]) => ({ place, rate: rateText(rate) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1));

/** What is kept of the rows; null when one of them says no rate. */
export function ratesOf(rows: readonly RateRow[]): Record<string, number> | null {
  const read = rows.map(({ place, rate }) => [place, rateOf(rate)] as const);
  const good = read.flatMap(([place, rate]) => (rate === null ? [] : [[place, rate] as const]));
  return good.length === rows.length ? Object.fromEntries(good) : null;
}
