/** Reads dates and times as people type them; what is understood is ISO 8601, all else is null. */
import type { Locale } from '#kit/facts.ts';
import { intlTag } from '#kit/locale-tag.ts';

/** `today` is `YYYY-MM-DD`: where the year or month is left out, the nearest day is meant. */
export type DateTyping = { locale: Locale; today: string };
type DatePart = 'day' | 'month' | 'year';
type MonthDay = { month: number; day: number };
type CalendarDay = MonthDay & { year: number };

const asciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, digitValue);
/** Decimal digits of each script stand in a row from 0 to 9 (Unicode 4.6). */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zeros = [0x30, 0x660, 0x6f0, 0x966];
  const zero = zeros.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? digit : String(code - zero);
}
/** Small letters, digits 0 to 9, no marks of direction. */
const plain = (text: string, tag: string): string =>
  asciiDigits(text.normalize('NFKC').replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, ''))
    .toLocaleLowerCase(tag)
    .trim();
const tokensOf = (text: string): string[] => text.match(/\d+|\p{Script=Han}|[\p{L}\p{M}]+/gu) ?? [];
const isNumber = (token: string): boolean => /^\d+$/.test(token);

/** In the order in which the language writes them in digits. */
function partOrder(tag: string): DatePart[] {
  const parts = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(0);
  return parts.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}

type DateWords = { months: (readonly [word: string, month: number])[]; fillers: Set<string> };
const firstDays = Array.from({ length: 12 }, (_one, month) => Date.UTC(2024, month, 1));
const weekDays = Array.from({ length: 6 }, (_one, day) => Date.UTC(2024, 0, 2 + day));
/** Names of months, and words that stand in dates without a meaning of their own, such as the weekday or `de`. */
function dateWords(tag: string): DateWords {
  const words: DateWords = { months: [], fillers: new Set() };
  const formats = (['long', 'short'] as const).flatMap((style) =>
    [{ weekday: style, day: 'numeric', month: style, year: 'numeric' } as const, { month: style } as const].map(
      (shape) => new Intl.DateTimeFormat(tag, { ...shape, timeZone: 'UTC' }),
    ),
  );
  for (const at of [...firstDays, ...weekDays])
    for (const { type, value } of formats.flatMap((format) => format.formatToParts(at))) {
      const tokens = tokensOf(plain(value, tag));
      const month = new Date(at).getUTCMonth() + 1;
      // Japanese names months by a number and a sign, which says nothing by itself
      if (type === 'month' && !tokens.some(isNumber)) words.months.push(...tokens.map((word) => [word, month] as const));
      else for (const word of tokens) words.fillers.add(word);
    }
  return words;
}

/** By its name, or by the first three letters or more that no other month begins with. */
function monthNamed(word: string, { months }: DateWords): number | null {
  const found = new Set(months.flatMap(([name, month]) => (name === word ? [month] : [])));
  if (found.size === 0 && word.length >= 3) for (const [name, month] of months) if (name.startsWith(word)) found.add(month);
  const [month] = found;
  return found.size === 1 && month !== undefined ? month : null;
}

const isoDay = ({ year, month, day }: CalendarDay): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = year >= 1000 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : null;
};
const fullYear = (digits: string): number => Number(digits) + (digits.length > 2 ? 0 : Number(digits) < 70 ? 2000 : 1900);

/** In the year that brings it nearest to today. */
function nearestDay(at: MonthDay, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today));
  const days = [year, year - 1, year + 1].flatMap((one) => isoDay({ ...at, year: one }) ?? []);
  return days.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}

/** Month and day in the order of the language, or the other way round where only that is a date. */
function monthDayOf([first = 0, second = 0]: readonly number[], order: readonly DatePart[]): MonthDay {
  const dayFirst = order.indexOf('day') < order.indexOf('month');
  const [day, month] = dayFirst ? [first, second] : [second, first];
  return month > 12 && day <= 12 ? { month: day, day: month } : { month, day };
}

function dayOfNumbers(numbers: readonly string[], order: readonly DatePart[], today: string): string | null {
  const [first = '', second = '', third = ''] = numbers;
  const longest = Math.max(...numbers.map((one) => one.length));
  if (numbers.length === 1 && first.length === 8)
    return isoDay({ year: Number(first.slice(0, 4)), month: Number(first.slice(4, 6)), day: Number(first.slice(6)) });
  if (numbers.length > 3 || (longest > 2 && (numbers.length < 3 || longest !== 4))) return null;
  if (numbers.length === 1)
    return isoDay({ year: fullYear(today.slice(0, 4)), month: Number(today.slice(5, 7)), day: Number(first) });
  if (numbers.length === 2) return nearestDay(monthDayOf(numbers.map(Number), order), today);
  if (first.length === 4) return isoDay({ year: Number(first), month: Number(second), day: Number(third) });
  const yearFirst = order[0] === 'year' && third.length !== 4;
  const [year, ...rest] = yearFirst ? numbers : [third, first, second];
  return isoDay({ year: fullYear(year ?? ''), ...monthDayOf(rest.map(Number), order) });
}

