import { internalMeetingId } from '@atrium/bbb/ids';
import type * as z from 'zod/mini';
import { groupMeetingName, groupsIn, mainRoomOf, refreshGroups } from '#server/groups/group-meetings.ts';
import type { Engine, Meeting, MeetingSeat } from '#server/model.ts';
import { randomToken } from '#server/tokens.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { cleanText, sayToAll } from '#topics/chat/server/chat.plug.ts';
import { type GroupPerson, type GroupRun, GROUPS, type GroupSet, type PlannedGroup } from '#topics/groups/group-schemas.ts';
import { type GroupsState, groupsTopic } from '#topics/groups/groups.topic.ts';
import { viewOfGroups } from '#topics/groups/server/groups-view.ts';

type GroupsCommand = z.infer<typeof groupsTopic.command>;
type CommandTo<Name extends GroupsCommand['do']> = Extract<GroupsCommand, { do: Name }>;
type GroupsEvent = z.infer<typeof groupsTopic.event>;
type GroupsPlug = TopicPlug<GroupsCommand, GroupsEvent, GroupsState>;
type GroupsDecision = ReturnType<GroupsPlug['decide']>;
type GroupDecision = { seat: MeetingSeat; state: GroupsState; now: number };
type RunDecision = GroupDecision & { run: GroupRun };

const ID_LENGTH = 16;
/** What was used last, until something is used again. */
const LAST_USED = 'last';

const oneLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ');

/** The name that a person has in the meeting; those who are absent keep the one that the host's page knows. */
const nameOf = ({ people }: Meeting, { key, name }: GroupPerson): string => people.get(key)?.name ?? oneLine(name);

/** Nobody is in two groups. */
function cleanGroups(meeting: Meeting, groups: readonly PlannedGroup[]): PlannedGroup[] {
  const placed = new Set<string>();
  return groups.map(({ name, people }) => ({
    name: oneLine(name),
    people: people.flatMap((person) => {
      const named = nameOf(meeting, person);
      // who has not come yet may be known by name alone
      const id = person.key || `name ${named}`;
      if (placed.has(id)) return [];
      placed.add(id);
      return [{ key: person.key, name: named }];
    }),
  }));
}

const usedSet = (groups: readonly PlannedGroup[], usedAt: number): GroupsEvent => {
  const set: GroupSet = { id: LAST_USED, name: '', usedAt, groups: groups.map(({ name, people }) => ({ name, people })) };
  return { is: 'set-saved', set };
};

/** Two hosts may press at once: the run that is there stays, and both see it. */
function start({ seat, state, now }: GroupDecision, { do: _, groups: sent, ...options }: CommandTo<'start'>): GroupsDecision {
  const { plan, internalId } = seat.meeting;
  if (plan.breakout !== null) return 'not-allowed';
  if (state.run !== null) return [];
  if (sent.length === 0) return 'bad-message';
  const id = randomToken(ID_LENGTH);
  const groups = cleanGroups(seat.meeting, sent);
  const run: GroupRun = {
    ...options,
    id,
    startedAt: now,
    endsAt: options.minutes === null ? null : now + options.minutes * 60_000,
    record: options.record && plan.recording.allowed && plan.groups.mayRecord,
    groups: groups.map((group, at) => ({
      ...group,
      id: at + 1,
      meeting: internalMeetingId(`${internalId}-${id}-${at + 1}`, now),
      help: null,
    })),
    announcement: null,
  };
  return [{ is: 'started', run }, usedSet(groups, now)];
}

function move({ run, seat }: RunDecision, { person: key, to }: CommandTo<'move'>): GroupsDecision {
  if (key === '') return 'unknown-member';
  if (to !== null && !run.groups.some(({ id }) => id === to)) return 'over';
  const placed = run.groups.find(({ people }) => people.some((one) => one.key === key));
  const name = seat.meeting.people.get(key)?.name ?? placed?.people.find((one) => one.key === key)?.name;
  if (name === undefined) return 'unknown-member';
  return (placed?.id ?? null) === to ? [] : [{ is: 'moved', person: { key, name }, to }];
}

