/** The calls that look: whether a meeting runs, who is in it, and which meetings there are. */
import { type BbbResponse, failed, runningAnswer } from '@atrium/bbb/answers';
import { readAnswer } from '@atrium/bbb/client-answer';
import { failure, failures } from '@atrium/bbb/failure';
import type { ParamRule } from '@atrium/bbb/forward';
import { readMeetingId } from '@atrium/bbb/fields';
import { meetingInfoAnswer, meetingsAnswer } from '@atrium/bbb/meeting-answers';
import type { QueryPair } from '@atrium/bbb/query';
import { XmlError } from '@atrium/bbb/xml';
import type { Ctx } from '#kit/server/ctx.ts';
import { markOfRunning, runningBreakouts, runningExternals } from '#meet/meetings/server/external/external-find.service.ts';
import { type CustomerCall, sendTo } from '#meet/meetings/server/external/external-send.service.ts';
import { isTransport } from '#meet/meetings/server/launch.service.ts';
import { settleEnded } from '#meet/meetings/server/settle.service.ts';
import type { CallHandler, CallHandlers } from '../call-handler.service.ts';
import { openListAnswers } from './list-answers.service.ts';
import { type LiveMeeting, type MeetingLookup, openShared } from './live-meeting.service.ts';
import { namesOf, passedOn, viewOf } from './meeting-answers.service.ts';
import { sessionsCall } from './sessions-call.service.ts';

/** How long to wait for a server before the result of the last poll is returned instead. Milliseconds. */
const patience = 2_000;

const isTrouble = (error: unknown) => isTransport(error) || error instanceof XmlError;
/** Keys by which servers say that they do not know a meeting. */
const unknownKeys: ReadonlySet<string> = new Set(['notFound', 'invalidMeetingIdentifier']);

/** The server's answer, null when it is not to be had now, `gone` when the server does not know the meeting. */
type LookAnswer = BbbResponse | 'gone' | null;

const rename = (live: LiveMeeting) => (name: string) => (name === 'meetingID' ? live.row.id : undefined);

/** Servers name breakout rooms in their own way. */
const tells = (xml: string) => /<breakoutRooms>\s*<breakout/.test(xml);

async function told(ctx: Ctx, live: LiveMeeting, xml: string): Promise<BbbResponse> {
  return passedOn(live.row, xml, tells(xml) ? await runningBreakouts(ctx.db.read, live.row) : []);
}

async function askNow(ctx: Ctx, live: LiveMeeting, call: CustomerCall): Promise<LookAnswer> {
  try {
    const heard = await sendTo(ctx, live.server, { call, rule: rename(live), secret: live.secret, timeoutMs: patience });
    if (heard.status === 200 && /^\s*(?:<\?xml[^>]*>\s*)?<response>\s*<returncode>SUCCESS</.test(heard.text))
      return await told(ctx, live, heard.text);
    const read = readAnswer(heard.text, heard.status);
    if (read.ok) return await told(ctx, live, heard.text);
    return unknownKeys.has(read.key) ? 'gone' : null;
  } catch (error) {
    if (isTrouble(error)) return null;
    throw error;
  }
}

export function lookCalls(now: () => number, lookup: MeetingLookup): CallHandlers {
  const shared = openShared<LookAnswer>(now, (told) => told !== null && told !== 'gone');
  const ask = (ctx: Ctx, live: LiveMeeting, call: CustomerCall) =>
    shared.get(`${call.name} ${live.row.id}`, () => askNow(ctx, live, call));

  const isMeetingRunning: CallHandler = async (ctx, caller, call) => {
    const id = readMeetingId(call.params);
    if (!id.ok) return failed(id);
    const live = await lookup.find(ctx, caller.endpoint.accountId, id.value);
    if (live === null) return runningAnswer({ running: false });
    caller.note.serverId = live.server.id;
    const told = await ask(ctx, live, call);
    if (told === 'gone') return runningAnswer({ running: false });
    if (told === null) lookup.distrust(live);
    return told ?? runningAnswer({ running: live.row.people > 0 });
  };

  const getMeetingInfo: CallHandler = async (ctx, caller, call) => {
    const id = readMeetingId(call.params);
    if (!id.ok) return failed(id);
    const { accountId } = caller.endpoint;
    const live = await lookup.find(ctx, accountId, id.value);
    if (live === null) return failed(failures.meetingNotFound);
    caller.note.serverId = live.server.id;
    const told = await ask(ctx, live, call);
    if (told === null) {
      lookup.distrust(live);
      return meetingInfoAnswer(viewOf(ctx, live.row, namesOf(await runningBreakouts(ctx.db.read, live.row))));
    }
    if (told !== 'gone') return told;
    // the server lost it: over for us too, so that the next create makes a new one
    await settleEnded(ctx, live.row.id, 'server_lost');
    lookup.drop(accountId, live.row.externalId);
    return failed(failures.meetingNotFound);
  };

  const lists = openListAnswers(now);
  /** From our own tables alone: a dead server never fails a list. */
  const getMeetings: CallHandler = (ctx, { endpoint: { accountId } }) =>
    lists.get(accountId, {
      mark: () => markOfRunning(ctx.db.read, accountId),
      make: async () => meetingsAnswer(await liveViews(ctx, accountId)),
    });

  return { isMeetingRunning, getMeetingInfo, getMeetings, getSessions: sessionsCall(now) };
}

async function liveViews(ctx: Ctx, accountId: string) {
  const rows = await runningExternals(ctx.db.read, accountId);
  const names = namesOf(rows.filter((row) => row.parentId !== null));
  return rows.flatMap((row) => (row.externalId === null ? [] : [viewOf(ctx, { ...row, externalId: row.externalId }, names)]));
}

/** A call that its server answers: the text, or what to say instead. `password` takes the place of the customer's. */
export type PassedCall = { ok: true; text: string } | { ok: false; key: string; answer: BbbResponse };

export async function passOn(ctx: Ctx, live: LiveMeeting, sent: { call: CustomerCall; password?: string }): Promise<PassedCall> {
  const { call, password = '' } = sent;
  const ids = rename(live);
  const rule: ParamRule = (name) => (name === 'password' && password !== '' ? null : ids(name));
  const added: QueryPair[] = password === '' ? [] : [['password', password]];
  try {
    const heard = await sendTo(ctx, live.server, { call, rule, secret: live.secret, added, timeoutMs: 15_000 });
    const read = readAnswer(heard.text, heard.status);
    if (read.ok) return { ok: true, text: heard.text };
    // has no key of its own
    if (read.message === failures.presentationDisabled.message)
      return { ok: false, key: read.key, answer: failed(failures.presentationDisabled) };
    // words of servers may name hosts and ids of theirs: only the key is passed on
    const key = tellable(read.key);
    return { ok: false, key, answer: failed(failure(key, wordsFor(key))) };
  } catch (error) {
    if (!isTrouble(error)) throw error;
    return { ok: false, key: 'unreachable', answer: failed(failures.internal) };
  }
}

/** Between the server and us; a customer who signed well would look for a mistake of his own. */
const ownTroubles: ReadonlySet<string> = new Set(['checksumError', 'unsupportedRequest', 'apiNotEnabled']);
/** A server's key as the customer may read it. */
export const tellable = (key: string): string =>
  /^[A-Za-z]{1,60}$/.test(key) && !ownTroubles.has(key) ? key : failures.internal.key;

const known = Object.values(failures);
/** Our own words for a key. */
export const wordsFor = (key: string): string => known.find((one) => one.key === key)?.message ?? failures.internal.message;
