/**
 * Meetings of customers' programs: made once under the customer's id however many ask at the same time, on the best server,
 * within the limits of the account. Placement is across accounts, hence the system's hands.
 */
import { readAnswer, type CallOutcome } from '@atrium/bbb/client-answer';
import { failure, type CallFailure, failures } from '@atrium/bbb/failure';
import { generatedPassword } from '@atrium/bbb/ids';
import { type CreatedMeeting, readCreated } from '@atrium/bbb/meeting-reading';
import { decideCreate } from '@atrium/bbb/meeting-requests';
import type { QueryPair } from '@atrium/bbb/query';
import type { Ctx } from '#kit/server/ctx.ts';
import type { ServerRow } from '#meet/servers/server/servers.service.ts';
import { type NamedServers, namedServers } from '#meet/servers/server-tag.rules.ts';
import { serverFacts } from '#meet/servers/servers.rules.ts';
import { forwardRule, limitsFor, ourPairs } from './external-params.service.ts';
import { askedOf, openPasswords } from './external-asked.service.ts';
import { parentOf } from './external.queries.ts';
import { sendTo } from './external-send.service.ts';
import { type ExternalWish, openStarts, type ExternalPlan, type ExternalStarts } from './external-start.service.ts';
import { launch } from '#meet/meetings/server/launch.service.ts';
import { meetingById, type MeetingRow } from '#meet/meetings/server/meetings.queries.ts';
import { minutesGone } from '#meet/meetings/server/attendance/minutes.service.ts';
import { askTheIll } from '#meet/meetings/server/place.service.ts';
import { type RecordingChoice, recordingFor, refusedRecordingNote } from '#meet/meetings/server/recording.service.ts';

export type { ExternalWish } from './external-start.service.ts';
/** `reason`: our own code for the log, more exact than the key. */
export type ExternalRefusal = { refused: CallFailure; reason: string };
/** `remark`: our own code of what was not done as it was asked, though the meeting is there; null: all was. */
export type ExternalMade = {
  meeting: MeetingRow;
  outcome: 'created' | 'duplicate';
  dialNumber: string;
  remark: string | null;
};
export type ExternalResult = ExternalMade | ExternalRefusal;

const refusal = (refused: CallFailure, reason: string): ExternalRefusal => ({ refused, reason });

/** By which a program says what servers it wants. */
const serverTag = 'server-tag';
/** In Scalelite's words. */
const noTagged = ({ names }: NamedServers): CallFailure =>
  failure('serverTagUnavailable', `There is no available server with the required tag=${names.join(';').slice(0, 200)}.`);

const numberOf = (text: string | undefined): number | null => (/^[0-9]{1,6}$/.test(text ?? '') ? Number(text) : null);

const recordingRemarks: Record<RecordingChoice, string | null> = {
  yes: null,
  no: null,
  plan: 'recording_not_in_plan',
  full: 'recording_full',
};

async function planOf(
  ctx: Ctx,
  wish: ExternalWish,
  from: { parent: MeetingRow | null; starts: ExternalStarts },
): Promise<ExternalPlan> {
  const { request, accountId } = wish;
  const { parent, starts } = from;
  const recording = await recordingFor(ctx, { accountId, plan: wish.plan, record: request.record });
  const note = await refusedRecordingNote(ctx, accountId, recording);
  const terms = limitsFor(request, wish.plan, { recording, note });
  const size = await starts.sizes(ctx, {
    runs: { accountId, externalId: request.meetingID },
    hint: numberOf(request.metadata.get('bbb-meeting-size-hint')),
    maximum: terms.people,
  });
  return {
    wish,
    terms,
    parent,
    remark: recordingRemarks[recording],
    passwords: {
      attendeePW: request.attendeePW === '' ? generatedPassword() : request.attendeePW,
      moderatorPW: request.moderatorPW === '' ? generatedPassword() : request.moderatorPW,
    },
    ask: {
      size,
      record: terms.record,
      parentServerId: parent?.serverId ?? null,
      named: namedServers(request.metadata.get(serverTag) ?? ''),
      ...(terms.minutes === null ? {} : { minutes: terms.minutes }),
    },
  };
}

