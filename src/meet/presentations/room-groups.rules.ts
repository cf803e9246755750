import { GROUPS, type GroupSet } from '@atrium/engine/topics/groups/group-schemas.ts';

const peopleIn = ({ groups }: GroupSet): number => groups.reduce((sum, { people }) => sum + people.length, 0);

/** Whether a meeting can use it: at least two groups, of no more people than it takes, each of whom has a name. */
export const isWholeSet = (set: GroupSet): boolean =>
  set.groups.length >= 2 &&
  peopleIn(set) <= GROUPS.people &&
  set.groups.every(({ people }) => people.every(({ name }) => name.trim() !== ''));
