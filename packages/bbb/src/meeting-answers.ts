import { type BbbResponse, type CreatedMeeting, passwords, success, words } from '#answers.ts';
import { createDate } from '#ids.ts';
import { element, isXmlName, type XmlElement } from '#xml.ts';

/** One person in a meeting, as `getMeetingInfo` shows them. `userID` is the external ID. */
export type AttendeeView = {
  userID: string;
  fullName: string;
  role: 'MODERATOR' | 'VIEWER';
  isPresenter: boolean;
  isListeningOnly: boolean;
  hasJoinedVoice: boolean;
  hasVideo: boolean;
  clientType: string;
  customdata: ReadonlyMap<string, string>;
};

/** One meeting, as `getMeetingInfo` and `getMeetings` show it. Times are epoch milliseconds, 0 for not set. */
export type MeetingView = CreatedMeeting & {
  meetingName: string;
  running: boolean;
  recording: boolean;
  startTime: number;
  endTime: number;
  participantCount: number;
  listenerCount: number;
  voiceParticipantCount: number;
  videoCount: number;
  maxUsers: number;
  moderatorCount: number;
  attendees: readonly AttendeeView[];
  metadata: ReadonlyMap<string, string>;
  breakout?: { sequence: number; freeJoin: boolean } | undefined;
  breakoutRooms?: readonly string[] | undefined;
};

/** `getMeetingInfo` of a meeting that exists. */
export function meetingInfoAnswer(meeting: MeetingView): BbbResponse {
  const [before, after] = meetingFields(meeting);
  return success([...before, ...words('', ''), ...after]);
}

/** `getMeetings`. The list element is there even when it is empty, because clients look into it without asking. */
export function meetingsAnswer(meetings: readonly MeetingView[]): BbbResponse {
  const list = element(
    'meetings',
    meetings.map((meeting) => element('meeting', meetingFields(meeting).flat())),
  );
  if (meetings.length > 0) return success([list]);
  return success([list, ...words('noMeetings', 'no meetings were found on this server')]);
}

/** One entry of `getSessions`. */
export type SessionView = { internalMeetingID: string; meetingName: string; userName: string };

/** `getSessions`; the misspelt word of the empty answer is upstream's. */
export function sessionsAnswer(sessions: readonly SessionView[]): BbbResponse {
  const entries = sessions.map((session) =>
    element('meeting', [
      element('meetingID', session.internalMeetingID),
      element('meetingName', session.meetingName),
      element('userName', session.userName),
    ]),
  );
  const list = element('sessions', entries);
  if (sessions.length > 0) return success([list]);
  return success([list, ...words('noSessions', 'no sessions were found on this serverr')]);
}

/** The fields in two parts, between which `getMeetingInfo` puts messageKey and message. */
function meetingFields(meeting: MeetingView): [XmlElement[], XmlElement[]] {
  return [[...identityFields(meeting), ...stateFields(meeting)], breakoutFields(meeting)];
}

function identityFields(meeting: MeetingView): XmlElement[] {
  return [
    element('meetingName', meeting.meetingName),
    element('meetingID', meeting.meetingID),
    element('internalMeetingID', meeting.internalMeetingID),
    element('createTime', meeting.createTime),
    element('createDate', createDate(meeting.createTime)),
    element('voiceBridge', meeting.voiceBridge),
    element('dialNumber', meeting.dialNumber),
    ...passwords(meeting),
  ];
}

function stateFields(meeting: MeetingView): XmlElement[] {
  return [
    element('running', meeting.running),
    element('duration', meeting.duration),
    element('hasUserJoined', meeting.hasUserJoined),
    element('recording', meeting.recording),
    element('hasBeenForciblyEnded', meeting.hasBeenForciblyEnded),
    element('startTime', meeting.startTime),
    element('endTime', meeting.endTime),
    element('participantCount', meeting.participantCount),
    element('listenerCount', meeting.listenerCount),
    element('voiceParticipantCount', meeting.voiceParticipantCount),
    element('videoCount', meeting.videoCount),
    element('maxUsers', meeting.maxUsers),
    element('moderatorCount', meeting.moderatorCount),
    element('attendees', meeting.attendees.map(attendeeElement)),
    element('metadata', keyedElements(meeting.metadata)),
  ];
}

function breakoutFields(meeting: MeetingView): XmlElement[] {
  const fields = [element('isBreakout', meeting.breakout !== undefined)];
  if (meeting.breakout) {
    fields.push(
      element('parentMeetingID', meeting.parentMeetingID ?? 'bbb-none'),
      element('sequence', meeting.breakout.sequence),
      element('freeJoin', meeting.breakout.freeJoin),
    );
  }
  const rooms = meeting.breakoutRooms ?? [];
  if (rooms.length > 0)
    fields.push(
      element(
        'breakoutRooms',
        rooms.map((id) => element('breakout', id)),
      ),
    );
  return fields;
}

function attendeeElement(attendee: AttendeeView): XmlElement {
  const custom = keyedElements(attendee.customdata);
  return element('attendee', [
    element('userID', attendee.userID),
    element('fullName', attendee.fullName),
    element('role', attendee.role),
    element('isPresenter', attendee.isPresenter),
    element('isListeningOnly', attendee.isListeningOnly),
    element('hasJoinedVoice', attendee.hasJoinedVoice),
    element('hasVideo', attendee.hasVideo),
    element('clientType', attendee.clientType),
    ...(custom.length > 0 ? [element('customdata', custom)] : []),
  ]);
}

/** One element per key. A key that cannot name an element is left out, or the whole answer would be unreadable. */
export function keyedElements(values: ReadonlyMap<string, string>): XmlElement[] {
  return [...values].filter(([key]) => isXmlName(key)).map(([key, value]) => element(key, value));
}
