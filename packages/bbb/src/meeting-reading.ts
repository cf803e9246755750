import { BbbBadAnswer } from '#client-answer.ts';
import type { AttendeeView } from '#meeting-answers.ts';
import { childOf, childrenOf, entriesOf, flagOf, numberOf, optionalNumberOf, textOf, trimmedTextOf } from '#reading.ts';
import type { XmlNode } from '#xml.ts';

/** One person in a meeting. `userID` is the external ID. */
export type Attendee = AttendeeView;

/** One meeting. Times are epoch milliseconds, 0 for not set; `duration` is in minutes; metadata keys are lower-case. */
export type Meeting = {
  meetingID: string;
  meetingName: string;
  internalMeetingID: string;
  createTime: number;
  voiceBridge: string;
  dialNumber: string;
  attendeePW: string;
  moderatorPW: string;
  running: boolean;
  duration: number;
  hasUserJoined: boolean;
  /** The record flag, not whether it is being recorded at this moment. */
  recording: boolean;
  hasBeenForciblyEnded: boolean;
  startTime: number;
  endTime: number;
  participantCount: number;
  listenerCount: number;
  voiceParticipantCount: number;
  videoCount: number;
  maxUsers: number;
  moderatorCount: number;
  attendees: Attendee[];
  metadata: Map<string, string>;
  isBreakout: boolean;
  parentMeetingID: string;
  sequence: number;
  freeJoin: boolean;
  breakoutRooms: string[];
};

/** What `create` tells. */
export type CreatedMeeting = {
  /** `duplicate`: the meeting was there already, nothing of it was changed. */
  outcome: 'created' | 'duplicate';
  meetingID: string;
  internalMeetingID: string;
  parentMeetingID: string;
  attendeePW: string;
  moderatorPW: string;
  createTime: number;
  voiceBridge: string;
  dialNumber: string;
  duration: number;
  hasUserJoined: boolean;
};

/** Reads the answer of `create`. @throws BbbBadAnswer without a creation time, which ties later links to this run. */
export function readCreated(response: XmlNode): CreatedMeeting {
  const createTime = optionalNumberOf(response, 'createTime');
  if (createTime === undefined) throw new BbbBadAnswer('The answer has no creation time');
  return {
    outcome: trimmedTextOf(response, 'messageKey') === 'duplicateWarning' ? 'duplicate' : 'created',
    meetingID: textOf(response, 'meetingID'),
    internalMeetingID: textOf(response, 'internalMeetingID'),
    parentMeetingID: textOf(response, 'parentMeetingID'),
    attendeePW: textOf(response, 'attendeePW'),
    moderatorPW: textOf(response, 'moderatorPW'),
    createTime,
    voiceBridge: textOf(response, 'voiceBridge'),
    dialNumber: textOf(response, 'dialNumber'),
    duration: numberOf(response, 'duration'),
    hasUserJoined: flagOf(response, 'hasUserJoined'),
  };
}

/** Reads the fields of a meeting from `getMeetingInfo`'s response or one entry of `getMeetings`. */
export function readMeeting(node: XmlNode): Meeting {
  return { ...identity(node), ...state(node), ...breakout(node) };
}

function identity(node: XmlNode) {
  return {
    meetingID: textOf(node, 'meetingID'),
    meetingName: textOf(node, 'meetingName'),
    internalMeetingID: textOf(node, 'internalMeetingID'),
    createTime: numberOf(node, 'createTime'),
    voiceBridge: textOf(node, 'voiceBridge'),
    dialNumber: textOf(node, 'dialNumber'),
    attendeePW: textOf(node, 'attendeePW'),
    moderatorPW: textOf(node, 'moderatorPW'),
  };
}

function state(node: XmlNode) {
  return {
    running: flagOf(node, 'running'),
    duration: numberOf(node, 'duration'),
    hasUserJoined: flagOf(node, 'hasUserJoined'),
    recording: flagOf(node, 'recording'),
    hasBeenForciblyEnded: flagOf(node, 'hasBeenForciblyEnded'),
    startTime: numberOf(node, 'startTime'),
    endTime: numberOf(node, 'endTime'),
    participantCount: numberOf(node, 'participantCount'),
    listenerCount: numberOf(node, 'listenerCount'),
    voiceParticipantCount: numberOf(node, 'voiceParticipantCount'),
    videoCount: numberOf(node, 'videoCount'),
    maxUsers: numberOf(node, 'maxUsers'),
    moderatorCount: numberOf(node, 'moderatorCount'),
    attendees: childrenOf(childOf(node, 'attendees'), 'attendee').map(readAttendee),
    metadata: entriesOf(childOf(node, 'metadata')),
  };
}

/** Older servers put the three fields of a breakout room into an element of their own. */
function breakout(node: XmlNode) {
  const place = childOf(node, 'breakout') ?? node;
  return {
    isBreakout: flagOf(node, 'isBreakout'),
    parentMeetingID: textOf(place, 'parentMeetingID'),
    sequence: numberOf(place, 'sequence'),
    freeJoin: flagOf(place, 'freeJoin'),
    breakoutRooms: childOf(node, 'breakoutRooms')?.children.map((room) => room.text.trim()) ?? [],
  };
}

function readAttendee(node: XmlNode): Attendee {
  return {
    userID: textOf(node, 'userID'),
    fullName: textOf(node, 'fullName'),
    role: trimmedTextOf(node, 'role').toUpperCase() === 'MODERATOR' ? 'MODERATOR' : 'VIEWER',
    isPresenter: flagOf(node, 'isPresenter'),
    isListeningOnly: flagOf(node, 'isListeningOnly'),
    hasJoinedVoice: flagOf(node, 'hasJoinedVoice'),
    hasVideo: flagOf(node, 'hasVideo'),
    clientType: textOf(node, 'clientType'),
    customdata: entriesOf(childOf(node, 'customdata')),
  };
}
