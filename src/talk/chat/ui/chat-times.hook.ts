import { useMemo } from 'react';
import { type DateForm, dayIn, formatDate } from '#kit/dates.ts';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';

/** Days and times as a conversation and the list show them. */
export type ChatTimes = {
  /** The calendar day, to compare. */
  dayOf: (ms: number) => string;
  /** "Today", "Yesterday", "Monday, 9 November". */
  dayTitle: (ms: number) => string;
  /** In the list: the time of today, the weekday within a week, else the date. */
  short: (ms: number) => string;
};
const day = 86_400_000;

export function useChatTimes(): ChatTimes {
  const { locale, zone, now } = useReader();
  return useMemo(() => {
    const tag = intlTag(locale);
    const format = (form: DateForm) => (ms: number) => formatDate(ms, form, { locale, zone });
    const words = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
    const dayOf = (ms: number) => dayIn(ms, zone);
    const whole = format('weekdayMonth');
    const [time, weekday, date] = [format('time'), format('shortWeekday'), format('dayMonth')];
    // the page may be older than the message
    const daysAgo = (ms: number) => Math.round((Date.parse(dayOf(Math.max(now, ms))) - Date.parse(dayOf(ms))) / day);
    const capital = (text: string) => text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
    return {
      dayOf,
      dayTitle: (ms) => (daysAgo(ms) < 2 ? capital(words.format(-daysAgo(ms), 'day')) : whole(ms)),
      short: (ms) => (daysAgo(ms) === 0 ? time(ms) : daysAgo(ms) < 7 ? weekday(ms) : date(ms)),
    };
  }, [locale, zone, now]);
}
