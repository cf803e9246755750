/** The door of the customers' endpoint: who calls, whether they may, and one line in the log for each call. */
import { createHash } from 'node:crypto';
import { type BbbResponse, failed, versionAnswer } from '@atrium/bbb/answers';
import { checksumMatches, hashForLength } from '@atrium/bbb/checksum';
import { failure, type CallFailure, failures } from '@atrium/bbb/failure';
import { type IncomingCall, readCall, type VerifiedCall, verify } from '@atrium/bbb/server';
import { refusalAnswer } from '@atrium/bbb/recordings/text-tracks';
import type { Ctx } from '#kit/server/ctx.ts';
import { awaySeconds, isGone } from '#kit/server/http/send-failure.ts';
import { newToken, sameText } from '#kit/server/secrets.ts';
import { clientNameOf, tracingParameters } from '../client-name.rules.ts';
import { endpointLimits, type SecretCall, secretCalls } from '../endpoint.rules.ts';
import { isInRanges } from '#kit/ranges.ts';
import type { CallHandlers, CallNote, DoorEndpoint, DoorSecret } from './call-handler.service.ts';
import type { CallRate } from './call-rate.service.ts';
import type { DoorAddress, DoorCache } from './door-cache.service.ts';
import type { CallEntry } from './endpoint-log.service.ts';

/** A request as it came; `target` is the raw path and query from `/bigbluebutton` on. */
export type DoorRequest = {
  to: DoorAddress;
  method: string;
  target: string;
  contentType: string;
  body: Uint8Array;
  address: string;
  agent: string;
  /** Accept and Accept-Language. */
  accept: string;
  languages: string;
};
export type DoorParts = {
  cache: DoorCache;
  rate: CallRate;
  handlers: CallHandlers;
  logCall: (entry: CallEntry) => void;
  /** The context of a call: its `db` sees that account alone. */
  ctxFor: (accountId: string, request: DoorRequest) => Ctx;
  /** The context without an account. */
  ctx: Ctx;
};

/** What stands in the way; `reason` is our own code. */
type RefusedCall = { failure: CallFailure; reason: string };
const refused = (why: CallFailure, reason: string): RefusedCall => ({ failure: why, reason });

/** Compared with when nobody has the key, so that an unknown key takes as long as a wrong secret. */
const nobodySecret = newToken();

const isSecretCall = (name: string): name is SecretCall => secretCalls.some((one) => one === name);

/** The name under which a secret allows a call. */
function allowedAs(name: string): SecretCall | null {
  const group = name.split('/')[0] ?? '';
  return isSecretCall(group) ? group : name === 'getSessions' ? 'getMeetings' : null;
}

const usableNow = (endpoint: DoorEndpoint | null, now: number): DoorSecret[] =>
  (endpoint?.secrets ?? []).filter((one) => one.endsAt === null || one.endsAt > now);

/** Which of the secrets signed it; the call was verified with all of them. */
function signedWith(call: VerifiedCall, secrets: readonly DoorSecret[]): DoorSecret | null {
  const given = call.params.first.get('checksum') ?? '';
  const claim = (secret: string) => ({ call: call.name, rawQuery: call.rawQuery, given, secrets: [secret] });
  return secrets.length === 1 ? (secrets[0] ?? null) : (secrets.find((one) => checksumMatches(claim(one.secret))) ?? null);
}

/** The body's SHA-256 must stand in the signed query, so that nobody can put another body under a call that was seen once. */
function hasBodyHash(call: VerifiedCall, body: Uint8Array): boolean {
  const given = (call.query.first.get('bodyHash') ?? '').toLowerCase();
  return sameText(given, createHash('sha256').update(body).digest('hex'));
}

const words = {
  suspended: 'This account is not active at the moment.',
  notAllowed: 'This secret may not be used for this call.',
  address: 'Requests from this address are not allowed.',
  notInPlan: 'The plan of this account does not include the API.',
  rate: 'Too many requests. Please try again in a minute.',
} as const;

/** Calls that an account may make whatever its state: what runs can be looked at and ended. `join` tells people itself. */
const openToAll: ReadonlySet<string> = new Set(['join', 'end', 'getMeetings', 'getMeetingInfo', 'isMeetingRunning']);

