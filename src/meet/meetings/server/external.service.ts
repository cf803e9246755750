/**
 * Meetings of customers' programs: made once under the customer's id however many ask at the same time, on the best server,
 * within the limits of the account. Placement is across accounts, hence the system's hands.
 */
import { readAnswer, type Outcome } from '@atrium/bbb/client-answer';
import type { CreateRequest } from '@atrium/bbb/create-request';
import { failure, type Failure, failures } from '@atrium/bbb/failure';
import { generatedPassword } from '@atrium/bbb/ids';
import { type CreatedMeeting, readCreated } from '@atrium/bbb/meeting-reading';
import { decideCreate } from '@atrium/bbb/meeting-requests';
import type { Pair } from '@atrium/bbb/query';
import type { Ctx } from '#kit/server/ctx.ts';
import { type Db, isDuplicate } from '#kit/server/db.ts';
import { newId } from '#kit/server/ids.ts';
import { type Entitlements, fits } from '#core/accounts/accounts.rules.ts';
import type { ServerRow } from '#meet/servers/server/servers.service.ts';
import { serverFacts } from '#meet/servers/servers.rules.ts';
import { forwardRule, limitsFor, ourPairs, type Terms, voiceBridgeFor } from './external-params.service.ts';
import { type Asked, askedOf, callbacksAsked, openPasswords, type Passwords, sealPasswords } from './external-asked.service.ts';
import { openExternal, parentOf } from './external.queries.ts';
import { type CustomerCall, sendTo } from './external-send.service.ts';
import { launch } from './launch.service.ts';
import { insertMeeting, lockAccountMeetings, meetingById, type MeetingRow, openMeetingCount } from './meetings.queries.ts';
import { askTheIll, type PlaceAsk, placeIn, sizeSources } from './place.service.ts';
import { pushMeeting } from './settle.service.ts';

export type ExternalWish = {
  accountId: string;
  secretId: string;
  plan: Entitlements;
  request: CreateRequest;
  call: CustomerCall;
};
/** `reason`: our own code for the log, more exact than the key. */
export type ExternalRefusal = { refused: Failure; reason: string };
export type ExternalMade = { meeting: MeetingRow; outcome: 'created' | 'duplicate'; dialNumber: string };
export type ExternalResult = ExternalMade | ExternalRefusal;

const refusal = (refused: Failure, reason: string): ExternalRefusal => ({ refused, reason });

type Plan = { wish: ExternalWish; terms: Terms; passwords: Passwords; parent: MeetingRow | null; ask: Omit<PlaceAsk, 'key'> };
type Reserved = { row: MeetingRow; fresh: 'yes' | 'no' } | 'full' | 'no_server';

/** Asked for once per attempt: two meetings with the same number never run at the same time. */
const bridgeTries = 8;

function askedBy(ctx: Ctx, plan: Plan, voiceBridge: string): Asked {
  const { request } = plan.wish;
  return {
    passwords: sealPasswords(ctx, plan.passwords),
    voiceBridge,
    dialNumber: request.dialNumber,
    duration: plan.terms.minutes ?? 0,
    maxParticipants: plan.terms.people ?? 0,
    parentMeetingId: plan.parent?.internalId ?? null,
    metadata: Object.fromEntries(request.metadata),
    callbacks: callbacksAsked(request, request.meetingEndedURL),
  };
}

async function reserveIn(ctx: Ctx, tx: Db, at: { plan: Plan; attempt: number }): Promise<Reserved> {
  const { plan, attempt } = at;
  const { accountId, request, secretId } = plan.wish;
  await lockAccountMeetings(tx, accountId);
  const running = await openExternal(tx, accountId, request.meetingID);
  if (running !== null) return { row: running, fresh: 'no' };
  if (!fits(plan.wish.plan.meetingsAtOnce, await openMeetingCount(tx, accountId))) return 'full';
  const id = newId(ctx.now());
  const place = await placeIn(ctx, tx, { ...plan.ask, key: id });
  if (place === null) return 'no_server';
  const now = new Date(ctx.now());
  const row = await insertMeeting(tx, {
    id,
    accountId,
    roomId: null,
    serverId: place.server.id,
    expectedPeople: place.expectedPeople,
    placedAt: now,
    name: request.name,
    state: 'starting',
    createdAt: now,
    recording: plan.terms.record,
    maxPeople: plan.terms.people,
    maxMinutes: plan.terms.minutes,
    externalId: request.meetingID,
    parentId: plan.parent?.id ?? null,
    secretId,
    asked: askedBy(ctx, plan, voiceBridgeFor(ctx, { accountId, externalId: request.meetingID, attempt })),
  });
  await pushMeeting(ctx, tx, row);
  return { row, fresh: 'yes' };
}

async function reserve(ctx: Ctx, plan: Plan): Promise<Reserved> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ctx.system.write((tx) => reserveIn(ctx, tx, { plan, attempt }));
    } catch (error) {
      if (attempt >= bridgeTries || !isDuplicate(error, 'meetings_voice')) throw error;
    }
  }
}

const numberOf = (text: string | undefined): number | null => (/^[0-9]{1,6}$/.test(text ?? '') ? Number(text) : null);

