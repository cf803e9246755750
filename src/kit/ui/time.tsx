import { useMemo } from 'react';
import { kitText } from './text/kit-text.ts';
import { intlTag } from './text/locale.ts';
import { type Reader, useReader } from './text/reader.tsx';

/** Epoch milliseconds or an ISO text. */
export type Moment = number | string;
const msOf = (at: Moment): number => (typeof at === 'number' ? at : Date.parse(at));

/**
 * `near`: in words when it is near (now, today 08:00, yesterday), else "Mon 16 Nov", with the year when it is another one.
 * `day`: "16 November 2026"; `time`: "09:42"; `full`: day and time; `zoned`: day, time and the name of the zone.
 */
export type TimeLook = 'near' | 'day' | 'time' | 'full' | 'zoned';

const day = 86_400_000;
type Zoned = Pick<Reader, 'locale' | 'zone' | 'now'>;

/** The calendar day of a moment in a zone, as days since 1970: whole numbers that can be subtracted. */
function dayNumber(ms: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    ms,
  );
  return Math.round(Date.parse(`${parts}T00:00:00Z`) / day);
}

function near(ms: number, reader: Zoned): string {
  const tag = intlTag(reader.locale);
  const words = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  if (Math.abs(ms - reader.now) < 60_000) return words.format(0, 'second');
  const days = dayNumber(ms, reader.zone) - dayNumber(reader.now, reader.zone);
  const clock = new Intl.DateTimeFormat(tag, { timeZone: reader.zone, hour: '2-digit', minute: '2-digit' }).format(ms);
  if (days === 0) return `${words.format(0, 'day')}, ${clock}`;
  if (days === 1) return `${words.format(1, 'day')}, ${clock}`;
  if (days === -1) return words.format(-1, 'day');
  const year = new Intl.DateTimeFormat('en-CA', { timeZone: reader.zone, year: 'numeric' });
  const sameYear = year.format(ms) === year.format(reader.now);
  const shape: Intl.DateTimeFormatOptions = sameYear
    ? { weekday: 'short', day: 'numeric', month: 'short' }
    : { day: 'numeric', month: 'short', year: 'numeric' };
  // "Mon, 16 Nov": the comma is one breath too many inside a table
  return new Intl.DateTimeFormat(tag, { timeZone: reader.zone, ...shape }).format(ms).replace(/^(\p{L}+),/u, '$1');
}

const shapes: Record<Exclude<TimeLook, 'near'>, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  full: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  zoned: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
};

/** A moment in the reader's words and zone, as text. An unreadable moment is a dash. */
export function timeText(at: Moment, look: TimeLook, reader: Zoned): string {
  const ms = msOf(at);
  if (!Number.isFinite(ms)) return '–';
  return look === 'near'
    ? near(ms, reader)
    : new Intl.DateTimeFormat(intlTag(reader.locale), { timeZone: reader.zone, ...shapes[look] }).format(ms);
}

/** Hydration-safe: zone and "now" come with the page, not from the machine that renders. */
export function Time({ at, look = 'near' }: { at: Moment; look?: TimeLook }) {
  const reader = useReader();
  const ms = msOf(at);
  if (!Number.isFinite(ms)) return <span className="quiet">–</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} title={timeText(ms, 'zoned', reader)} className="num">
      {timeText(ms, look, reader)}
    </time>
  );
}

/** The formatting functions for parameters of sentences. */
export function useTimeText(): (at: Moment, look?: TimeLook) => string {
  const reader = useReader();
  return useMemo(
    () =>
      (at: Moment, look: TimeLook = 'near') =>
        timeText(at, look, reader),
    [reader],
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