/** Rules beside the signature. People's browsers come with `join`, so ranges hold for the other calls alone. */
function rulesOf(
  parts: DoorParts,
  request: DoorRequest,
  at: { endpoint: DoorEndpoint; secret: DoorSecret; call: VerifiedCall },
): RefusedCall | null {
  const { endpoint, secret, call } = at;
  const group = allowedAs(call.name);
  const hash = hashForLength((call.params.first.get('checksum') ?? '').length);
  if (secret.hashes !== null && (hash === undefined || !secret.hashes.includes(hash)))
    return refused(failures.checksumMismatch, 'hash_not_allowed');
  if (request.body.length > 0 && secret.bodyHash && !hasBodyHash(call, request.body))
    return refused(failures.checksumMismatch, 'body_hash');
  if (call.name !== 'join' && secret.ranges !== null && !isInRanges(request.address, secret.ranges))
    return refused(failure('accessDenied', words.address), 'address_not_allowed');
  if (secret.calls !== null && (group === null || !secret.calls.includes(group)))
    return refused(failure('unsupportedRequest', words.notAllowed), 'call_not_allowed');
  const ofAccount = endpoint.account.plan.callsPerMinute ?? null;
  if (secret.callsPerMinute !== null && !parts.rate.take(`secret:${secret.id}`, secret.callsPerMinute))
    return refused(failure('tooManyRequests', words.rate), 'calls_per_minute');
  if (!parts.rate.take(`account:${endpoint.accountId}`, ofAccount ?? endpointLimits.callsPerMinute * 100))
    return refused(failure('tooManyRequests', words.rate), 'calls_per_minute');
  if (endpoint.account.state !== 'active' && !openToAll.has(call.name))
    return refused(failure('accountSuspended', words.suspended), 'account_suspended');
  if (!endpoint.account.plan.apiAllowed && !openToAll.has(call.name))
    return refused(failure('unsupportedRequest', words.notInPlan), 'api_not_in_plan');
  return null;
}

/** A refusal without a key of its own has an empty one. */
function outcomeOf({ failureKey }: BbbResponse): { outcome: 'answered' | 'refused' | 'failed'; key: string | null } {
  if (failureKey === undefined) return { outcome: 'answered', key: null };
  return { outcome: failureKey === failures.internal.key ? 'failed' : 'refused', key: failureKey || null };
}

/** Lines of the log for one endpoint and minute; further refusals of what is not signed leave none. */
const unsignedLogged = 120;

const newNote = (): CallNote => ({ reason: null, remark: null, serverId: null, unhonoured: [] });

type SeenCall = {
  call: VerifiedCall | null;
  name: string;
  meeting: string | null;
  origin: string;
  traces: readonly string[];
  secretId: string | null;
};

function log(
  parts: DoorParts,
  request: DoorRequest,
  about: { endpoint: DoorEndpoint; seen: SeenCall; note: CallNote; answer: BbbResponse; began: number },
): void {
  const { endpoint, seen, note, answer, began } = about;
  // anybody can send what is not signed, as often as they like
  if (seen.secretId === null && !parts.rate.take(`unsigned:${endpoint.id}`, unsignedLogged)) return;
  const { outcome, key } = outcomeOf(answer);
  const isError = outcome !== 'answered' || note.reason !== null;
  parts.logCall({
    accountId: endpoint.accountId,
    at: new Date(parts.ctx.now()),
    secretId: seen.secretId,
    call: seen.name,
    method: request.method,
    meeting: seen.meeting,
    client: clientNameOf({ agent: request.agent, origin: seen.origin, traces: seen.traces }),
    address: request.address,
    outcome: isError && outcome === 'answered' ? 'refused' : outcome,
    key,
    reason: isError ? (note.reason ?? key) : note.remark,
    tookMs: Math.round(performance.now() - began),
    serverId: note.serverId,
    unhonoured: note.unhonoured.slice(0, endpointLimits.unhonoured).map((name) => name.slice(0, 80)),
  });
}

/** Names nothing of the error; while the database is away it says when to ask again. */
export function troubleAnswer(error: unknown): BbbResponse {
  const answer = failed(failures.internal);
  return isGone(error) ? { ...answer, headers: { ...answer.headers, 'retry-after': String(awaySeconds) } } : answer;
}

/** Handles one that the door let in; whatever goes wrong inside is an answer that names nothing. */
async function handle(
  parts: DoorParts,
  request: DoorRequest,
  at: { endpoint: DoorEndpoint; secret: DoorSecret; call: VerifiedCall; note: CallNote },
): Promise<BbbResponse> {
  const handler = parts.handlers[at.call.name];
  if (handler === undefined) return failed(failures.unsupportedRequest);
  const ctx = parts.ctxFor(at.endpoint.accountId, request);
  const reads = /text\/html/i.test(request.accept) ? 'page' : 'xml';
  try {
    return await handler(
      ctx,
      { endpoint: at.endpoint, secret: at.secret, note: at.note, reads },
      { ...at.call, rawBody: request.body },
    );
  } catch (error) {
    at.note.reason = 'internal';
    ctx.log.error({ error, call: at.call.name, account: at.endpoint.accountId }, 'a call of the endpoint failed');
    return troubleAnswer(error);
  }
}

