/** Days as banks write them. */
import { locales } from '#kit/facts.ts';
import { dayOf } from './entry.service.ts';
import { plainWords } from './csv-words.service.ts';

export type DayOrder = 'day-first' | 'month-first';
/** `wrong-day`: written as a day, and in no calendar. `no-day`: anything else. */
export type ReadDay = { kind: 'day'; day: string } | { kind: 'wrong-day' } | { kind: 'no-day' };

const found = (year: number, month: number, day: number): ReadDay => {
  const read = dayOf(year, month, day);
  return read === null ? { kind: 'wrong-day' } : { kind: 'day', day: read };
};
const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** The months by their names, long and short, in the languages of the product. */
const months: ReadonlyMap<string, number> = new Map(
  locales.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) => {
      const words = new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_none, at): [string, number] => {
        const part = words.formatToParts(Date.UTC(2026, at, 15)).find(({ type }) => type === 'month');
        return [plainWords(part?.value ?? ''), at + 1];
      });
    }),
  ),
);

function namedDay(text: string): ReadDay {
  const words = plainWords(text).trim().split(' ');
  if (words.length < 3 || words.length > 6) return { kind: 'no-day' };
  const month = words.map((word) => months.get(` ${word} `)).find((one) => one !== undefined);
  const day = words.find((word) => /^\d\d?$/.test(word));
  const year = words.find((word) => /^\d{4}$/.test(word)) ?? words.filter((word) => /^\d\d$/.test(word))[1];
  if (month === undefined || day === undefined || year === undefined) return { kind: 'no-day' };
  return found(fullYear(year), month, Number(day));
}

export function readDay(given: string, order: DayOrder): ReadDay {
  const text = given.trim().slice(0, 60);
  const [, year, month, day] =
    /^(\d{4})[-/.年] ?(\d\d?)[-/.月] ?(\d\d?)(?!\d)/.exec(text) ?? /^(20\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return found(Number(year), Number(month), Number(day));
  const [, one, two, three] = /^(\d\d?)[-/.] ?(\d\d?)[-/.] ?(\d{4}|\d\d)(?!\d)/.exec(text) ?? [];
  if (three === undefined) return namedDay(text);
  const [first, second] = order === 'day-first' ? [two, one] : [one, two];
  return found(fullYear(three), Number(first), Number(second));
}

/** Month first only when some day could be nothing else. */
export const dayOrderIn = (texts: readonly string[]): DayOrder =>
  texts.some((text) => /^\d\d?\/(1[3-9]|2\d|3[01])\//.test(text.trim())) ? 'month-first' : 'day-first';