async function sendCreate(
  ctx: Ctx,
  server: ServerRow,
  what: { row: MeetingRow; plan: ExternalPlan },
): Promise<CallOutcome<CreatedMeeting>> {
  const { row, plan } = what;
  const { terms, passwords, wish } = plan;
  const added: QueryPair[] = ourPairs(ctx, { row, server, terms, passwords, message: wish.request.moderatorOnlyMessage });
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
  const passwords = openPasswords(ctx, found);
  // without the stored passwords, right ones cannot be distinguished from wrong ones
  const given = wish.request.attendeePW + wish.request.moderatorPW !== '';
  if (passwords === null && given) return refusal(failures.internal, 'secret_lost');
  const decided = decideCreate(wish.request, passwords ?? undefined);
  if (!decided.ok) return refusal(decided, 'id_not_unique');
  const live = found.state === 'live' ? found : await whenStarted(ctx, found);
  if (live === null) return refusal(failures.internal, 'no_server');
  return { meeting: live, outcome: 'duplicate', dialNumber: live.said?.dialNumber ?? asked?.dialNumber ?? '', remark: null };
}

/** What the server says is not repeated: it may name hosts and ids of its own. */
function refusedBy(key: string): CallFailure {
  if (key === 'validationError') return failure(key, 'The request has a value that the server does not take.');
  return key === 'sizeError' ? failure(key, 'The request is too long.') : failures.internal;
}

type StartingMeeting = { plan: ExternalPlan; row: MeetingRow; server: ServerRow | undefined; starts: ExternalStarts };
async function start(ctx: Ctx, what: StartingMeeting): Promise<ExternalResult> {
  const { plan, row, server, starts } = what;
  const launched = await launch(ctx, row, {
    create: (to, meeting) => sendCreate(ctx, to, { row: meeting, plan }),
    ask: { ...plan.ask, accountId: row.accountId, key: row.id },
    server,
    settle: (_ctx, begun) => starts.settle({ ctx, begun }),
  });
  if (launched.result === 'refused') return refusal(refusedBy(launched.key), 'server_refused');
  if (launched.result === 'unreachable') return refusal(failures.internal, 'no_server');
  const dialNumber = launched.created?.dialNumber ?? plan.wish.request.dialNumber;
  return { meeting: launched.meeting, outcome: 'created', dialNumber, remark: plan.remark };
}

const noSequence = failure('validationError', 'You must provide the sequence of the breakout room');

/** Where a breakout room belongs to; a refusal when nobody knows. */
async function parentFor(ctx: Ctx, wish: ExternalWish): Promise<MeetingRow | null | ExternalRefusal> {
  if (!wish.request.isBreakout) return null;
  const parent = await parentOf(ctx.system.read, wish.accountId, wish.request.parentMeetingID);
  if (parent === null) return refusal(failures.parentUnknown, 'parent_unknown');
  // servers break over one without
  return /^[0-9]{1,9}$/.test(wish.call.params.first.get('sequence') ?? '') ? parent : refusal(noSequence, 'no_sequence');
}

/**
 * The meeting under the customer's id: made when there is none, returned as a duplicate when there is one. Of many equal requests at
 * once, in whatever process, exactly one makes it. `starts`: shared by those that are to be stored together.
 */
export async function createExternal(
  ctx: Ctx,
  wish: ExternalWish,
  starts: ExternalStarts = openStarts(),
): Promise<ExternalResult> {
  const { accountId, request } = wish;
  const running = await starts.find({ ctx, accountId, externalId: request.meetingID });
  if (running !== null) return again(ctx, wish, running);
  const parent = await parentFor(ctx, wish);
  if (parent !== null && 'refused' in parent) return parent;
  if ((await minutesGone(ctx, { accountId, plan: wish.plan })) !== null)
    return refusal(failures.tooManyMeetings, 'minutes_per_month');
  const plan = await planOf(ctx, wish, { parent, starts });
  let reserved = await starts.reserve({ ctx, plan });
  if (reserved === 'no_server' && (await askTheIll(ctx)) === 'better') reserved = await starts.reserve({ ctx, plan });
  if (reserved === 'secret_full') return refusal(failures.tooManyMeetings, 'secret_meetings');
  if (reserved === 'full') return refusal(failures.tooManyMeetings, 'meetings_at_once');
  if (reserved === 'no_server') {
    const { named } = plan.ask;
    return named?.need === 'required' ? refusal(noTagged(named), 'server_tag') : refusal(failures.internal, 'no_server');
  }
  if (reserved.fresh === 'no') return again(ctx, wish, reserved.row);
  return start(ctx, { plan, row: reserved.row, server: reserved.server, starts });
}