/**
 * Whether the query alone carries a checksum that fits, so that somebody we know asks. For requests whose body was not
 * read yet; it never lets a call in.
 */
export async function isSigned(
  parts: Pick<DoorParts, 'cache' | 'ctx'>,
  request: Pick<DoorRequest, 'to' | 'method' | 'target'>,
): Promise<boolean> {
  const read = readCall({ method: request.method, url: readTarget(request.target) });
  if (read === undefined || !read.query.first.has('checksum')) return false;
  const secrets = usableNow(await parts.cache.find(request.to), parts.ctx.now()).map((one) => one.secret);
  return secrets.length > 0 && verify(read, { secrets }).ok;
}

/** Some programs add the path of the API to an address that has it already. */
const doubled = /^\/+bigbluebutton(?=\/+bigbluebutton\/+api(?:[/?]|$))/;
const readTarget = (target: string) => target.replace(doubled, '');

function seenIn(read: IncomingCall, verified: { call: VerifiedCall | null; secret: DoorSecret | null }): SeenCall {
  return {
    call: verified.call,
    name: read.name,
    meeting: read.params.first.get('meetingID') ?? null,
    origin: read.params.first.get('meta_bbb-origin') ?? '',
    traces: tracingParameters.map((name) => read.params.first.get(name) ?? ''),
    secretId: verified.secret?.id ?? null,
  };
}

/** The release whose API this is: programs choose by it what they ask for. The servers behind may be of several releases. */
const followedVersion = '3.0';

/** The root: a free call, with which programs look whether anybody is there. Signed or not, it is seen. */
function answerRoot(
  parts: DoorParts,
  request: DoorRequest,
  at: { read: IncomingCall; endpoint: DoorEndpoint | null; began: number },
) {
  const { read, endpoint, began } = at;
  const answer = versionAnswer({ bbbVersion: followedVersion, contentType: read.contentType });
  if (endpoint === null) return answer;
  const given = read.params.first.get('checksum') ?? '';
  const claim = (secret: string) => ({ call: '', rawQuery: read.rawQuery, given, secrets: [secret] });
  const secret =
    given === '' ? undefined : usableNow(endpoint, parts.ctx.now()).find((one) => checksumMatches(claim(one.secret)));
  const seen = seenIn(read, { call: null, secret: secret ?? null });
  log(parts, request, { endpoint, seen, note: newNote(), answer, began });
  return answer;
}

/** The answer to a request at an endpoint; null when its path is none of the API's. */
export async function answerCall(parts: DoorParts, request: DoorRequest): Promise<BbbResponse | null> {
  const began = performance.now();
  const { method, contentType, body } = request;
  const read = readCall({ method, url: readTarget(request.target), contentType, body });
  if (read === undefined) return null;
  const endpoint = await parts.cache.find(request.to);
  if (read.name === '' && ['GET', 'POST'].includes(read.method)) return answerRoot(parts, request, { read, endpoint, began });
  const secrets = usableNow(endpoint, parts.ctx.now());
  const verdict = verify(read, { secrets: secrets.length === 0 ? [nobodySecret] : secrets.map((one) => one.secret) });
  const refuse = (why: CallFailure) => refusalAnswer(read, why, request.accept);
  if (endpoint === null) return refuse(verdict.ok ? failures.checksumMismatch : verdict);
  const note = newNote();
  const secret = verdict.ok ? signedWith(verdict.call, secrets) : null;
  const seen = seenIn(read, { call: verdict.ok ? verdict.call : null, secret });
  let answer: BbbResponse;
  if (!verdict.ok || secret === null) {
    const why = verdict.ok ? failures.checksumMismatch : verdict;
    note.reason = why.key === 'checksumError' ? 'wrong_secret' : why.key;
    answer = refuse(why);
  } else {
    const rule = rulesOf(parts, request, { endpoint, secret, call: verdict.call });
    note.reason = rule?.reason ?? null;
    answer = rule === null ? await handle(parts, request, { endpoint, secret, call: verdict.call, note }) : refuse(rule.failure);
  }
  log(parts, request, { endpoint, seen, note, answer, began });
  return answer;
}
