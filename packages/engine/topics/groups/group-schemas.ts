import * as z from 'zod/mini';

/** Groups at once, sets that are kept, characters of a name, of a question and of a message, people of one group, and minutes. */
export const GROUPS = { most: 16, sets: 20, name: 60, question: 300, message: 1_000, people: 300, minutes: 600 } as const;

/** Counted from 1. */
export const groupNumber = z.int().check(z.gte(1), z.lte(GROUPS.most));
const name = z.string().check(z.maxLength(GROUPS.name));
/** `key`: the external user id, so that a person is known again in the next meeting. */
export const groupPerson = z.object({ key: z.string().check(z.maxLength(200)), name: z.string().check(z.maxLength(200)) });
export type GroupPerson = z.infer<typeof groupPerson>;
const people = z.array(groupPerson).check(z.maxLength(GROUPS.people));
/** An empty name is shown as "Group 3" in the reader's words. */
const plannedGroup = z.object({ name, people });
export type PlannedGroup = z.infer<typeof plannedGroup>;
export const plannedGroups = z.array(plannedGroup).check(z.maxLength(GROUPS.most));

/** Groups that were prepared, saved or used. `usedAt`: when a meeting had them last, epoch milliseconds. */
export const groupSet = z.object({
  id: z.string().check(z.maxLength(40)),
  name: z.string().check(z.maxLength(100)),
  usedAt: z.nullable(z.number()),
  groups: plannedGroups,
});
export type GroupSet = z.infer<typeof groupSet>;

/** What a moderator decides at the start. `minutes` null: they run until somebody ends them. */
export const groupOptions = {
  /** `free`: people choose when it starts. */
  mode: z.enum(['assigned', 'free']),
  minutes: z.nullable(z.int().check(z.gte(1), z.lte(GROUPS.minutes))),
  /** The deck of the main room is shown in each group, from the page on that is shown now. */
  takeSlides: z.boolean(),
  record: z.boolean(),
  everyoneDraws: z.boolean(),
  mayChange: z.boolean(),
};

/** A call for help of a group. `at`: epoch milliseconds. */
export const helpCall = z.nullable(z.object({ name: z.string(), question: z.string(), at: z.number() }));
/** What hosts said to all groups last. */
export const announcement = z.nullable(z.object({ id: z.string(), name: z.string(), text: z.string(), at: z.number() }));

export const runningGroup = z.object({
  id: groupNumber,
  name,
  /** The internal id of its meeting. */
  meeting: z.string(),
  /** Who belongs to it, inside or not. */
  people,
  help: helpCall,
});
export type RunningGroup = z.infer<typeof runningGroup>;

export const groupRun = z.object({
  id: z.string(),
  startedAt: z.number(),
  /** Null: nobody has limited it. */
  endsAt: z.nullable(z.number()),
  ...groupOptions,
  groups: z.array(runningGroup),
  announcement,
});
export type GroupRun = z.infer<typeof groupRun>;

/** A group as one person may see it. */
const groupView = z.object({
  id: groupNumber,
  name,
  /** People inside now, and those who belong to it. */
  inside: z.int(),
  belong: z.int(),
  /** Those who belong to it or are inside: for hosts and for its own people; empty for others. `key` is empty for all but hosts. */
  people: z.array(z.object({ key: z.string(), name: z.string(), inside: z.boolean() })),
  /** To hosts; to others only of their own group. */
  help: helpCall,
  /** Who speaks in it now, and which page it has; null: nobody or none, or the reader is no host. */
  speaking: z.nullable(z.string()),
  page: z.nullable(z.int()),
});
export type GroupView = z.infer<typeof groupView>;

/** What one person may see. In the meeting of a group it is what the main room knows. */
export const groupsView = z.object({
  run: z.nullable(
    z.object({
      id: z.string(),
      startedAt: z.number(),
      endsAt: z.nullable(z.number()),
      minutes: groupOptions.minutes,
      mode: groupOptions.mode,
      mayChange: z.boolean(),
      groups: z.array(groupView),
      announcement,
      /** The group that this person belongs to. */
      mine: z.nullable(groupNumber),
    }),
  ),
  /** The group whose meeting this is; null: the main room. */
  here: z.nullable(groupNumber),
  /** To hosts: everybody who is in the main room or in a group. `member`: their id in the main room while they are there; `group`: where they belong. */
  people: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      member: z.nullable(z.string()),
      host: z.boolean(),
      group: z.nullable(groupNumber),
    }),
  ),
  /** To hosts while no groups run, the last used first. */
  sets: z.array(groupSet),
});
export type GroupsView = z.infer<typeof groupsView>;
