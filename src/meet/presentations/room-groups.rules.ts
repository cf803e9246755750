import { GROUPS, type GroupPerson, type GroupSet, type PlannedGroup } from '@atrium/engine/topics/groups/group-schemas.ts';

export const peopleIn = ({ groups }: GroupSet): number => groups.reduce((sum, { people }) => sum + people.length, 0);

/** Whether a meeting can use it: no more people than it takes, each of whom has a name. */
export const isWholeSet = (set: GroupSet): boolean =>
  set.groups.length > 0 &&
  peopleIn(set) <= GROUPS.people &&
  set.groups.every(({ people }) => people.every(({ name }) => name.trim() !== ''));

/** A group while it is written: one person on each line. */
export type GroupLines = { name: string; text: string };
/** `twice`: that person is in a group already; `address`: to be looked up. */
export type GroupLineTrouble = { group: number; line: number; is: 'long' | 'twice' | 'address'; text: string };

const linesOf = ({ text }: GroupLines): string[] => text.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));
const isAddress = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);
const sameName = (one: string, other: string): boolean => one.toLocaleLowerCase() === other.toLocaleLowerCase();

export const namesIn = (group: GroupLines): string[] => linesOf(group).filter((line) => line !== '');
export const linesFor = ({ name, people }: PlannedGroup): GroupLines => ({
  name,
  text: people.map((person) => person.name).join('\n'),
});

const longestName = 200;

/** `email`: an address that a line may have in place of the name. */
export type KnownPerson = GroupPerson & { email?: string };
/**
 * The people of written groups. A line is looked up among those who are known, so that a meeting knows them again by their key;
 * everybody else is a name alone.
 */
export function readGroupLines(
  groups: readonly GroupLines[],
  known: readonly KnownPerson[],
): { groups: PlannedGroup[]; troubles: GroupLineTrouble[] } {
  const seen: GroupPerson[] = [];
  const troubles: GroupLineTrouble[] = [];
  const personOn = (text: string): GroupPerson | GroupLineTrouble['is'] => {
    if (text.length > longestName) return 'long';
    const meant = known.filter((one) => sameName(one.name, text) || one.email === text.toLowerCase());
    const person = meant.find(({ key }) => !seen.some((one) => one.key === key));
    if (person !== undefined) return { key: person.key, name: person.name };
    if (meant.length > 0 || seen.some(({ name }) => sameName(name, text))) return 'twice';
    return isAddress(text) ? 'address' : { key: '', name: text };
  };
  const peopleOf = (group: GroupLines, at: number): GroupPerson[] =>
    linesOf(group).flatMap((text, line) => {
      if (text === '') return [];
      const person = personOn(text);
      if (typeof person !== 'string') {
        seen.push(person);
        return [person];
      }
      troubles.push({ group: at, line: line + 1, is: person, text });
      return [];
    });
  return { groups: groups.map((group, at) => ({ name: group.name.trim(), people: peopleOf(group, at) })), troubles };
}

/** Puts each name, in random order, into the group that has the fewest. `random` as of `Math.random`. */
export function dealOut(groups: readonly GroupLines[], names: readonly string[], random: () => number): GroupLines[] {
  const order = names.map((name) => ({ name, by: random() })).toSorted((a, b) => a.by - b.by);
  return order
    .reduce<readonly GroupLines[]>((all, { name }) => {
      const sizes = all.map((group) => namesIn(group).length);
      return withPerson(all, sizes.indexOf(Math.min(...sizes)), name);
    }, groups)
    .slice();
}
export const withPerson = (groups: readonly GroupLines[], at: number, name: string): GroupLines[] =>
  groups.map((group, place) => (place === at ? { ...group, text: [...namesIn(group), name].join('\n') } : group));
