import type { RepeatRule, Weekday } from '../schedule.rules.ts';
import { weekdays } from '../schedule.rules.ts';
import { addDays, type CalendarDay } from './calendar-days.hook.ts';
import type { CalendarWords } from './calendar-words.hook.ts';

/** A Monday. */
const monday: CalendarDay = '2026-01-05';
export const dayOfWeekday = (weekday: Weekday): CalendarDay => addDays(monday, weekdays.indexOf(weekday));
/** The days of a week in the order of the language. */
export const weekFrom = (first: number): Weekday[] => {
  const at = (first + 6) % 7;
  return [...weekdays.slice(at), ...weekdays.slice(0, at)];
};

type SayRule = (
  key: `repeat.rule.${RepeatRule['unit']}` | 'repeat.ruleUntil' | 'repeat.ruleCount',
  values: Record<string, string | number>,
) => string;
/** A rule in a line: every second week, on which days, until when. */
export function ruleText(rule: RepeatRule, say: SayRule, words: Pick<CalendarWords, 'day' | 'list'>): string {
  const days = weekdays.filter((one) => rule.days.includes(one)).map((one) => words.day(dayOfWeekday(one), 'weekdayLong'));
  return [
    say(`repeat.rule.${rule.unit}`, { count: rule.every }),
    ...(rule.unit === 'week' && days.length > 0 ? [words.list(days)] : []),
    ...(rule.until === null ? [] : [say('repeat.ruleUntil', { day: words.day(rule.until, 'short') })]),
    ...(rule.count === null ? [] : [say('repeat.ruleCount', { count: rule.count })]),
  ].join(' · ');
}
