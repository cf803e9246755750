/** Which meetings are groups of which main room, and who is the same person in them. */
import type { Engine, Meeting, JoinPass } from '#server/model.ts';
import type { RunningGroup } from '#topics/groups/group-schemas.ts';
import { type GroupsState, groupsTopic } from '#topics/groups/groups.topic.ts';

export const groupMeetingName = ({ plan }: Meeting, { id, name }: Pick<RunningGroup, 'id' | 'name'>): string =>
  `${plan.name} · ${name || id}`;

/** The meetings below a main room, also those that programs made. */
export const childMeetings = (engine: Engine, { internalId }: Meeting): Meeting[] =>
  [...engine.meetings.values()].filter(({ plan }) => plan.breakout?.parent === internalId);

/** The main room of a group that runs; null: the meeting is no such group, or its main room is gone. */
export function mainRoomOf(engine: Engine, { plan: { breakout } }: Meeting): Meeting | null {
  if (breakout === null || breakout.group === null) return null;
  for (const meeting of engine.meetings.values()) if (meeting.internalId === breakout.parent) return meeting;
  return null;
}

/** Those of its run. Rooms that a program made below it have people of their own. */
export const groupsIn = (engine: Engine, main: Meeting): Meeting[] =>
  childMeetings(engine, main).filter(({ plan }) => plan.breakout?.group);

export const withGroups = (engine: Engine, meeting: Meeting): Meeting[] => [meeting, ...groupsIn(engine, meeting)];

/** The main room of a group, or the meeting itself, with all groups. */
export const roomsAround = (engine: Engine, meeting: Meeting): Meeting[] =>
  withGroups(engine, mainRoomOf(engine, meeting) ?? meeting);

/** Of a main room; empty in a group. */
export const groupsStateOf = ({ topics }: Meeting): GroupsState =>
  groupsTopic.state.parse(topics.get(groupsTopic.name)?.state() ?? groupsTopic.empty);

/** The id of somebody of the main room in one of its groups, as BBB forms it. */
export const userIdInGroup = ({ userId }: Pick<JoinPass, 'userId'>, sequence: number): string => `${userId}-${sequence}`;

const passWithUserId = ({ passes }: Meeting, userId: string): JoinPass | undefined =>
  [...passes.values()].find((pass) => pass.userId === userId);

/** The pass of the same person in the main room. */
export function passInMainRoom(engine: Engine, pass: JoinPass): JoinPass | undefined {
  const main = mainRoomOf(engine, pass.meeting);
  if (main === null) return pass;
  const sequence = pass.meeting.plan.breakout?.sequence ?? 0;
  return [...main.passes.values()].find((one) => userIdInGroup(one, sequence) === pass.userId);
}

export const passInGroup = (pass: JoinPass, group: Meeting): JoinPass | undefined =>
  passWithUserId(group, userIdInGroup(pass, group.plan.breakout?.sequence ?? 0));

/** All passes that one link has led to, in the main room and in groups. */
export function passesOfPerson(engine: Engine, pass: JoinPass): JoinPass[] {
  const own = passInMainRoom(engine, pass);
  if (own === undefined) return [pass];
  return [own, ...groupsIn(engine, own.meeting).flatMap((group) => passInGroup(own, group) ?? [])];
}

/** What people may see of groups has changed. */
export function refreshGroups(engine: Engine, meeting: Meeting): void {
  for (const { topics } of roomsAround(engine, meeting)) topics.get(groupsTopic.name)?.refresh();
}

/** A group was ended by itself: its run goes on without it. */
export function closeGroup(engine: Engine, meeting: Meeting): void {
  const main = mainRoomOf(engine, meeting);
  const group = main && groupsStateOf(main).run?.groups.find(({ meeting: id }) => id === meeting.internalId);
  if (main && group) main.topics.get(groupsTopic.name)?.add({ is: 'closed', group: group.id });
}
