import type { SignedCaller } from '#caller.ts';
import { BbbUnreachable, type CallOutcome } from '#client-answer.ts';
import { failure } from '#failure.ts';
import { type CreatedMeeting, type Meeting, readCreated, readMeeting } from '#meeting-reading.ts';
import { type ModulesInput, writeModules } from '#modules-write.ts';
import { type CreateParams, createPairs } from '#params.ts';
import type { QueryPair } from '#query.ts';
import { childOf, childrenOf, flagOf, textOf } from '#reading.ts';
import type { XmlNode } from '#xml.ts';

/** The calls about meetings. `delays` are the waits in milliseconds before a `create` is tried again. */
export function meetingCalls(caller: SignedCaller, delays: readonly number[]) {
  return {
    version: () => version(caller),
    create: (params: CreateParams, modules?: ModulesInput) => create(caller, { params, modules, delays }),
    end: (params: { meetingID: string; password?: string | undefined }) => end(caller, params),
    isMeetingRunning: (meetingID: string) => isMeetingRunning(caller, meetingID),
    getMeetingInfo: (meetingID: string) => getMeetingInfo(caller, meetingID),
    getMeetings: () => getMeetings(caller),
    getSessions: () => getSessions(caller),
    insertDocument: (meetingID: string, modules: ModulesInput) => insertDocument(caller, { meetingID, modules }),
    sendChatMessage: (params: { meetingID: string; message: string; userName?: string | undefined }) =>
      sendChatMessage(caller, params),
  };
}

/** The root call. `bbbVersion` is empty unless the server's operator reveals it; `version` is 2.0 for every release. */
async function version(caller: SignedCaller): Promise<CallOutcome<{ version: string; apiVersion: string; bbbVersion: string }>> {
  const answer = await caller.xml('', []);
  if (!answer.ok) return answer;
  const { response } = answer;
  return {
    ok: true,
    version: textOf(response, 'version'),
    apiVersion: textOf(response, 'apiVersion'),
    bbbVersion: textOf(response, 'bbbVersion'),
  };
}

type CreateInput = { params: CreateParams; modules: ModulesInput | undefined; delays: readonly number[] };

/** A repeated `create` changes nothing, so it may be tried again when the network failed; a refusal is never tried again. */
async function create(caller: SignedCaller, { params, modules, delays }: CreateInput): Promise<CallOutcome<CreatedMeeting>> {
  const pairs = createPairs(params);
  const body = modules ? writeModules(modules) : undefined;
  for (const delay of delays) {
    try {
      return createdOf(await caller.xml('create', pairs, body));
    } catch (error) {
      if (!(error instanceof BbbUnreachable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return createdOf(await caller.xml('create', pairs, body));
}

function createdOf(answer: CallOutcome<{ response: XmlNode }>): CallOutcome<CreatedMeeting> {
  return answer.ok ? { ok: true, ...readCreated(answer.response) } : answer;
}

/** Refusals with which servers of different versions say that the meeting may be gone. */
const maybeGone: readonly string[] = ['notFound', 'invalidMeetingIdentifier', 'invalidPassword', 'meetingForciblyEnded'];

/** Ends a meeting; one that is gone already counts as ended. */
async function end(
  caller: SignedCaller,
  params: { meetingID: string; password?: string | undefined },
): Promise<CallOutcome<{ outcome: 'ended' | 'alreadyEnded' }>> {
  const pairs: QueryPair[] = [['meetingID', params.meetingID]];
  if (params.password !== undefined) pairs.push(['password', params.password]);
  const answer = await caller.xml('end', pairs);
  if (answer.ok) return { ok: true, outcome: 'ended' };
  if (!maybeGone.includes(answer.key)) return answer;
  const info = await getMeetingInfo(caller, params.meetingID);
  return !info.ok && info.key === 'notFound' ? { ok: true, outcome: 'alreadyEnded' } : answer;
}

async function isMeetingRunning(caller: SignedCaller, meetingID: string): Promise<CallOutcome<{ running: boolean }>> {
  const answer = await caller.xml('isMeetingRunning', [['meetingID', meetingID]]);
  return answer.ok ? { ok: true, running: flagOf(answer.response, 'running') } : answer;
}

async function getMeetingInfo(caller: SignedCaller, meetingID: string): Promise<CallOutcome<{ meeting: Meeting }>> {
  const answer = await caller.xml('getMeetingInfo', [['meetingID', meetingID]]);
  return answer.ok ? { ok: true, meeting: readMeeting(answer.response) } : answer;
}

async function getMeetings(caller: SignedCaller): Promise<CallOutcome<{ meetings: Meeting[] }>> {
  const answer = await caller.xml('getMeetings', []);
  if (!answer.ok) return answer;
  return { ok: true, meetings: childrenOf(childOf(answer.response, 'meetings'), 'meeting').map(readMeeting) };
}

/** One person's place in a running meeting, as `getSessions` tells it. */
export type MeetingSession = { internalMeetingID: string; meetingName: string; userName: string };

async function getSessions(caller: SignedCaller): Promise<CallOutcome<{ sessions: MeetingSession[] }>> {
  const answer = await caller.xml('getSessions', []);
  if (!answer.ok) return answer;
  const sessions = childrenOf(childOf(answer.response, 'sessions'), 'meeting').map((node) => ({
    internalMeetingID: textOf(node, 'meetingID'),
    meetingName: textOf(node, 'meetingName'),
    userName: textOf(node, 'userName'),
  }));
  return { ok: true, sessions };
}

async function insertDocument(
  caller: SignedCaller,
  input: { meetingID: string; modules: ModulesInput },
): Promise<CallOutcome<{ message: string }>> {
  const answer = await caller.xml('insertDocument', [['meetingID', input.meetingID]], writeModules(input.modules));
  return answer.ok ? { ok: true, message: textOf(answer.response, 'message') } : answer;
}

type ChatInput = { meetingID: string; message: string; userName?: string | undefined };

async function sendChatMessage(
  caller: SignedCaller,
  { meetingID, message, userName }: ChatInput,
): Promise<CallOutcome<{ message: string }>> {
  if (message === '') return failure('validationError', 'You must provide the param message');
  const pairs: QueryPair[] = [
    ['meetingID', meetingID],
    ['message', message],
  ];
  if (userName !== undefined) pairs.push(['userName', userName]);
  const answer = await caller.xml('sendChatMessage', pairs);
  return answer.ok ? { ok: true, message: textOf(answer.response, 'message') } : answer;
}
