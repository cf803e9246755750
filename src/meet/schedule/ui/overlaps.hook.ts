import { type CalendarDay, minutesOfDay, wallClock } from './calendar-days.hook.ts';

type TimedItem = { startsAt: number; endsAt: number };
/** A date on one day: minutes of that day; one that goes on over midnight stands on each of its days. */
type DaySlice<T extends TimedItem> = { item: T; from: number; to: number };
/** Where it stands: pixels from the start of the column, and its share of the width that is left. */
export type PlacedSlice<T extends TimedItem> = DaySlice<T> & { indent: number; share: number; of: number };

/** Shorter dates are drawn as long as this, so that their title can be read. Minutes. */
export const leastDrawn = 30;
const indentBy = 20;
const mostIndent = 4;

/** The dates of each day, in the order in which they begin. */
export function slicesByDay<T extends TimedItem>(items: readonly T[], zone: string): Map<CalendarDay, DaySlice<T>[]> {
  const clock = wallClock(zone);
  const days = new Map<CalendarDay, DaySlice<T>[]>();
  const add = (day: CalendarDay, slice: DaySlice<T>) => {
    const known = days.get(day);
    if (known === undefined) days.set(day, [slice]);
    else known.push(slice);
  };
  for (const item of items) {
    const [start, end] = [clock(item.startsAt), clock(Math.max(item.startsAt, item.endsAt - 60_000))];
    if (start.day === end.day) {
      add(start.day, { item, from: start.minute, to: Math.max(end.minute + 1, start.minute) });
      continue;
    }
    add(start.day, { item, from: start.minute, to: minutesOfDay });
    add(end.day, { item, from: 0, to: end.minute + 1 });
  }
  for (const slices of days.values()) slices.sort((a, b) => a.from - b.from || b.to - a.to);
  return days;
}

const drawnTo = ({ from, to }: DaySlice<TimedItem>): number => Math.max(to, from + leastDrawn);

/**
 * Dates that overlap: a later one is indented over the earlier, so that titles stay whole; those that begin within half an hour of each
 * other would hide each other's title and share the width.
 */
export function placeSlices<T extends TimedItem>(slices: readonly DaySlice<T>[]): PlacedSlice<T>[] {
  const groups: { slices: DaySlice<T>[]; level: number; end: number }[] = [];
  for (const slice of slices) {
    const open = groups.filter(({ end }) => end > slice.from);
    const together = open.find(({ slices: [first] }) => first !== undefined && slice.from - first.from < leastDrawn);
    if (together !== undefined) {
      together.slices.push(slice);
      together.end = Math.max(together.end, drawnTo(slice));
      continue;
    }
    const taken = new Set(open.map(({ level }) => level));
    let level = 0;
    while (taken.has(level)) level += 1;
    groups.push({ slices: [slice], level, end: drawnTo(slice) });
  }
  return groups.flatMap(({ slices: members, level }) =>
    members.map((slice, share) => ({ ...slice, indent: Math.min(level, mostIndent) * indentBy, share, of: members.length })),
  );
}
