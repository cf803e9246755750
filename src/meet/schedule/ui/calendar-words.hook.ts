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
  /** From one day to another. */
  range: (from: CalendarDay, to: CalendarDay) => string;
  /** Minutes of a day as a time, by twenty-four hours as the grid is. */
  clock: (minute: number) => string;
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
  const clock: CalendarWords['clock'] = (minute) =>
    format('clock', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format((minute % 1440) * 60_000);
  return {
    ...{ day, clock, wall },
    range: (from, to) =>
      plainSpaces(format('range', { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(noonOf(from), noonOf(to))),
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
