import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';
import {
  GROUPS,
  type GroupRun,
  type GroupSet,
  type GroupsView,
  groupNumber,
  groupOptions,
  groupPerson,
  groupRun,
  groupSet,
  groupsView,
  plannedGroups,
  type RunningGroup,
} from '#topics/groups/group-schemas.ts';

const state = z.object({ run: z.nullable(groupRun), sets: z.array(groupSet) });
/** In the meeting of a group it is empty: what there is stands in the main room. */
export type GroupsState = z.infer<typeof state>;

const question = z.string().check(z.maxLength(GROUPS.question));
const message = z.string().check(z.minLength(1), z.maxLength(GROUPS.message));
const seconds = z.int().check(z.gte(0), z.lte(300));
const minutes = z.int().check(z.gte(1), z.lte(60));
const key = groupPerson.shape.key;

/** Sent in the main room or in the meeting of a group; both mean the run of the main room. */
const command = z.discriminatedUnion('do', [
  z.object({ do: z.literal('start'), groups: plannedGroups, ...groupOptions }),
  /** Where a person belongs from now on; null: to the main room. They are called there. */
  z.object({ do: z.literal('move'), person: key, to: z.nullable(groupNumber) }),
  z.object({ do: z.literal('rename'), group: groupNumber, name: z.string().check(z.maxLength(GROUPS.name)) }),
  z.object({ do: z.literal('extend'), minutes }),
  z.object({ do: z.literal('announce'), text: message }),
  /** Everybody comes back after that time. */
  z.object({ do: z.literal('end'), seconds }),
  /** By people of a group, for it. */
  z.object({ do: z.literal('call-help'), question }),
  z.object({ do: z.literal('answer-help'), group: groupNumber }),
  z.object({ do: z.literal('save-set'), name: z.string().check(z.maxLength(100)), groups: plannedGroups }),
  z.object({ do: z.literal('remove-set'), set: z.string().check(z.maxLength(40)) }),
]);

const event = z.discriminatedUnion('is', [
  z.object({ is: z.literal('started'), run: groupRun }),
  z.object({ is: z.literal('moved'), person: groupPerson, to: z.nullable(groupNumber) }),
  z.object({ is: z.literal('renamed'), group: groupNumber, name: z.string() }),
  z.object({ is: z.literal('ends'), at: z.number() }),
  z.object({ is: z.literal('announced'), id: z.string(), name: z.string(), text: z.string() }),
  z.object({ is: z.literal('called'), group: groupNumber, name: z.string(), question: z.string() }),
  z.object({ is: z.literal('answered'), group: groupNumber }),
  /** One of them, for good; the run is over with the last one. */
  z.object({ is: z.literal('closed'), group: groupNumber }),
  z.object({ is: z.literal('ended') }),
  z.object({ is: z.literal('set-saved'), set: groupSet }),
  z.object({ is: z.literal('set-removed'), set: z.string() }),
]);
type GroupsEvent = z.infer<typeof event>;

const budget = { perSecond: 3, burst: 20, bytes: 60_000 };

const inRun = (state: GroupsState, change: (run: GroupRun) => GroupRun): GroupsState =>
  state.run === null ? state : { ...state, run: change(state.run) };
const inGroup = (state: GroupsState, id: number, change: (group: RunningGroup) => RunningGroup): GroupsState =>
  inRun(state, (run) => ({ ...run, groups: run.groups.map((one) => (one.id === id ? change(one) : one)) }));

/** The last used first; what was used once takes the place of what was used before under that id. */
function withSet(sets: readonly GroupSet[], set: GroupSet): GroupSet[] {
  const rest = sets.filter(({ id }) => id !== set.id);
  return [set, ...rest].toSorted((a, b) => (b.usedAt ?? 0) - (a.usedAt ?? 0)).slice(0, GROUPS.sets);
}

/** Breakout rooms, as the engine knows them. Pages never get this one. */
export const groupsTopic = defineTopic({
  name: 'groups',
  version: 1,
  command,
  event,
  budget,
  state,
  empty: { run: null, sets: [] },
  reduce(state: GroupsState, { event, at }: { event: GroupsEvent; at: number }): GroupsState {
    switch (event.is) {
      case 'started':
        return { ...state, run: event.run };
      case 'moved':
        return inRun(state, (run) => ({
          ...run,
          groups: run.groups.map((group) => {
            const others = group.people.filter((person) => person.key !== event.person.key);
            return { ...group, people: group.id === event.to ? [...others, event.person] : others };
          }),
        }));
      case 'renamed':
        return inGroup(state, event.group, (group) => ({ ...group, name: event.name }));
      case 'ends':
        return inRun(state, (run) => ({ ...run, endsAt: event.at }));
      case 'announced': {
        const { id, name, text } = event;
        return inRun(state, (run) => ({ ...run, announcement: { id, name, text, at } }));
      }
      case 'called': {
        const { name, question } = event;
        return inGroup(state, event.group, (group) => ({ ...group, help: { name, question, at } }));
      }
      case 'answered':
        return inGroup(state, event.group, (group) => ({ ...group, help: null }));
      case 'closed': {
        const left = state.run?.groups.filter(({ id }) => id !== event.group) ?? [];
        return left.length === 0 ? { ...state, run: null } : inRun(state, (run) => ({ ...run, groups: left }));
      }
      case 'ended':
        return { ...state, run: null };
      case 'set-saved':
        return { ...state, sets: withSet(state.sets, event.set) };
      case 'set-removed':
        return { ...state, sets: state.sets.filter(({ id }) => id !== event.set) };
    }
  },
});

/** The same topic as pages know it: they get what they may see. */
export const groupsViewTopic = defineTopic({
  name: groupsTopic.name,
  version: groupsTopic.version,
  command,
  // there is none
  event: z.object({ is: z.literal('nothing') }),
  budget,
  state: groupsView,
  empty: { run: null, here: null, people: [], sets: [] },
  reduce: (state: GroupsView) => state,
});
