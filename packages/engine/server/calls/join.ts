import type { BbbResponse } from '@atrium/bbb/answers';
import { failed, joinedAnswer, redirectAnswer } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import type { CallFailure } from '@atrium/bbb/failure';
import { authToken, internalUserId, sessionToken } from '@atrium/bbb/ids';
import { decideJoin, joinErrorLocation, readJoin } from '@atrium/bbb/join-request';
import type { JoinRequest, JoinTarget } from '@atrium/bbb/join-request';
import type { VerifiedCall } from '@atrium/bbb/server';
import { findMeeting } from '#server/meetings.ts';
import type { Engine, Meeting, JoinPass } from '#server/model.ts';
import { badValueLog, personPageWishes } from '#server/page-wishes.ts';
import { PLACE_HELD_MS, placesTaken } from '#server/seats.ts';
import { hashOf } from '#server/tokens.ts';
import { webAddressOrNull, withQuery } from '#server/web-address.ts';

/** Unused passes of one meeting; the oldest go when there are more, so that a link loaded in a loop cannot fill the memory. */
const PASSES_MOST = 10_000;

/** Gives a person the right to a seat and sends the browser to the meeting's page. */
export function join(engine: Engine, call: VerifiedCall): BbbResponse {
  const read = readJoin(call.params);
  // As in BBB, refusals found before the meeting is looked at are redirects even with redirect=false.
  const home = errorAddress(engine, {
    errorRedirectUrl: call.params.first.get('errorRedirectUrl'),
    logoutUrl: call.params.first.get('logoutURL'),
  });
  if (!read.ok) return away(home, read);
  const request = read.value;
  const meeting = findMeeting(engine, request.meetingID);
  if (meeting === undefined)
    return away(home, engine.past.has(request.meetingID) ? failures.joinEndedMeeting : failures.joinUnknownMeeting);
  const verdict = decideJoin(request, targetOf(engine, meeting));
  if (!verdict.ok) return verdict.answerAs === 'xml' || !request.redirect ? failed(verdict) : away(home, verdict);
  if (verdict.role === 'VIEWER' && isBlocked(meeting, request))
    return request.redirect ? away(home, failures.guestDenied) : failed(failures.guestDenied);
  const token = sessionToken();
  const pass = givePass(engine, { meeting, request, role: verdict.role, guestStatus: verdict.guestStatus, token });
  const url = withQuery(engine.settings.clientUrl, `sessionToken=${token}${languageOf(request)}`);
  if (request.redirect) return redirectAnswer(url);
  return joinedAnswer({
    meetingId: meeting.internalId,
    userId: pass.userId,
    authToken: authToken(),
    sessionToken: token,
    guestStatus: verdict.guestStatus,
    url,
  });
}

/** The language that a program wishes for this person, as a part of the page's query: a language tag, with BBB's underscores as well. */
function languageOf({ userdata }: JoinRequest): string {
  const tag = (userdata.get('bbb_override_default_locale') ?? '').trim().replaceAll('_', '-');
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/.test(tag) ? `&lang=${tag}` : '';
}

/** A blocked person does not come back by asking for a new link; moderators do, so that no host is kept out of their own meeting. */
function isBlocked(meeting: Meeting, { userID }: JoinRequest): boolean {
  return userID !== '' && [...meeting.passes.values()].some((pass) => pass.standing === 'blocked' && pass.externalId === userID);
}

function targetOf(engine: Engine, meeting: Meeting): JoinTarget {
  return {
    attendeePW: meeting.plan.attendeePassword,
    moderatorPW: meeting.plan.moderatorPassword,
    createTime: meeting.createdAt,
    maxParticipants: meeting.plan.maxParticipants,
    guestPolicy: meeting.guestPolicy,
    knownUserIds: placesTaken(engine, meeting),
  };
}

type GrantedJoin = {
  meeting: Meeting;
  request: JoinRequest;
  role: 'MODERATOR' | 'VIEWER';
  guestStatus: 'ALLOW' | 'WAIT';
  token: string;
};

function givePass(engine: Engine, { meeting, request, role, guestStatus, token }: GrantedJoin): JoinPass {
  const userId = internalUserId();
  const pass: JoinPass = {
    tokenHash: hashOf(token),
    meeting,
    userId,
    externalId: request.userID || userId,
    name: request.fullName,
    role: role === 'MODERATOR' ? 'moderator' : 'viewer',
    guest: request.guest,
    avatarUrl: webAddressOrNull(request.avatarURL),
    logoutUrl: webAddressOrNull(request.logoutURL) ?? meeting.plan.logoutUrl,
    customData: request.userdata,
    bot: request.bot,
    page: personPageWishes(request, badValueLog(engine, 'join')),
    standing: guestStatus === 'WAIT' ? 'waits' : 'allowed',
    consent: 'open',
    heldUntil: engine.clock.now() + PLACE_HELD_MS,
  };
  meeting.passes.set(pass.tokenHash, pass);
  engine.passes.set(pass.tokenHash, pass);
  if (meeting.passes.size > PASSES_MOST) forgetOldest(engine, meeting);
  return pass;
}

function forgetOldest(engine: Engine, meeting: Meeting): void {
  const unused = [...meeting.passes.values()].find((pass) => !meeting.seats.has(pass.userId));
  if (unused === undefined) return;
  meeting.passes.delete(unused.tokenHash);
  engine.passes.delete(unused.tokenHash);
}

/** Where an error goes: addresses of the caller count here because the checksum was right. */
function errorAddress(engine: Engine, wish: { errorRedirectUrl: string | undefined; logoutUrl: string | undefined }): string {
  return webAddressOrNull(wish.errorRedirectUrl) ?? webAddressOrNull(wish.logoutUrl) ?? engine.settings.logoutUrl;
}

function away(address: string, refusal: CallFailure): BbbResponse {
  return redirectAnswer(joinErrorLocation(address, refusal));
}
