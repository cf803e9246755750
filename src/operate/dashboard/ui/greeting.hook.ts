import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
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
  const tag = intlTag(locale);
  const shaped = (shape: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { timeZone: zone, ...shape }).format(now);
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  const zoneName = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(now)
    .find((part) => part.type === 'timeZoneName')?.value;
  return {
    hello: say(`greeting.${partOfDay(hour)}`, { name: calledBy(name) }),
    // "Tuesday, 17 November": a comma is one breath too many in a heading
    day: shaped({ weekday: 'long', day: 'numeric', month: 'long' }).replace(/^(\p{L}+), /u, '$1 '),
    clock: say('greeting.clock', { time: shaped({ hour: '2-digit', minute: '2-digit' }), zone: zoneName ?? zone }),
  };
}
