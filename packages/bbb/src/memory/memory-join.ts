import { type BbbResponse, failed, joinedAnswer, redirectAnswer } from '#answers.ts';
import { authToken, internalUserId, sessionToken } from '#ids.ts';
import { decideJoin, type JoinRequest, joinErrorLocation, readJoin } from '#join-request.ts';
import { type CallFailure, failures } from '#failure.ts';
import type { AttendeeView } from '#meeting-answers.ts';
import { knownMeeting, type MemoryMeeting, type MemoryState } from '#memory/memory-state.ts';
import type { VerifiedCall } from '#server.ts';

/** `join` of the server in memory. People count as present as soon as they are let in, unless the state says otherwise. */
export function memoryJoin(state: MemoryState, call: VerifiedCall): BbbResponse {
  const read = readJoin(call.params);
  const target = call.params.first.get('errorRedirectUrl') || call.params.first.get('logoutURL') || state.logoutUrl;
  if (!read.ok) return redirected(target, read);
  const request = read.value;
  const meeting = knownMeeting(state, request.meetingID);
  if (!meeting) return redirected(target, failures.joinUnknownMeeting);
  if (meeting.endTime > 0) return redirected(target, failures.joinEndedMeeting);
  const verdict = decideJoin(request, {
    attendeePW: meeting.attendeePW,
    moderatorPW: meeting.moderatorPW,
    createTime: meeting.createTime,
    maxParticipants: meeting.request.maxParticipants,
    guestPolicy: meeting.request.guestPolicy,
    knownUserIds: new Set(meeting.attendees.map((attendee) => attendee.userID)),
  });
  if (!verdict.ok) return verdict.answerAs === 'xml' || !request.redirect ? failed(verdict) : redirected(target, verdict);
  const userId = internalUserId();
  const externalId = request.userID || userId;
  const session = sessionToken();
  const person = attendee(request, externalId, verdict.role);
  if (verdict.guestStatus === 'WAIT') meeting.waiting.push(externalId);
  else if (state.presence === 'client') state.entering.set(session, { meeting, person });
  else enter(meeting, person);
  const url = `${state.clientUrl}?sessionToken=${session}`;
  if (request.redirect) return redirectAnswer(url);
  const seat = {
    meetingId: meeting.internalId,
    userId,
    authToken: authToken(),
    sessionToken: session,
    guestStatus: verdict.guestStatus,
    url,
  };
  const answer = joinedAnswer(seat);
  return { ...answer, headers: { ...answer.headers, 'set-cookie': 'JSESSIONID=abc; Path=/bigbluebutton; HttpOnly' } };
}

/** Opens the client: the person who joined with this session token is present from now on. */
export function openClient(state: MemoryState, session: string): void {
  const entry = state.entering.get(session);
  state.entering.delete(session);
  if (entry?.meeting.endTime === 0) enter(entry.meeting, entry.person);
}

/** Puts somebody into a meeting; the same external ID twice is one person. */
export function enter(meeting: MemoryMeeting, person: AttendeeView): void {
  meeting.hasUserJoined = true;
  if (!meeting.attendees.some((other) => other.userID === person.userID)) meeting.attendees.push(person);
}

function redirected(target: string, refusal: CallFailure): BbbResponse {
  return redirectAnswer(joinErrorLocation(target, refusal));
}

function attendee(request: JoinRequest, userID: string, role: 'MODERATOR' | 'VIEWER') {
  return {
    userID,
    fullName: request.fullName,
    role,
    isPresenter: false,
    isListeningOnly: false,
    hasJoinedVoice: false,
    hasVideo: false,
    clientType: 'HTML5',
    customdata: request.userdata,
  };
}