function callHelp({ run, seat }: RunDecision, question: string): GroupsDecision {
  const here = run.groups.find(({ meeting }) => meeting === seat.meeting.internalId);
  if (here === undefined) return 'not-allowed';
  return [{ is: 'called', group: here.id, name: seat.pass.name, question: cleanText(question) }];
}

const endOf = (run: GroupRun): GroupsEvent[] => [{ is: 'ended' }, usedSet(run.groups, run.startedAt)];

function endIn({ run, now }: RunDecision, seconds: number): GroupsDecision {
  if (seconds === 0) return endOf(run);
  return [{ is: 'ends', at: Math.min(run.endsAt ?? Number.POSITIVE_INFINITY, now + seconds * 1_000) }];
}

function steer(
  decision: RunDecision,
  command: Exclude<GroupsCommand, { do: 'start' | 'save-set' | 'remove-set' }>,
): GroupsDecision {
  const { run, seat, now } = decision;
  const group = 'group' in command ? run.groups.find(({ id }) => id === command.group) : undefined;
  switch (command.do) {
    case 'move':
      return move(decision, command);
    case 'rename':
      return group === undefined ? 'over' : [{ is: 'renamed', group: group.id, name: oneLine(command.name) }];
    case 'extend':
      return run.endsAt === null ? [] : [{ is: 'ends', at: Math.max(now, run.endsAt) + command.minutes * 60_000 }];
    case 'announce': {
      const text = cleanText(command.text);
      if (text === '') return 'bad-message';
      return [{ is: 'announced', id: randomToken(ID_LENGTH), name: seat.pass.name, text }];
    }
    case 'end':
      return endIn(decision, command.seconds);
    case 'call-help':
      return callHelp(decision, command.question);
    case 'answer-help':
      return group === undefined || group.help === null ? [] : [{ is: 'answered', group: group.id }];
  }
}

function saveSet({ seat, state }: GroupDecision, { name, groups }: CommandTo<'save-set'>): GroupsDecision {
  if (groups.length === 0) return 'bad-message';
  if (state.sets.length >= GROUPS.sets) return 'too-many';
  const set = { id: randomToken(ID_LENGTH), name: oneLine(name), usedAt: null, groups: cleanGroups(seat.meeting, groups) };
  return [{ is: 'set-saved', set }];
}

/** A group takes its name along to programs and recordings. */
function renameMeeting(engine: Engine, main: Meeting, group: { id: number; name: string }): void {
  for (const { plan } of groupsIn(engine, main)) {
    if (!plan.breakout?.group || plan.breakout.sequence !== group.id) continue;
    plan.breakout.group.name = group.name;
    plan.name = groupMeetingName(main, group);
  }
}

/** Breakout rooms: the run is in the log of the main room, each group is a meeting below it. */
export const groupsPlug: GroupsPlug = {
  topic: groupsTopic,
  feature: 'breakoutRooms',
  needs: ({ command }) => (command.do === 'call-help' ? null : 'groups'),
  home: mainRoomOf,
  decide({ seat, state, command, now }) {
    const decision = { seat, state, now };
    if (command.do === 'start') return start(decision, command);
    if (command.do === 'save-set') return saveSet(decision, command);
    if (command.do === 'remove-set')
      return state.sets.some(({ id }) => id === command.set) ? [{ is: 'set-removed', set: command.set }] : [];
    return state.run === null ? 'over' : steer({ ...decision, run: state.run }, command);
  },
  // the one that is saved last comes first
  opened: ({ plan }) => plan.groups.prepared.toReversed().map((set) => ({ is: 'set-saved', set })),
  ticked: ({ run }, { now }) => (run === null || run.endsAt === null || run.endsAt > now ? [] : endOf(run)),
  view: viewOfGroups,
  happened({ engine, meeting }, { event }) {
    if (event.is === 'renamed') renameMeeting(engine, meeting, { id: event.group, name: event.name });
    if (event.is === 'announced')
      for (const group of groupsIn(engine, meeting)) sayToAll(group, { name: event.name, text: event.text });
    refreshGroups(engine, meeting);
  },
};
