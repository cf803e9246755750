/** What one person may see of groups, in the main room or in one of them. */
import { groupsIn, mainRoomOf } from '#server/groups/group-meetings.ts';
import { peopleOf } from '#server/members.ts';
import type { Engine, Meeting, MeetingSeat } from '#server/model.ts';
import { slidesOf } from '#server/slides/decks.ts';
import type { GroupPerson, GroupRun, GroupSet, GroupsView, GroupView, RunningGroup } from '#topics/groups/group-schemas.ts';
import type { GroupsState } from '#topics/groups/groups.topic.ts';

type PersonInGroup = GroupView['people'][number];
type GroupReader = { seat: MeetingSeat; leads: boolean; mine: number | null; here: number | null };

/** Those who belong to the group, then guests of it. */
function peopleIn(group: RunningGroup, inside: readonly MeetingSeat[]): PersonInGroup[] {
  const here = new Map(inside.map(({ pass }) => [pass.externalId, pass.name]));
  const belong = new Set(group.people.map(({ key }) => key));
  const guests = [...here].filter(([key]) => !belong.has(key)).map(([key, name]) => ({ key, name, inside: true }));
  return [...group.people.map((person) => ({ ...person, inside: here.has(person.key) })), ...guests];
}

const speakerIn = ({ people }: Meeting, inside: readonly MeetingSeat[]): string | null =>
  inside.find(({ pass }) => (people.get(pass.externalId)?.talksSince ?? null) !== null)?.pass.name ?? null;

const withoutHiddenName = (help: RunningGroup['help'], { rights }: MeetingSeat): RunningGroup['help'] =>
  help === null || rights.has('see-people') ? help : { ...help, name: '' };

function viewOfGroup(group: RunningGroup, meeting: Meeting | undefined, reader: GroupReader): GroupView {
  const { seat, leads } = reader;
  const inside = meeting === undefined ? [] : peopleOf(meeting);
  const isOwn = group.id === reader.mine || group.id === reader.here;
  const people = leads || isOwn ? peopleIn(group, inside) : [];
  const seen = seat.rights.has('see-people') ? people : people.filter(({ key }) => key === seat.pass.externalId);
  const { id, name } = group;
  return {
    ...{ id, name },
    inside: inside.length,
    belong: group.people.length,
    people: leads ? seen : seen.map((person) => ({ ...person, key: '' })),
    help: leads ? group.help : isOwn ? withoutHiddenName(group.help, seat) : null,
    speaking: leads && meeting !== undefined ? speakerIn(meeting, inside) : null,
    page: leads && meeting !== undefined ? (slidesOf(meeting).shown?.page ?? null) : null,
  };
}

function viewOfRun(run: GroupRun, meetings: readonly Meeting[], reader: GroupReader): GroupsView['run'] {
  const { id, startedAt, endsAt, minutes, mode, mayChange, announcement } = run;
  const meetingOf = (group: RunningGroup) => meetings.find(({ internalId }) => internalId === group.meeting);
  const groups = run.groups.map((group) => viewOfGroup(group, meetingOf(group), reader));
  return { id, startedAt, endsAt, minutes, mode, mayChange, groups, announcement, mine: reader.mine };
}

const groupOfPerson = (run: GroupRun | null, key: string): number | null =>
  run?.groups.find(({ people }) => people.some((person) => person.key === key))?.id ?? null;

/** Everybody once, whatever pages they have open. */
function everybodyIn(main: Meeting, meetings: readonly Meeting[], run: GroupRun | null): GroupsView['people'] {
  const people = new Map<string, GroupsView['people'][number]>();
  for (const seat of [main, ...meetings].flatMap(peopleOf)) {
    const { externalId: key, name, role, bot } = seat.pass;
    if (bot || people.has(key)) continue;
    const member = seat.meeting === main ? seat.id : null;
    people.set(key, { key, name, member, host: role === 'moderator', group: groupOfPerson(run, key) });
  }
  return [...people.values()];
}

/** People whom a host wrote by their name alone are those of that name who have come. */
function withKeys(set: GroupSet, { people }: Meeting): GroupSet {
  const written = set.groups.flatMap((group) => group.people);
  if (!written.some(({ key }) => key === '')) return set;
  const taken = new Set(written.map(({ key }) => key));
  const keys = Map.groupBy(
    [...people.keys()].filter((key) => !taken.has(key)),
    (key) => people.get(key)?.name.toLowerCase(),
  );
  const keyOf = ({ key, name }: GroupPerson): string => (key === '' ? (keys.get(name.toLowerCase())?.shift() ?? '') : key);
  const groups = set.groups.map((group) => ({
    ...group,
    people: group.people.map((person) => ({ ...person, key: keyOf(person) })),
  }));
  return { ...set, groups };
}

export function viewOfGroups({ run, sets }: GroupsState, seat: MeetingSeat, engine: Engine): GroupsView {
  const main = mainRoomOf(engine, seat.meeting) ?? seat.meeting;
  const { breakout } = seat.meeting.plan;
  const here = breakout?.group ? breakout.sequence : null;
  const leads = seat.rights.has('groups');
  const meetings = groupsIn(engine, main);
  const mine = groupOfPerson(run, seat.pass.externalId);
  return {
    run: run && viewOfRun(run, meetings, { seat, leads, mine, here }),
    here,
    people: leads ? everybodyIn(main, meetings, run) : [],
    // large, and of no use while groups run: that view changes with each voice
    sets: leads && run === null ? sets.map((set) => withKeys(set, main)) : [],
  };
}