async function planOf(ctx: Ctx, wish: ExternalWish, parent: MeetingRow | null): Promise<Plan> {
  const { request, accountId } = wish;
  const terms = limitsFor(request, wish.plan);
  const size = await sizeSources(ctx.system.read, {
    runs: { accountId, externalId: request.meetingID },
    hint: numberOf(request.metadata.get('bbb-meeting-size-hint')),
    maximum: terms.people,
  });
  return {
    wish,
    terms,
    parent,
    passwords: {
      attendeePW: request.attendeePW === '' ? generatedPassword() : request.attendeePW,
      moderatorPW: request.moderatorPW === '' ? generatedPassword() : request.moderatorPW,
    },
    ask: {
      size,
      record: terms.record,
      parentServerId: parent?.serverId ?? null,
      ...(terms.minutes === null ? {} : { minutes: terms.minutes }),
    },
  };
}

async function sendCreate(ctx: Ctx, server: ServerRow, what: { row: MeetingRow; plan: Plan }): Promise<Outcome<CreatedMeeting>> {
  const { row, plan } = what;
  const added: Pair[] = ourPairs(ctx, { row, server, terms: plan.terms, passwords: plan.passwords });
  const heard = await sendTo(ctx, server, {
    call: plan.wish.call,
    rule: forwardRule(row, plan.terms),
    added,
    timeoutMs: serverFacts.timeout,
  });
  const read = readAnswer(heard.text, heard.status);
  return read.ok ? { ok: true, ...readCreated(read.response) } : read;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** How often somebody who found a meeting that is just starting looks again, and for how long. Milliseconds. */
const lookEvery = 60;
const lookFor = 30_000;

/** A start of somebody else's, maybe in another process, when it is settled; null when it came to nothing. */
async function whenStarted(ctx: Ctx, row: MeetingRow): Promise<MeetingRow | null> {
  const until = Date.now() + lookFor;
  let seen: MeetingRow | null = row;
  while (seen?.state === 'starting' && Date.now() < until) {
    await sleep(lookEvery);
    seen = await meetingById(ctx.system.read, row.id);
  }
  return seen?.state === 'live' ? seen : null;
}

async function again(ctx: Ctx, wish: ExternalWish, found: MeetingRow): Promise<ExternalResult> {
  const asked = askedOf(found);
  const decided = decideCreate(wish.request, asked === null ? undefined : openPasswords(ctx, asked));
  if (!decided.ok) return refusal(decided, 'id_not_unique');
  const live = found.state === 'live' ? found : await whenStarted(ctx, found);
  if (live === null) return refusal(failures.internal, 'no_server');
  return { meeting: live, outcome: 'duplicate', dialNumber: live.said?.dialNumber ?? asked?.dialNumber ?? '' };
}

/** What the server says is not repeated: it may name hosts and ids of its own. */
function refusedBy(key: string): Failure {
  if (key === 'validationError') return failure(key, 'The request has a value that the server does not take.');
  return key === 'sizeError' ? failure(key, 'The request is too long.') : failures.internal;
}

async function start(ctx: Ctx, plan: Plan, row: MeetingRow): Promise<ExternalResult> {
  const launched = await launch(ctx, row, {
    create: (server, meeting) => sendCreate(ctx, server, { row: meeting, plan }),
    ask: { ...plan.ask, key: row.id },
  });
  if (launched.result === 'refused') return refusal(refusedBy(launched.key), 'server_refused');
  if (launched.result === 'unreachable') return refusal(failures.internal, 'no_server');
  const dialNumber = launched.created?.dialNumber ?? plan.wish.request.dialNumber;
  return { meeting: launched.meeting, outcome: 'created', dialNumber };
}

/** Where a breakout room belongs to; a refusal when nobody knows. */
async function parentFor(ctx: Ctx, wish: ExternalWish): Promise<MeetingRow | null | ExternalRefusal> {
  if (!wish.request.isBreakout) return null;
  const parent = await parentOf(ctx.system.read, wish.accountId, wish.request.parentMeetingID);
  return parent ?? refusal(failures.parentUnknown, 'parent_unknown');
}

/**
 * The meeting under the customer's id: made when there is none, told as a duplicate when there is one. Of many equal requests
 * at once, in whatever process, exactly one makes it.
 */
export async function createExternal(ctx: Ctx, wish: ExternalWish): Promise<ExternalResult> {
  const running = await openExternal(ctx.system.read, wish.accountId, wish.request.meetingID);
  if (running !== null) return again(ctx, wish, running);
  const parent = await parentFor(ctx, wish);
  if (parent !== null && 'refused' in parent) return parent;
  const plan = await planOf(ctx, wish, parent);
  let reserved = await reserve(ctx, plan);
  if (reserved === 'no_server' && (await askTheIll(ctx)) === 'better') reserved = await reserve(ctx, plan);
  if (reserved === 'full') return refusal(failures.tooManyMeetings, 'meetings_at_once');
  if (reserved === 'no_server') return refusal(failures.internal, 'no_server');
  return reserved.fresh === 'yes' ? start(ctx, plan, reserved.row) : again(ctx, wish, reserved.row);
}
