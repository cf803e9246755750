import type { CreatedMeeting } from '@atrium/bbb/answers';
import type { AttendeeView, MeetingView } from '@atrium/bbb/meeting-answers';
import { childMeetings, groupsIn } from '#server/groups/group-meetings.ts';
import { isRecorded, peopleOf } from '#server/members.ts';
import type { Engine, Meeting, MeetingSeat } from '#server/model.ts';

const has = (seat: MeetingSeat, kind: 'mic' | 'cam'): boolean =>
  [...seat.sources.values()].some((source) => source.kind === kind);

function attendeeView(seat: MeetingSeat): AttendeeView {
  return {
    userID: seat.pass.externalId,
    fullName: seat.pass.name,
    role: seat.pass.role === 'moderator' ? 'MODERATOR' : 'VIEWER',
    isPresenter: seat.rights.has('present'),
    isListeningOnly: seat.receives && !has(seat, 'mic'),
    hasJoinedVoice: has(seat, 'mic'),
    hasVideo: has(seat, 'cam'),
    clientType: 'HTML5',
    customdata: seat.pass.customData,
  };
}

/** What `create` answers about a meeting, and every later answer repeats. */
export function createdMeeting({ plan, ...meeting }: Meeting): CreatedMeeting {
  return {
    meetingID: plan.meetingId,
    internalMeetingID: meeting.internalId,
    parentMeetingID: plan.breakout?.parent,
    attendeePW: plan.attendeePassword,
    moderatorPW: plan.moderatorPassword,
    createTime: meeting.createdAt,
    voiceBridge: plan.voiceBridge,
    dialNumber: plan.dialNumber,
    hasUserJoined: meeting.hadPeople,
    duration: plan.durationMinutes,
    hasBeenForciblyEnded: false,
  };
}

/** Also those who are in groups, as BBB's users are in both. */
export function everybodyIn(engine: Engine, meeting: Meeting): MeetingSeat[] {
  const people = peopleOf(meeting);
  const here = new Set(people.map(({ pass }) => pass.externalId));
  const away = groupsIn(engine, meeting).flatMap(peopleOf);
  return [...people, ...away.filter(({ pass }) => !here.has(pass.externalId))];
}

/** A meeting as getMeetingInfo and getMeetings show it; people in the lobby are not in it. */
export function meetingView(engine: Engine, meeting: Meeting): MeetingView {
  const { plan } = meeting;
  const people = everybodyIn(engine, meeting);
  const attendees = people.map(attendeeView);
  return {
    ...createdMeeting(meeting),
    meetingName: plan.name,
    running: people.length > 0,
    recording: isRecorded(meeting),
    startTime: meeting.startedAt,
    endTime: 0,
    participantCount: people.length,
    listenerCount: attendees.filter((attendee) => attendee.isListeningOnly).length,
    voiceParticipantCount: attendees.filter((attendee) => attendee.hasJoinedVoice).length,
    videoCount: attendees.filter((attendee) => attendee.hasVideo).length,
    maxUsers: plan.maxParticipants,
    moderatorCount: attendees.filter((attendee) => attendee.role === 'MODERATOR').length,
    attendees,
    metadata: plan.metadata,
    breakout: plan.breakout === null ? undefined : { sequence: plan.breakout.sequence, freeJoin: plan.breakout.freeJoin },
    breakoutRooms: childMeetings(engine, meeting).map((room) => room.internalId),
  };
}
