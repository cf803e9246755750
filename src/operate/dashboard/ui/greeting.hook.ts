import { formatDate } from '#kit/dates.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { zoneName } from '#kit/zone-name.ts';
import { dashboardText } from './dashboard-text.hook.ts';

/** Where the day is; `night` is greeted without naming it. */
type DayPart = 'night' | 'morning' | 'afternoon' | 'evening';
const begins: readonly { hour: number; part: DayPart }[] = [
  { hour: 22, part: 'night' },
  { hour: 18, part: 'evening' },
  { hour: 12, part: 'afternoon' },
  { hour: 5, part: 'morning' },
];
/** `hour` 0–23 in the reader's zone. */
export const partOfDay = (hour: number): DayPart => begins.find((one) => hour >= one.hour)?.part ?? 'night';

/** The name that one is called by: the first word, unless that is a title ("Dr. Maria Rossi"). */
export function calledBy(name: string): string {
  const [first = ''] = name.trim().split(/\s+/);
  return first === '' || first.endsWith('.') ? name.trim() : first;
}

/** Greeting, day and clock in the reader's zone. */
export function useGreeting(name: string): { hello: string; day: string; clock: string } {
  const say = dashboardText();
  const { locale, zone, now } = useReader();
  const reader = { locale, zone };
  const hour = Number(formatDate(now, 'time', { locale: 'sv-SE', zone }).slice(0, 2));
  return {
    hello: say(`greeting.${partOfDay(hour)}`, { name: calledBy(name) }),
    // "Tuesday, 17 November": a comma is one breath too many in a heading
    day: formatDate(now, 'weekdayMonth', reader).replace(/^(\p{L}+), /u, '$1 '),
    clock: say('greeting.clock', { time: formatDate(now, 'time', reader), zone: zoneName(now, reader) }),
  };
}
