/** `join`: a person on the way into a meeting of a customer's program. */
import { type BbbResponse, failed, redirectAnswer } from '@atrium/bbb/answers';
import { readAnswer } from '@atrium/bbb/client-answer';
import { type CallFailure, failure, failures } from '@atrium/bbb/failure';
import type { ParamRule } from '@atrium/bbb/forward';
import { joinErrorLocation, type JoinRequest, readJoin } from '@atrium/bbb/join-request';
import { meantPersonName } from '@atrium/bbb/names';
import { trimmedTextOf } from '@atrium/bbb/reading';
import type { QueryPair } from '@atrium/bbb/query';
import { XmlError } from '@atrium/bbb/xml';
import { unhonouredParameters } from '@atrium/engine/protocol/parameters';
import type { Ctx } from '#kit/server/ctx.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { admit } from '#meet/meetings/server/admission.service.ts';
import { addressedTo, type CustomerCall, sendTo } from '#meet/meetings/server/external/external-send.service.ts';
import { isLockedFor } from '#meet/meetings/server/entry-lock.service.ts';
import { openPasswords } from '#meet/meetings/server/external/external-asked.service.ts';
import { isTransport } from '#meet/meetings/server/launch.service.ts';
import { isServerLost } from '#meet/meetings/server/polling/server-check.service.ts';
import { settleDetached, settleEnded } from '#meet/meetings/server/settle.service.ts';
import { mayLeadTo } from '#meet/servers/server/address.service.ts';
import { serverFacts } from '#meet/servers/servers.rules.ts';
import type { EndpointCaller, CallHandler, CallHandlers } from '../call-handler.service.ts';
import { joinPage, type JoinTrouble } from './human-page.service.ts';
import { limitFailure, type ReachedLimit, wordsOfLimit } from './limit-words.service.ts';
import type { LiveMeeting, MeetingLookup } from './live-meeting.service.ts';
import { tellable, wordsFor } from './look-calls.service.ts';
import { passedOn } from './meeting-answers.service.ts';

type JoinRefusal = { failure: CallFailure; reason: string; page: JoinTrouble; plan?: ReachedLimit & { offers: 'told' | 'left' } };
const trouble = (why: CallFailure, reason: string, page: JoinTrouble): JoinRefusal => ({ failure: why, reason, page });

const isWeb = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** How a refusal reaches who waits: a program reads XML, the customer's own page gets it in its address, a person reads words. */
async function refusedAnswer(
  ctx: Ctx,
  caller: EndpointCaller,
  at: { request: JoinRequest; why: JoinRefusal },
): Promise<BbbResponse> {
  const { request, why } = at;
  caller.note.reason = why.reason;
  const { plan } = why;
  if (caller.reads === 'page' && request.redirect && !isWeb(request.errorRedirectUrl)) {
    const more = plan === undefined ? null : await wordsOfLimit(ctx, caller.endpoint, { ...plan, locale: ctx.locale });
    const page = await joinPage(ctx, why.page, more);
    if (page !== null) return page;
  }
  const told = plan === undefined ? why.failure : await limitFailure(ctx, caller.endpoint, { ...plan, why: why.failure });
  if (!request.redirect || !isWeb(request.errorRedirectUrl)) return failed(told);
  return redirectAnswer(joinErrorLocation(request.errorRedirectUrl, told));
}

const isModerator = (ctx: Ctx, row: LiveMeeting['row'], { role, password }: JoinRequest): boolean =>
  role === 'MODERATOR' || (role === undefined && password !== '' && password === openPasswords(ctx, row)?.moderatorPW);

const fullMeeting = trouble(failures.meetingFull, 'people_per_meeting', 'full');
const fullAccount = trouble(failures.meetingFull, 'people_at_once', 'full');

/** Limits that the server does not know, and those of the plan before it is asked. Who is in already may come again. */
async function limitTrouble(
  ctx: Ctx,
  caller: EndpointCaller,
  at: { live: LiveMeeting; request: JoinRequest },
): Promise<JoinRefusal | null> {
  const { row } = at.live;
  const { plan } = caller.endpoint.account;
  const { userID } = at.request;
  const isIn = userID !== '' && (row.said?.attendees.some((one) => one.userID === userID) ?? false);
  if (isIn || at.request.bot) return null;
  const as = isModerator(ctx, row, at.request) ? 'moderator' : 'viewer';
  if (await isLockedFor(ctx, row, { person: userID === '' ? null : userID, as }))
    return trouble(failures.guestDenied, 'entry_locked', 'locked');
  const byPlan = (limit: 'peoplePerMeeting' | 'peopleAtOnce', why: JoinRefusal): JoinRefusal => {
    const offers = as === 'moderator' ? 'told' : 'left';
    return { ...why, plan: { limit, used: plan[limit] ?? 0, offers } };
  };
  if (row.maxPeople !== null && row.people >= row.maxPeople)
    return row.maxPeople === plan.peoplePerMeeting ? byPlan('peoplePerMeeting', fullMeeting) : fullMeeting;
  const person = userID === '' ? null : userID;
  const asked = { accountId: row.accountId, meetingId: row.id, person, most: plan.peopleAtOnce };
  return (await admit(ctx, asked)) === 'full' ? byPlan('peopleAtOnce', fullAccount) : null;
}

