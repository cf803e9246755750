import type { CallFailure } from '#failure.ts';
import { createDate } from '#ids.ts';
import { element, type XmlElement, writeXml } from '#xml.ts';

/** A finished HTTP answer. `failureKey`: the messageKey of a FAILED one, absent from all others. */
export type BbbResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly failureKey?: string;
};

/** An XML answer. Failures have status 200 as well: clients throw on any other one without reading the key. */
export function xmlAnswer(root: XmlElement): BbbResponse {
  return {
    status: 200,
    headers: { 'content-type': 'text/xml;charset=utf-8', 'cache-control': 'no-cache' },
    body: writeXml(root),
  };
}

/** A JSON answer of the calls that speak JSON; `response` is what stands inside the envelope. */
export function jsonAnswer(response: Readonly<Record<string, unknown>>): BbbResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-cache' },
    body: JSON.stringify({ response }),
  };
}

/** Sends the browser on, as `join` does. */
export function redirectAnswer(location: string): BbbResponse {
  return { status: 302, headers: { location, 'cache-control': 'no-cache' }, body: '' };
}

/** A successful response with these children after the return code. */
export function success(children: readonly XmlElement[]): BbbResponse {
  return xmlAnswer(element('response', [element('returncode', 'SUCCESS'), ...children]));
}

/** FAILED with its key and message, in the one shape that we write. */
export function failed(failure: Pick<CallFailure, 'key' | 'message'>): BbbResponse {
  const { key, message } = failure;
  return { ...xmlAnswer(element('response', [element('returncode', 'FAILED'), ...words(key, message)])), failureKey: key };
}

/** The elements messageKey and message. */
export function words(key: string, message: string): XmlElement[] {
  return [element('messageKey', key), element('message', message)];
}

/** What the root call tells. `bbbVersion` stays empty unless the operator reveals it. */
export type VersionAnswer = { bbbVersion?: string | undefined; contentType?: string | undefined };

/** The root call: JSON exactly when the request's Content-Type says so, else XML. */
export function versionAnswer({ bbbVersion = '', contentType = '' }: VersionAnswer): BbbResponse {
  if (contentType === 'application/json') {
    return jsonAnswer({ returncode: 'SUCCESS', version: '2.0', apiVersion: '2.0', bbbVersion });
  }
  return success([element('version', '2.0'), element('apiVersion', '2.0'), element('bbbVersion', bbbVersion)]);
}

/** What `create` tells about the meeting. Times are epoch milliseconds, `duration` is in minutes with 0 for no limit. */
export type CreatedMeeting = {
  meetingID: string;
  internalMeetingID: string;
  /** Internal ID of the parent of a breakout room. */
  parentMeetingID?: string | undefined;
  attendeePW: string;
  moderatorPW: string;
  createTime: number;
  voiceBridge: string;
  dialNumber: string;
  hasUserJoined: boolean;
  duration: number;
  hasBeenForciblyEnded: boolean;
};

/** The words of a repeated `create`. */
export const duplicateWarning = {
  key: 'duplicateWarning',
  message: 'This conference was already in existence and may currently be in progress.',
} as const;

/**
 * `create` succeeded; `outcome` tells a new meeting from one that was there already. `note`: what people should read about a
 * new one, in one sentence.
 */
export function createdAnswer(meeting: CreatedMeeting, outcome: 'created' | 'duplicate', note = ''): BbbResponse {
  return success([
    element('meetingID', meeting.meetingID),
    element('internalMeetingID', meeting.internalMeetingID),
    element('parentMeetingID', meeting.parentMeetingID ?? 'bbb-none'),
    ...passwords(meeting),
    element('createTime', meeting.createTime),
    element('voiceBridge', meeting.voiceBridge),
    element('dialNumber', meeting.dialNumber),
    element('createDate', createDate(meeting.createTime)),
    element('hasUserJoined', meeting.hasUserJoined),
    element('duration', meeting.duration),
    element('hasBeenForciblyEnded', meeting.hasBeenForciblyEnded),
    ...(outcome === 'created' ? words('', note) : words(duplicateWarning.key, duplicateWarning.message)),
  ]);
}

/** Passwords are left out when empty. */
export function passwords(meeting: { attendeePW: string; moderatorPW: string }): XmlElement[] {
  const found: XmlElement[] = [];
  if (meeting.attendeePW !== '') found.push(element('attendeePW', meeting.attendeePW));
  if (meeting.moderatorPW !== '') found.push(element('moderatorPW', meeting.moderatorPW));
  return found;
}

/** `isMeetingRunning`: true while somebody is in the meeting. */
export function runningAnswer(state: { running: boolean }): BbbResponse {
  return success([element('running', state.running)]);
}

/** `end` was taken. */
export function endedAnswer(): BbbResponse {
  const message =
    'A request to end the meeting was sent.  Please wait a few seconds, and then use the getMeetingInfo or isMeetingRunning API calls to verify that it was ended.';
  return success(words('sentEndMeetingRequest', message));
}

/** What `join` with `redirect=false` tells. `meetingId` and `userId` are the internal ones. */
export type JoinedSeat = {
  meetingId: string;
  userId: string;
  authToken: string;
  sessionToken: string;
  guestStatus: 'ALLOW' | 'WAIT';
  url: string;
};

/** `join` with `redirect=false` succeeded. */
export function joinedAnswer(seat: JoinedSeat): BbbResponse {
  return success([
    ...words('successfullyJoined', 'You have joined successfully.'),
    element('meeting_id', seat.meetingId),
    element('user_id', seat.userId),
    element('auth_token', seat.authToken),
    element('session_token', seat.sessionToken),
    element('guestStatus', seat.guestStatus),
    element('url', seat.url),
  ]);
}

/** `insertDocument` was taken; the answer has no messageKey. `note`: a further sentence for people. */
export function documentInsertedAnswer(note = ''): BbbResponse {
  const told = 'Presentation is being uploaded';
  return success([element('message', note === '' ? told : `${told}. ${note}`)]);
}

/** `sendChatMessage` was taken. */
export function messageSentAnswer(): BbbResponse {
  return success(words('', 'Message successfully sent'));
}
