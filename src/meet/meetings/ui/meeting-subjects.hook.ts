import { useEffect, useState } from 'react';
import type { ListControls } from '#kit/ui/table/list-state.ts';
import type { ListFilter } from '#kit/ui/table/table-shape.ts';
import type { MeetingItem } from '../meetings.contract.ts';
import { meetingsText } from './meetings-text.hook.ts';

const subjects = ['room', 'server', 'account'] as const;
type MeetingSubject = (typeof subjects)[number];
type NamesById = ReadonlyMap<string, string>;
type SeenSubjects = Readonly<Record<MeetingSubject, NamesById>>;
const nothing: SeenSubjects = { room: new Map(), server: new Map(), account: new Map() };

/** What was seen so far, with what these meetings name; the same object when that is nothing new. */
export function withSeen(seen: SeenSubjects, items: readonly MeetingItem[]): SeenSubjects {
  const fresh = (of: MeetingSubject) =>
    items.flatMap((item) => {
      const one = item[of];
      return one === null || seen[of].get(one.id) === one.name ? [] : [[one.id, one.name] as const];
    });
  if (subjects.every((of) => fresh(of).length === 0)) return seen;
  const both = (of: MeetingSubject): NamesById => new Map([...seen[of], ...fresh(of)]);
  return { room: both('room'), server: both('server'), account: both('account') };
}

/** Rooms, and for the operator servers and accounts, of the meetings that were listed so far: each narrows the list to its own. */
export function useSubjects(list: ListControls, items: readonly MeetingItem[] | undefined): ListFilter[] {
  const say = meetingsText();
  const [seen, setSeen] = useState(nothing);
  useEffect(() => setSeen((now) => withSeen(now, items ?? [])), [items]);
  const known = withSeen(seen, items ?? []);
  return subjects.flatMap((id) => {
    // one that came by a link may have no meeting yet to tell its name
    const chosen = (list.filters[id] ?? []).filter((value) => !known[id].has(value));
    const options = [...known[id], ...chosen.map((value) => [value, say('list.thisOne')] as const)];
    if (options.length === 0) return [];
    return [{ id, title: say(`list.${id}`), options: options.map(([value, label]) => ({ value, label })) }];
  });
}

/** Of these a list has one at a time: choosing another takes the place of the first. */
export const oneOfEach = (list: ListControls): ListControls => ({
  ...list,
  setFilter: (id, values) => list.setFilter(id, subjects.some((one) => one === id) ? values.slice(-1) : values),
});
