/** In which breakout groups people of a meeting were, as its server sends it with the statistics. */
import type { Analytics } from '@atrium/bbb/analytics';
import type { AttendanceRow } from './attendance.queries.ts';

type GroupStays = AttendanceRow['groupStays'];
type StaySpan = readonly [from: number, to: number];

/** What is kept of one person. */
const most = 100;
/** Changing rooms takes less than this, and is no absence. */
const changeMs = 10_000;

/** By person key, in order, on our clock; `skew`: by how many milliseconds the server's clock is ahead. */
export function groupStaysOf({ groups = [] }: Pick<Analytics, 'groups'>, skew: number): Map<string, GroupStays> {
  const all = groups
    .filter(({ group, from, to }) => group > 0 && to >= from)
    .toSorted((a, b) => a.from - b.from)
    .map(({ extUserId, group, name, from, to }) => ({
      key: extUserId.slice(0, 200),
      // PostgreSQL refuses half of a surrogate pair
      stay: { group: Math.round(group), name: name.slice(0, 100).toWellFormed(), from: from - skew, to: to - skew },
    }));
  const byKey = Map.groupBy(all, ({ key }) => key);
  return new Map([...byKey].map(([key, stays]) => [key, stays.slice(0, most).map(({ stay }) => stay)]));
}

/** When a person was in the meeting, its groups included. */
export function withGroupStays(
  sittings: readonly StaySpan[],
  groups: readonly Pick<GroupStays[number], 'from' | 'to'>[],
): StaySpan[] {
  if (groups.length === 0) return [...sittings];
  const spans = [...sittings, ...groups.map(({ from, to }): StaySpan => [from, to])].toSorted(([a], [b]) => a - b);
  const joined: StaySpan[] = [];
  for (const [from, to] of spans) {
    const last = joined.at(-1);
    if (last === undefined || from - last[1] > changeMs) joined.push([from, to]);
    else joined.splice(-1, 1, [last[0], Math.max(last[1], to)]);
  }
  return joined;
}