function dayWithMonth(numbers: readonly string[], month: number, today: string): string | null {
  const year = numbers.find((one) => one.length === 4) ?? numbers[1];
  const day = numbers.find((one) => one !== year && one.length <= 2);
  if (day === undefined || numbers.length > 2) return null;
  return year === undefined
    ? nearestDay({ month, day: Number(day) }, today)
    : isoDay({ year: fullYear(year), month, day: Number(day) });
}

/** "today", "tomorrow" and "yesterday" in the language. */
function nearDay(text: string, tag: string, today: string): string | null {
  const words = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const away = [0, 1, -1].find((days) => plain(words.format(days, 'day'), tag) === text);
  return away === undefined ? null : new Date(Date.parse(today) + away * 86_400_000).toISOString().slice(0, 10);
}

const mostLetters = 60;
/** `3.12.`, `12/3`, `3 Dec 2026`, `2026-12-03`, `tomorrow` → `2026-12-03`; in numbers the language's own order counts. */
export function readDay(text: string, { locale, today }: DateTyping): string | null {
  const tag = intlTag(locale);
  const typed = plain(text.slice(0, mostLetters), tag);
  // Chinese names days of the week by the numbers that stand for months, too
  const tokens = tokensOf(typed.replace(/(?:星期|[周週])\p{Script=Han}/gu, ' '));
  const numbers = tokens.filter(isNumber);
  if (numbers.length === 0) return nearDay(typed, tag, today);
  const words = tokens.filter((token) => !isNumber(token));
  if (words.length === 0) return dayOfNumbers(numbers, partOrder(tag), today);
  const known = dateWords(tag);
  const named = words.map((word) => monthNamed(word, known));
  if (words.some((word, at) => named[at] === null && !known.fillers.has(word))) return null;
  const [month, ...others] = named.flatMap((one) => one ?? []);
  if (month === undefined) return dayOfNumbers(numbers, partOrder(tag), today);
  return others.some((one) => one !== month) ? null : dayWithMonth(numbers, month, today);
}

/** Whether the text is a date with its year, which does not change its meaning by more being typed. */
export const isWholeDay = (text: string, typing: DateTyping): boolean =>
  /\d{4}/.test(asciiDigits(text)) && readDay(text, typing) !== null;

/** Words between hours and minutes: h, Uhr, ч, 時 and their like. */
const clockWords = ['h', 'uhr', 'ч', 'мин', 'pukul', 'saat', '時', '时', '点', '點', '分', 'बजे', 'بجے', 'الساعة'];
function halfOfDay(words: readonly string[], tag: string): 'am' | 'pm' | 'none' | null {
  const word = words.filter((one) => !clockWords.includes(one)).join('');
  const format = new Intl.DateTimeFormat(tag, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
  const nameAt = (hour: number) => {
    const found = format.formatToParts(hour * 3_600_000).find(({ type }) => type === 'dayPeriod');
    return tokensOf(plain(found?.value ?? '', tag)).join('');
  };
  if (word === '') return 'none';
  if (['a', 'am', nameAt(9)].includes(word)) return 'am';
  return ['p', 'pm', nameAt(21)].includes(word) ? 'pm' : null;
}

/** `14`, `14.30`, `1430`, `2pm`, `2:30 p.m.` → `14:30`. */
export function readTime(text: string, locale: Locale): string | null {
  const tag = intlTag(locale);
  const tokens = tokensOf(plain(text.slice(0, mostLetters), tag));
  const half = halfOfDay(
    tokens.filter((token) => !isNumber(token)),
    tag,
  );
  const numbers = tokens.filter(isNumber);
  const [first = ''] = numbers;
  const joined = numbers.length === 1 && (first.length === 3 || first.length === 4);
  const [hour = '', minute = '0', second = '0'] = joined ? [first.slice(0, -2), first.slice(-2)] : numbers;
  if (half === null || numbers.length > 3 || [hour, minute, second].some((one) => one.length < 1 || one.length > 2)) return null;
  const typed = Number(hour);
  if (half !== 'none' && (typed < 1 || typed > 12)) return null;
  const hours = half === 'none' ? typed : (typed % 12) + (half === 'pm' ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return `${String(hours).padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

/** A date and after it a time: `3.12. 14:30`, `2026-12-03T14:30` → `2026-12-03T14:30`. A date alone is null. */
export function readDayTime(text: string, typing: DateTyping): string | null {
  const typed = plain(text.slice(0, mostLetters), intlTag(typing.locale));
  if (readDay(typed, typing) !== null) return null;
  const gaps = [...typed.matchAll(/[\s,،、]|(?<=\d)t(?=\d)/gu)].map(({ index }) => index).toReversed();
  for (const gap of gaps) {
    const [day, time] = [readDay(typed.slice(0, gap), typing), readTime(typed.slice(gap + 1), typing.locale)];
    if (day !== null && time !== null) return `${day}T${time}`;
  }
  return null;
}

/** The time of a day that is a number of minutes later or earlier, on the same day. */
export function movedTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const moved = ((((Math.floor((hour * 60 + minute) / minutes) + 1) * minutes) % 1440) + 1440) % 1440;
  return `${String(Math.floor(moved / 60)).padStart(2, '0')}:${String(moved % 60).padStart(2, '0')}`;
}