const gone = trouble(failures.joinUnknownMeeting, 'meeting_unknown', 'gone');
const notFound = trouble(failures.meetingNotFound, 'meeting_unknown', 'gone');
const suspended = trouble(
  failure('accountSuspended', 'This account is not active at the moment.'),
  'account_suspended',
  'suspended',
);
const lost = trouble(failures.meetingNotFound, 'server_lost', 'unavailable');
const insecure = trouble(failures.internal, 'insecure_server', 'unavailable');
const failedOnce = trouble(failures.internal, 'server_failed', 'unavailable');

/**
 * What to say when a join could not be carried out. The meeting is let go only when its server is found to be away: one join
 * may fail by its own bytes, and people are in the meeting.
 */
async function judged(ctx: Ctx, live: LiveMeeting): Promise<JoinRefusal> {
  if ((await isServerLost(ctx, live.server)) === 'answers') return failedOnce;
  // the next create makes a new one
  await settleDetached(ctx, live.row);
  return lost;
}

const endedKeys: ReadonlySet<string> = new Set(['notFound', 'invalidMeetingIdentifier', 'meetingForciblyEnded']);

const namesOfPeople: ReadonlySet<string> = new Set(['fullName', 'firstName', 'lastName']);
const renameTo =
  (live: LiveMeeting): ParamRule =>
  (name, value) => {
    if (name === 'meetingID') return live.row.id;
    return namesOfPeople.has(name) ? meantPersonName(value) : undefined;
  };

/** Takes the place on the person's behalf and gives the server's words, or why it did not work. */
async function takePlace(ctx: Ctx, live: LiveMeeting, call: CustomerCall): Promise<{ text: string; url: string } | JoinRefusal> {
  const ids = renameTo(live);
  const rule: ParamRule = (name, value) => (name === 'redirect' || name === 'errorRedirectUrl' ? null : ids(name, value));
  const added: QueryPair[] = [['redirect', 'false']];
  try {
    const heard = await sendTo(ctx, live.server, { call, rule, added, timeoutMs: serverFacts.timeout });
    const refusal = /[?&]errors=([^&#]*)/.exec(heard.location ?? '')?.[1];
    if (heard.status >= 300 && heard.status < 400) return toldBy(keyIn(refusal));
    const read = readAnswer(heard.text, heard.status);
    if (!read.ok) return toldBy(read.key);
    return { text: heard.text, url: trimmedTextOf(read.response, 'url') };
  } catch (error) {
    if (!isTransport(error) && !(error instanceof XmlError)) throw error;
    return judged(ctx, live);
  }
}

function keyIn(errors: string | undefined): string {
  const found = /"key"\s*:\s*"([A-Za-z]{1,60})"/.exec(new URLSearchParams(`e=${errors ?? ''}`).get('e') ?? '');
  return found?.[1] ?? failures.internal.key;
}

/** A server's refusal in our own words. */
function toldBy(key: string): JoinRefusal {
  if (endedKeys.has(key)) return gone;
  if (key === failures.meetingFull.key) return trouble(failures.meetingFull, 'people_per_meeting', 'full');
  // the catalogue's key with a blank in it is BBB's own
  const safe = key === 'Params required' ? key : tellable(key);
  const words = safe === 'Params required' ? 'You must enter a valid password' : wordsFor(safe);
  return trouble(failure(safe, words), 'server_refused', 'unavailable');
}

async function enter(
  ctx: Ctx,
  live: LiveMeeting,
  at: { call: CustomerCall; request: JoinRequest },
): Promise<BbbResponse | JoinRefusal> {
  const { call, request } = at;
  if (request.redirect && !live.server.directJoin) {
    const isDoubtful = live.server.failures > 0 || live.server.health === 'offline';
    // nobody sees whether the browser arrives, so a server that failed lately is asked first
    if (isDoubtful && (await judged(ctx, live)) === lost) return lost;
    const { address } = addressedTo(ctx, live.server, { call, rule: renameTo(live) });
    return mayLeadTo(siteUrl(ctx), address) ? redirectAnswer(address) : insecure;
  }
  const taken = await takePlace(ctx, live, call);
  if ('failure' in taken) return taken;
  if (!request.redirect) return passedOn(live.row, taken.text);
  return mayLeadTo(siteUrl(ctx), taken.url) ? redirectAnswer(taken.url) : insecure;
}

export function joinCalls(lookup: MeetingLookup): CallHandlers {
  const join: CallHandler = async (ctx, caller, call) => {
    const read = readJoin(call.params);
    if (!read.ok) return failed(read);
    const request = read.value;
    const { accountId } = caller.endpoint;
    if (caller.endpoint.account.state !== 'active') return refusedAnswer(ctx, caller, { request, why: suspended });
    const live = await lookup.find(ctx, accountId, request.meetingID);
    if (live === null) return refusedAnswer(ctx, caller, { request, why: request.redirect ? gone : notFound });
    caller.note.serverId = live.server.id;
    const full = await limitTrouble(ctx, caller, { live, request });
    if (full !== null) return refusedAnswer(ctx, caller, { request, why: full });
    const entered = await enter(ctx, live, { call, request });
    if (!('failure' in entered)) {
      if (live.server.kind === 'engine') caller.note.unhonoured = unhonouredParameters('join', call.params.first);
      return entered;
    }
    if (entered.page === 'gone' && entered.reason === 'meeting_unknown') await settleEnded(ctx, live.row.id, 'server_lost');
    if (entered.page !== 'full') lookup.distrust(live);
    return refusedAnswer(ctx, caller, { request, why: entered });
  };
  return { join };
}
