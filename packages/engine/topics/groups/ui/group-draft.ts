import { GROUPS, type GroupPerson, type GroupSet, type PlannedGroup } from '#topics/groups/group-schemas.ts';

export type PlannedGroups = readonly PlannedGroup[];
export const FEWEST = 2;

const without = (people: readonly GroupPerson[], keys: readonly string[]) => people.filter(({ key }) => !keys.includes(key));

/** Those who are in none of the groups. */
export function outsideOf(groups: PlannedGroups, people: readonly GroupPerson[]): GroupPerson[] {
  return without(
    people,
    groups.flatMap((group) => group.people.map(({ key }) => key)),
  );
}

/** Empty groups, with the names of those before. */
export function emptyGroups(count: number, before: PlannedGroups = []): PlannedGroup[] {
  const most = Math.min(GROUPS.most, Math.max(FEWEST, count));
  return Array.from({ length: most }, (_, at) => ({ name: before[at]?.name ?? '', people: [] }));
}

/** Deals people out like cards: no group has two more than another. */
export function dealOut(
  people: readonly GroupPerson[],
  empty: PlannedGroups,
  random: () => number = Math.random,
): PlannedGroup[] {
  const shuffled = [...people];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [shuffled[last], shuffled[other]];
    if (a && b) [shuffled[last], shuffled[other]] = [b, a];
  }
  return empty.map((group, at) => ({ ...group, people: shuffled.filter((_, card) => card % empty.length === at) }));
}

/** More or fewer groups; people of a group that goes are in none. */
export function withCount(groups: PlannedGroups, count: number): PlannedGroup[] {
  return emptyGroups(count, groups).map((group, at) => groups[at] ?? group);
}

/** `to`: the place of a group in the list; null: out of all groups. */
export function withMoved(groups: PlannedGroups, people: readonly GroupPerson[], to: number | null): PlannedGroup[] {
  const keys = people.map(({ key }) => key);
  return groups.map((group, at) => {
    const rest = without(group.people, keys);
    return { ...group, people: at === to ? [...rest, ...people] : rest };
  });
}

export function withName(groups: PlannedGroups, at: number, name: string): PlannedGroup[] {
  return groups.map((group, one) => (one === at ? { ...group, name: name.trim() } : group));
}

/** The groups of a set as far as its people are here, and the names of the others. */
export function fromSet(set: GroupSet, people: readonly GroupPerson[]): { groups: PlannedGroup[]; absent: string[] } {
  const here = new Map(people.map((person) => [person.key, person]));
  const groups = set.groups.map((group) => ({ ...group, people: group.people.flatMap(({ key }) => here.get(key) ?? []) }));
  const absent = set.groups.flatMap((group) => group.people.filter(({ key }) => !here.has(key)).map(({ name }) => name));
  return { groups: withCount(groups, groups.length), absent };
}
