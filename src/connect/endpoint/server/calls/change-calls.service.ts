/** The calls that make, end and fill meetings. */
import { createdAnswer, documentInsertedAnswer, endedAnswer, failed, messageSentAnswer } from '@atrium/bbb/answers';
import { readCreate } from '@atrium/bbb/create-request';
import { type CallFailure, failure, failures } from '@atrium/bbb/failure';
import { readMeetingId } from '@atrium/bbb/fields';
import { meantName } from '@atrium/bbb/names';
import { decideEnd, readChatMessage, readEnd } from '@atrium/bbb/meeting-requests';
import { unhonouredParameters } from '@atrium/engine/protocol/parameters';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { createExternal, type ExternalMade, type ExternalRefusal } from '#meet/meetings/server/external/external.service.ts';
import { openStarts, type ExternalStarts } from '#meet/meetings/server/external/external-start.service.ts';
import { askedOf, noPasswords, openPasswords } from '#meet/meetings/server/external/external-asked.service.ts';
import { minutesUsed } from '#core/accounts/server/use.service.ts';
import { noteEnding, settleEnded } from '#meet/meetings/server/settle.service.ts';
import { serverOf } from '#meet/servers/server/servers.service.ts';
import type { EndpointCaller, CallHandler, CallHandlers } from '../call-handler.service.ts';
import { leftOutNote, siftDocuments } from './documents.service.ts';
import { limitFailure } from './limit-words.service.ts';
import type { MeetingLookup } from './live-meeting.service.ts';
import { passOn } from './look-calls.service.ts';

function madeAnswer(ctx: Ctx, externalId: string, made: ExternalMade & { note: string }) {
  const { meeting, outcome, dialNumber } = made;
  const asked = askedOf(meeting);
  const passwords = openPasswords(ctx, meeting) ?? noPasswords;
  return createdAnswer(
    {
      meetingID: externalId,
      internalMeetingID: meeting.internalId ?? '',
      parentMeetingID: asked?.parentMeetingId ?? undefined,
      ...passwords,
      createTime: (meeting.startedAt ?? meeting.createdAt).getTime(),
      voiceBridge: meeting.said?.voiceBridge ?? asked?.voiceBridge ?? '',
      dialNumber,
      hasUserJoined: meeting.firstJoinAt !== null,
      duration: asked?.duration ?? 0,
      hasBeenForciblyEnded: false,
    },
    outcome,
    made.note,
  );
}

const noPresentation = failure('validationError', 'The request body has no presentation.');

/** A refusal because of the plan says which limit it was. */
async function inWords(ctx: Ctx, { endpoint }: EndpointCaller, { refused, reason }: ExternalRefusal): Promise<CallFailure> {
  const { accountId, account } = endpoint;
  const { meetingsAtOnce } = account.plan;
  if (reason === 'meetings_at_once')
    return limitFailure(ctx, endpoint, { limit: 'meetingsAtOnce', used: meetingsAtOnce ?? 0, why: refused });
  if (reason !== 'minutes_per_month') return refused;
  const used = await minutesUsed(ctx.system.read, { accountId, at: ctx.now() });
  return limitFailure(ctx, endpoint, { limit: 'minutesPerMonth', used, why: refused });
}

/** The plan as far as this secret may use it. */
function planFor({ endpoint: { account }, secret }: EndpointCaller): Entitlements {
  const { peoplePerMeeting: most } = secret;
  const ofPlan = account.plan.peoplePerMeeting;
  return most === null ? account.plan : { ...account.plan, peoplePerMeeting: ofPlan === null ? most : Math.min(ofPlan, most) };
}

/** What is not acted upon there: BBB's own servers take everything. */
async function unhonouredAt(ctx: Ctx, serverId: string | null, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0 || serverId === null) return [];
  return (await serverOf(ctx, serverId))?.kind === 'engine' ? names : [];
}

