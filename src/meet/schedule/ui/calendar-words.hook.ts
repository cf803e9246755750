import { formatDate } from '#kit/dates.ts';
import { intlTag } from '#kit/ui/text/locale.ts';
import { type Reader, useReader } from '#kit/ui/text/reader.tsx';
import { type CalendarDay, noonOf, type WallClock, wallClock } from './calendar-days.hook.ts';

type DayLook = 'short' | 'long' | 'weekday' | 'weekdayLong' | 'number' | 'month';
const looks: Readonly<Record<DayLook, Intl.DateTimeFormatOptions>> = {
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  weekday: { weekday: 'short' },
  weekdayLong: { weekday: 'long' },
  number: { day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

export type CalendarWords = {
  day: (day: CalendarDay, look: DayLook) => string;
  /** From one day to another, months by name or shortened. */
  range: (days: readonly CalendarDay[], months: 'long' | 'short') => string;
  /** Minutes of a day as a time. */
  clock: (minute: number) => string;
  /** An hour at the edge of the grid: where hours are counted to twelve, without its minutes. */
  hour: (hour: number) => string;
  list: (words: readonly string[]) => string;
  /** What calendar and clock of the reader show. */
  wall: (ms: number) => WallClock;
  /** The day and the times of a date, for the texts that name all three. */
  span: (date: { startsAt: number; endsAt: number }) => { day: string; from: string; to: string };
};

// browsers and the server do not agree on the spaces around dashes
const plainSpaces = (text: string): string => text.replace(/\s/gu, ' ');

function newWords({ locale, zone }: Reader): CalendarWords {
  const tag = intlTag(locale);
  const made = new Map<string, Intl.DateTimeFormat>();
  const format = (name: string, shape: Intl.DateTimeFormatOptions) => {
    const known = made.get(name) ?? new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...shape });
    made.set(name, known);
    return known;
  };
  const list = new Intl.ListFormat(tag, { type: 'unit', style: 'short' });
  const wall = wallClock(zone);
  const day: CalendarWords['day'] = (one, look) => plainSpaces(format(look, looks[look]).format(noonOf(one)));
  const clock: CalendarWords['clock'] = (minute) => formatDate((minute % 1440) * 60_000, 'time', { locale, zone: 'UTC' });
  const hour: CalendarWords['hour'] = (one) => {
    const short = format('hour', { hour: 'numeric' });
    return short.resolvedOptions().hour12 === true ? plainSpaces(short.format(one * 3_600_000)) : clock(one * 60);
  };
  return {
    ...{ day, clock, hour, wall },
    range: ([first = '', ...rest], month) => {
      const shape = { day: 'numeric', month, year: 'numeric' } as const;
      return plainSpaces(format(`range ${month}`, shape).formatRange(noonOf(first), noonOf(rest.at(-1) ?? first)));
    },
    list: (words) => list.format(words),
    span: ({ startsAt, endsAt }) => {
      const [from, to] = [wall(startsAt), wall(endsAt)];
      return { day: day(from.day, 'long'), from: clock(from.minute), to: clock(to.minute) };
    },
  };
}

/** Made once for a reader: a week has hundreds of days and times to say. */
function wordsByReader(): (reader: Reader) => CalendarWords {
  const made = new WeakMap<Reader, CalendarWords>();
  return (reader) => {
    const known = made.get(reader) ?? newWords(reader);
    made.set(reader, known);
    return known;
  };
}
const wordsOf = wordsByReader();
export const useCalendarWords = (): CalendarWords => wordsOf(useReader());
