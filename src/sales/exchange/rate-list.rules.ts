/** Many rates as text: `day, base, currency, rate` on each line, as one copies them from a table. Read in the browser before anything is kept. */
import { isCurrency } from '#kit/money.ts';
import { rateText, readRate } from './exchange.rules.ts';

/** Most rates that are taken at once. */
export const LIST_MAX = 500;
export const lineTroubles = ['columns', 'day', 'future', 'currency', 'same', 'rate', 'twice'] as const;
export type LineTrouble = (typeof lineTroubles)[number];
/** `rate` as a decimal text with a point. */
export type RateIn = { day: string; base: string; currency: string; rate: string };
/** `line` counts from one. */
export type ListLine = { line: number; text: string } & ({ rate: RateIn } | { trouble: LineTrouble });

/** Whether it is a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
};
/** The newest day on earth at an instant (epoch milliseconds): east of UTC it begins up to 14 hours earlier. */
export const newestDay = (now: number): string => new Date(now + 14 * 3_600_000).toISOString().slice(0, 10);

/** What is wrong with a rate that somebody enters; null when nothing is. `newest`: after it nothing was published yet. */
export function troubleOf({ day, base, currency, rate }: RateIn, newest: string): LineTrouble | null {
  if (!isDay(day)) return 'day';
  if (day > newest) return 'future';
  if (!isCurrency(base) || !isCurrency(currency)) return 'currency';
  if (base === currency) return 'same';
  return readRate(rate) === null ? 'rate' : null;
}

const cellsOf = (line: string): string[] => {
  const mark = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',';
  return line.split(mark).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
};
/** A comma before the decimals where commas do not part the columns. */
const rateIn = (cell: string): string => (/^\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell);
const isHeader = (cells: readonly string[]): boolean => cells.every((cell) => /^[a-z_ ]+$/i.test(cell) && !isCurrency(cell));

/** Every line that says something, with its rate or what is wrong with it. A first line of names is passed over. */
export function readList(text: string, newest: string): ListLine[] {
  const seen = new Set<string>();
  const lines: ListLine[] = [];
  for (const [at, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const said = raw.trim();
    if (said === '') continue;
    const cells = cellsOf(said);
    const first = lines.length === 0;
    if (first && isHeader(cells)) continue;
    const place = { line: at + 1, text: said };
    const [day = '', base = '', currency = '', rate = ''] = cells;
    if (cells.length !== 4) {
      lines.push({ ...place, trouble: 'columns' });
      continue;
    }
    const one: RateIn = { day, base: base.toUpperCase(), currency: currency.toUpperCase(), rate: rateIn(rate) };
    const key = `${one.day} ${one.base} ${one.currency}`;
    const trouble = troubleOf(one, newest) ?? (seen.has(key) ? 'twice' : null);
    seen.add(key);
    const read = readRate(one.rate);
    lines.push(
      trouble !== null || read === null
        ? { ...place, trouble: trouble ?? 'rate' }
        : { ...place, rate: { ...one, rate: rateText(read) } },
    );
  }
  return lines;
}