const createCall =
  (lookup: MeetingLookup, starts: ExternalStarts): CallHandler =>
  async (ctx, caller, call) => {
    const read = readCreate(call.params);
    if (!read.ok) return failed(read);
    const sifted = await siftDocuments(ctx, call);
    if ('key' in sifted) return failed(sifted);
    const { accountId } = caller.endpoint;
    const { id: secretId, meetingsAtOnce: secretMost } = caller.secret;
    const request = { ...read.value, name: meantName(read.value.name) };
    const wish = { accountId, secretId, secretMost, plan: planFor(caller), request, call: sifted.call };
    const made = await createExternal(ctx, wish, starts);
    lookup.drop(accountId, read.value.meetingID);
    if ('refused' in made) {
      caller.note.reason = made.reason;
      return failed(await inWords(ctx, caller, made));
    }
    caller.note.serverId = made.meeting.serverId;
    caller.note.remark = made.remark ?? (sifted.leftOut === 0 ? null : 'documents_left_out');
    if (made.outcome === 'created') {
      const wished = [...call.params.first, ...(sifted.documents ? [['presentation', 'documents'] as const] : [])];
      caller.note.unhonoured = await unhonouredAt(ctx, made.meeting.serverId, unhonouredParameters('create', wished));
    }
    return madeAnswer(ctx, read.value.meetingID, { ...made, note: leftOutNote(sifted.leftOut) });
  };

export function changeCalls(lookup: MeetingLookup): CallHandlers {
  const end: CallHandler = async (ctx, caller, call) => {
    const read = readEnd(call.params);
    if (!read.ok) return failed(read);
    const { accountId } = caller.endpoint;
    lookup.drop(accountId, read.value.meetingID);
    const live = await lookup.find(ctx, accountId, read.value.meetingID);
    const passwords = live === null ? noPasswords : openPasswords(ctx, live.row);
    // with none to compare with, any would do
    if (passwords === null && read.value.password !== '') {
      caller.note.reason = 'secret_lost';
      return failed(failures.internal);
    }
    const { moderatorPW } = passwords ?? noPasswords;
    const decided = decideEnd(read.value, live === null ? undefined : { moderatorPW });
    if (!decided.ok || live === null) return failed(decided.ok ? failures.meetingNotFound : decided);
    caller.note.serverId = live.server.id;
    await noteEnding(ctx, live.row.id, 'host');
    // the password was judged here; releases before 2.7 want the right one
    const passed = await passOn(ctx, live, { call, password: moderatorPW });
    if (!passed.ok && passed.key !== 'notFound') {
      await noteEnding(ctx, live.row.id, null);
      lookup.distrust(live);
      caller.note.reason = 'server_failed';
      return passed.answer;
    }
    await settleEnded(ctx, live.row.id, 'host');
    lookup.drop(accountId, live.row.externalId);
    return endedAnswer();
  };

  const insertDocument: CallHandler = async (ctx, caller, call) => {
    const id = readMeetingId(call.params);
    if (!id.ok) return failed(id);
    const sifted = await siftDocuments(ctx, call);
    if ('key' in sifted) return failed(sifted);
    if (sifted.documents === null) return failed(noPresentation);
    const live = await lookup.find(ctx, caller.endpoint.accountId, id.value);
    if (live === null) return failed(failures.meetingNotFound);
    if (sifted.leftOut > 0 && sifted.documents === 0) {
      caller.note.reason = 'documents_unfit';
      return failed(failure('validationError', leftOutNote(sifted.leftOut)));
    }
    caller.note.serverId = live.server.id;
    caller.note.remark = sifted.leftOut === 0 ? null : 'documents_left_out';
    const passed = await passOn(ctx, live, { call: sifted.call });
    if (!passed.ok) lookup.distrust(live);
    return passed.ok ? documentInsertedAnswer(leftOutNote(sifted.leftOut)) : passed.answer;
  };

  const sendChatMessage: CallHandler = async (ctx, caller, call) => {
    const read = readChatMessage(call.params);
    if (!read.ok) return failed(read);
    const live = await lookup.find(ctx, caller.endpoint.accountId, read.value.meetingID);
    if (live === null) return failed(failures.chatMeetingNotFound);
    caller.note.serverId = live.server.id;
    const passed = await passOn(ctx, live, { call });
    if (!passed.ok) lookup.distrust(live);
    return passed.ok ? messageSentAnswer() : passed.answer;
  };

  return { create: createCall(lookup, openStarts()), end, insertDocument, sendChatMessage };
}
