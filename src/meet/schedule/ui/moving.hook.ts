import { addDays, type CalendarDay, minutesOfDay } from './calendar-days.hook.ts';

/** A date on the grid while it is moved: a day, the minute it begins, and its length. */
export type GridTime = { day: CalendarDay; from: number; length: number };
export type GridPoint = { day: CalendarDay; minute: number };
export type DateGrip = 'move' | 'start' | 'end' | 'new';

export const minutesShown = 1440;
export const coarseStep = 15;
export const fineStep = 5;
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const snap = (minute: number, step: number): number => Math.round(minute / step) * step;

type GridPull = { grip: DateGrip; first: GridTime; from: GridPoint; to: GridPoint; step: number };
/** Where it stands after it was pulled by its body, its edges, or over an empty place. */
export function pulled({ grip, first, from, to, step }: GridPull): GridTime {
  if (grip === 'new') {
    const begin = Math.floor(Math.min(from.minute, to.minute) / step) * step;
    const end = Math.ceil(Math.max(from.minute, to.minute) / step) * step;
    return { day: from.day, from: begin, length: Math.max(step, end - begin) };
  }
  const by = to.minute - from.minute;
  const end = first.from + first.length;
  if (grip === 'end') {
    return { ...first, length: Math.max(step, snap(within(end + by, 0, minutesOfDay), step) - first.from) };
  }
  if (grip === 'start') {
    const begin = within(snap(first.from + by, step), 0, end - step);
    return { ...first, from: begin, length: end - begin };
  }
  // on a grid of days alone the time stays as it is
  const begin = by === 0 ? first.from : within(snap(first.from + by, step), 0, minutesOfDay - step);
  return { ...first, day: to.day, from: begin };
}

type GridNudge = { days?: number; minutes?: number; longer?: number };
/** One press of an arrow on a lifted date. */
export function nudged(time: GridTime, { days = 0, minutes = 0, longer = 0 }: GridNudge): GridTime {
  return {
    day: addDays(time.day, days),
    from: within(time.from + minutes, 0, minutesOfDay - coarseStep),
    length: Math.max(coarseStep, time.length + longer),
  };
}

type ArrowKey = { key: string; shiftKey: boolean };
export type GridShape = { dir: 'ltr' | 'rtl'; rows: 'hours' | 'weeks' };
/** What an arrow does to a lifted date; days run with the reading direction. Null for other keys. */
export function nudgeBy({ key, shiftKey }: ArrowKey, { dir, rows }: GridShape): GridNudge | null {
  const forward = dir === 'ltr' ? 'ArrowRight' : 'ArrowLeft';
  const back = dir === 'ltr' ? 'ArrowLeft' : 'ArrowRight';
  if (key === forward) return { days: 1 };
  if (key === back) return { days: -1 };
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const down = key === 'ArrowDown' ? 1 : -1;
  if (rows === 'weeks') return { days: down * 7 };
  return shiftKey ? { longer: down * coarseStep } : { minutes: down * coarseStep };
}

export const sameTime = (a: GridTime, b: GridTime): boolean => a.day === b.day && a.from === b.from && a.length === b.length;
