/** Days as banks write them. */
import { locales } from '#kit/facts.ts';
import { dayOf } from './entry.service.ts';
import { plainDigits, plainWords } from './csv-words.service.ts';

export type DayOrder = 'day-first' | 'month-first';
/** `wrong-day`: written as a day, and in no calendar. `no-day`: anything else. */
export type ReadDay = { kind: 'day'; day: string } | { kind: 'wrong-day' } | { kind: 'no-day' };

const found = (year: number, month: number, day: number): ReadDay => {
  const read = dayOf(year, month, day);
  return read === null ? { kind: 'wrong-day' } : { kind: 'day', day: read };
};
/** Two digits are of this century, and years from 2400 on are counted as in Thailand. */
function fullYear(text: string): number {
  if (text.length === 2) return 2000 + Number(text);
  return Number(text) >= 2400 ? Number(text) - 543 : Number(text);
}
/** Days of the era Reiwa (`R8.11.27`) and of the Republic of China (`115/11/27`), and the year before their first. */
const eras: readonly [RegExp, number][] = [
  [/^(?:R|令和) ?(\d\d?)[-/.年] ?(\d\d?)[-/.月] ?(\d\d?)(?!\d)/, 2018],
  [/^(?:民國 ?)?(1[1-4]\d)[-/.年] ?(\d\d?)[-/.月] ?(\d\d?)(?!\d)/, 1911],
];

/** The months by their names, long and short, in the languages of the product. */
const months = new Map<string, number>(
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
// where months have numbers alone, they are no names
for (const name of months.keys()) if (!/\p{L}/u.test(name)) months.delete(name);

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
  const text = plainDigits(given.trim().slice(0, 60));
  const [, year, month, day] =
    /^(\d{4})[-/.年] ?(\d\d?)[-/.月] ?(\d\d?)(?!\d)/.exec(text) ?? /^(20\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return found(fullYear(year), Number(month), Number(day));
  for (const [pattern, before] of eras) {
    const [, years, inYear, inMonth] = pattern.exec(text) ?? [];
    if (years !== undefined) return found(before + Number(years), Number(inYear), Number(inMonth));
  }
  const [, one, two, three] = /^(\d\d?)[-/.] ?(\d\d?)[-/.] ?(\d{4}|\d\d)(?!\d)/.exec(text) ?? [];
  if (three === undefined) return namedDay(text);
  const [first, second] = order === 'day-first' ? [two, one] : [one, two];
  return found(fullYear(three), Number(first), Number(second));
}

const slashed = /^(\d\d?)[-/](\d\d?)[-/](?:\d{4}|\d\d)(?!\d)/;
/**
 * The order in which days are written with slashes or dashes: one that some day leaves no choice of, else the only one by which no day is later than
 * tomorrow. Null where both are possible. `today`: null when nobody says.
 */
export function dayOrderIn(texts: readonly string[], today: string | null): DayOrder | null {
  const found = texts.flatMap((text) => {
    const [whole, one, two] = slashed.exec(text.trim()) ?? [];
    return whole === undefined ? [] : { text: whole, one: Number(one), two: Number(two) };
  });
  if (found.some(({ two }) => two > 12 && two < 32)) return 'month-first';
  if (found.every(({ one, two }) => one === two) || found.some(({ one }) => one > 12)) return 'day-first';
  if (today === null) return null;
  // in time zones ahead it is tomorrow
  const latest = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const [only, ...more] = (['day-first', 'month-first'] as const).filter((order) =>
    found.every(({ text }) => {
      const read = readDay(text, order);
      return read.kind === 'day' && read.day <= latest;
    }),
  );
  return only === undefined || more.length > 0 ? null : only;
}
