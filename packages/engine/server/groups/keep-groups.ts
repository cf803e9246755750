/** The meetings of groups: opened when a run of groups begins, and ended with it. */
import { breakoutExternalId, generatedPassword, randomVoiceBridge } from '@atrium/bbb/ids';
import { groupMeetingName, groupsStateOf, mainRoomOf, refreshGroups } from '#server/groups/group-meetings.ts';
import { endMeeting, freeVoiceBridge, openMeeting } from '#server/meetings.ts';
import type { Engine, Meeting, MeetingPlan } from '#server/model.ts';
import { locksOf } from '#server/rights.ts';
import { copyShownDeck } from '#server/slides/decks.ts';
import type { GroupRun, RunningGroup } from '#topics/groups/group-schemas.ts';

type GroupPlace = { main: Meeting; run: GroupRun; group: RunningGroup };

/** As the main room, but for what ends a meeting or greets newcomers. */
function planOfGroup(engine: Engine, { main, run, group }: GroupPlace): MeetingPlan {
  const { plan, internalId } = main;
  const { recording, groups, disabledFeatures } = plan;
  const allowed = run.record && recording.allowed && groups.mayRecord;
  return {
    ...plan,
    meetingId: breakoutExternalId({ parentInternalId: internalId, sequence: group.id, meetingId: group.meeting }),
    name: groupMeetingName(main, group),
    attendeePassword: generatedPassword(),
    moderatorPassword: generatedPassword(),
    welcome: '',
    moderatorMessage: '',
    voiceBridge: freeVoiceBridge(engine, () => Number(randomVoiceBridge())),
    // places are counted in the main room
    maxParticipants: 0,
    guestPolicy: main.guestPolicy,
    durationMinutes: 0,
    nobodyCameMinutes: 0,
    everybodyLeftMinutes: 0,
    endWithoutModerator: false,
    muteOnStart: false,
    everyoneDraws: run.everyoneDraws,
    firstLocks: { ...plan.firstLocks, locks: locksOf(main).locks },
    endedUrl: '',
    keepEvents: false,
    recording: { ...recording, allowed, byItself: allowed },
    disabledFeatures: groups.privateChat ? disabledFeatures : new Set([...disabledFeatures, 'privateChat']),
    breakout: {
      ...{ parent: internalId, sequence: group.id, freeJoin: run.mode === 'free' || run.mayChange },
      group: { run: run.id, name: group.name },
    },
    groups: { ...groups, prepared: [] },
    preparedPolls: [],
  };
}

/** The meeting of a group, opened where it is not yet. */
export function meetingOfGroup(engine: Engine, place: GroupPlace): Meeting {
  const { main, run, group } = place;
  for (const meeting of engine.meetings.values()) if (meeting.internalId === group.meeting) return meeting;
  const { people } = main;
  const meeting = openMeeting(engine, { plan: planOfGroup(engine, place), internalId: group.meeting, people });
  if (run.takeSlides)
    copyShownDeck(engine, main, meeting).catch((error: unknown) =>
      engine.log('warn', 'a group has not got the slides', { error: error instanceof Error ? error.message : 'unknown' }),
    );
  return meeting;
}

/** Once a second, so that a run that an engine began and did not finish is carried on by the next one. */
export function keepGroups(engine: Engine, meeting: Meeting): void {
  const group = meeting.plan.breakout?.group;
  if (group) {
    const main = mainRoomOf(engine, meeting);
    if (main === null || groupsStateOf(main).run?.id !== group.run) endMeeting(engine, meeting, 'ended-by-moderator');
    return;
  }
  const { run } = groupsStateOf(meeting);
  if (run === null) return;
  for (const one of run.groups) meetingOfGroup(engine, { main: meeting, run, group: one });
  // who speaks in a group, and which page it has, is no event of the main room
  refreshGroups(engine, meeting);
}

/** After meetings came back from their journals, in whatever order. */
export function rejoinGroups(engine: Engine): void {
  for (const meeting of engine.meetings.values()) {
    const main = mainRoomOf(engine, meeting);
    if (main !== null) meeting.people = main.people;
  }
}
