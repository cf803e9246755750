import { type Answer, failed, joinedAnswer, redirectAnswer } from '#answers.ts';
import { authToken, internalUserId, sessionToken } from '#ids.ts';
import { decideJoin, type JoinRequest, joinErrorLocation, readJoin } from '#join-request.ts';
import { type Failure, failures } from '#failure.ts';
import type { MemoryState } from '#memory-state.factory.ts';
import type { VerifiedCall } from '#server.ts';

const logoutUrl = 'https://bbb.example/left';

/** `join` of the server in memory: whoever is let in counts as present at once. */
export function memoryJoin(state: MemoryState, call: VerifiedCall): Answer {
  const read = readJoin(call.params);
  const target = call.params.first.get('errorRedirectUrl') || call.params.first.get('logoutURL') || logoutUrl;
  if (!read.ok) return redirected(target, read);
  const request = read.value;
  const meeting = state.meetings.get(request.meetingID);
  if (!meeting) return redirected(target, failures.joinUnknownMeeting);
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
  if (verdict.guestStatus === 'WAIT') meeting.waiting.push(externalId);
  else if (!meeting.attendees.some((attendee) => attendee.userID === externalId))
    meeting.attendees.push(attendee(request, externalId, verdict.role));
  const session = sessionToken();
  const url = `https://bbb.example/client?sessionToken=${session}`;
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

function redirected(target: string, refusal: Failure): Answer {
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
