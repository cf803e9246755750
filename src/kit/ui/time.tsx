import { useMemo } from 'react';
import { type DateForm, dayIn, formatDate, formatDay } from '#kit/dates.ts';
import type { Locale } from '#kit/facts.ts';
import { kitText } from './text/kit-text.ts';
import { directionOf, intlTag } from './text/locale.ts';
import { type Reader, useReader } from './text/reader.tsx';

/** Epoch milliseconds or an ISO text. */
export type TimeValue = number | string;
const msOf = (at: TimeValue): number => (typeof at === 'number' ? at : Date.parse(at));

/**
 * `near`: in words when it is near (now, today 08:00, yesterday), else "Mon 16 Nov", with the year when it is another one.
 * `moment`: as `near`, and always with the time: "yesterday, 09:14", "Mon 16 Nov, 09:14".
 * `day`: "16 November 2026"; `time`: "09:42"; `full`: day and time; `zoned`: day, time and the name of the zone.
 */
export type TimeLook = 'near' | 'moment' | 'day' | 'time' | 'full' | 'zoned';

const day = 86_400_000;
type ZonedReader = Pick<Reader, 'locale' | 'zone' | 'now'>;

/** As the kit writes dates everywhere. */
const forms = { day: 'longDay', time: 'time', full: 'dayTime', zoned: 'zoned' } as const satisfies Partial<
  Record<TimeLook, DateForm>
>;
/** Made once for a language: making one takes longer than a hundred uses of it. */
function relativeFormats(): (locale: Locale) => Intl.RelativeTimeFormat {
  const made = new Map<Locale, Intl.RelativeTimeFormat>();
  return (locale) => {
    const known = made.get(locale) ?? new Intl.RelativeTimeFormat(intlTag(locale), { numeric: 'auto' });
    made.set(locale, known);
    return known;
  };
}
const relativeFormatOf = relativeFormats();

/** The calendar day as days since 1970: whole numbers that can be subtracted. */
const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / day);

function near(ms: number, reader: ZonedReader, look: 'near' | 'moment'): string {
  const words = relativeFormatOf(reader.locale);
  if (look === 'near' && Math.abs(ms - reader.now) < 60_000) return words.format(0, 'second');
  const [date, today] = [dayIn(ms, reader.zone), dayIn(reader.now, reader.zone)];
  const days = dayNumber(date) - dayNumber(today);
  const sameYear = date.slice(0, -6) === today.slice(0, -6);
  // "Mon, 16 Nov": the comma is one breath too many inside a table
  const written = () => formatDate(ms, sameYear ? 'weekday' : 'day', reader).replace(/^(\p{L}+),/u, '$1');
  const dayWords = Math.abs(days) <= 1 ? words.format(days, 'day') : written();
  if (look === 'near' && days !== 0 && days !== 1) return dayWords;
  const time = formatDate(ms, 'time', reader);
  // isolated, or "09:00 AM" would be read as "AM 09:00"
  return directionOf(reader.locale) === 'rtl' ? `${dayWords}، \u2068${time}\u2069` : `${dayWords}, ${time}`;
}

/** A moment in the reader's words and zone, as text. An unreadable moment is a dash. */
export function timeText(at: TimeValue, look: TimeLook, reader: ZonedReader): string {
  const ms = msOf(at);
  if (!Number.isFinite(ms)) return '–';
  return look === 'near' || look === 'moment' ? near(ms, reader, look) : formatDate(ms, forms[look], reader);
}

/** Hydration-safe: zone and "now" come with the page, not from the machine that renders. */
export function Time({ at, look = 'near' }: { at: TimeValue; look?: TimeLook }) {
  const reader = useReader();
  const ms = msOf(at);
  if (!Number.isFinite(ms)) return <span className="quiet">–</span>;
  // `dir` isolates it: between names of another script its parts would change places
  return (
    <time dateTime={new Date(ms).toISOString()} title={timeText(ms, 'zoned', reader)} className="num" dir="auto">
      {timeText(ms, look, reader)}
    </time>
  );
}

/** From when to when: "Mon 16 Nov, 09:15–10:00". An end on another day is written with its day. */
export function TimeSpan({ from, to }: { from: number; to: number }) {
  const reader = useReader();
  const sameDay = timeText(from, 'day', reader) === timeText(to, 'day', reader);
  return (
    <bdi dir={reader.dir}>
      <Time at={from} look="moment" />–<Time at={to} look={sameDay ? 'time' : 'moment'} />
    </bdi>
  );
}

/** The formatting functions for parameters of sentences. */
export function useTimeText(): (at: TimeValue, look?: TimeLook) => string {
  const reader = useReader();
  return useMemo(
    () =>
      (at: TimeValue, look: TimeLook = 'near') =>
        timeText(at, look, reader),
    [reader],
  );
}

/** A calendar day, `YYYY-MM-DD`, in the reader's language: such days have no zone. */
export function useDayText(): (day: string, form?: DateForm) => string {
  const { locale } = useReader();
  return useMemo(
    () =>
      (day: string, form: DateForm = 'day') =>
        formatDay(day, form, locale),
    [locale],
  );
}

/** A length of time: "24 min", "1 h 12". Rounded to whole minutes. */
export function useDurationText(): (minutes: number) => string {
  const say = kitText();
  return (minutes) => {
    const whole = Math.max(0, Math.round(minutes));
    if (whole < 60) return say('time.minutes', { count: whole });
    return say('time.hours', { hours: Math.floor(whole / 60), minutes: String(whole % 60).padStart(2, '0') });
  };
}
export function Duration({ minutes }: { minutes: number }) {
  const text = useDurationText();
  return <bdi className="num">{text(minutes)}</bdi>;
}
