/** How a fake server answers one request of the BBB API. */
import { type BbbResponse, failed, jsonAnswer, success } from '@atrium/bbb/answers';
import { failure, failures } from '@atrium/bbb/failure';
import { answerMemoryCall } from '@atrium/bbb/memory/memory-calls';
import { openClient } from '@atrium/bbb/memory/memory-join';
import { liveMeeting, type MemoryState } from '@atrium/bbb/memory/memory-state';
import { type IncomingCall, type RawRequest, readCall, type VerifiedCall, verify } from '@atrium/bbb/server';
import { refusalAnswer } from '@atrium/bbb/recordings/text-tracks';
import { element } from '@atrium/bbb/xml';
import type { News } from './news.ts';
import { inStyleOf, type VersionStyle } from './versions.ts';

export type Answering = {
  state: MemoryState;
  style: VersionStyle;
  news: News;
  secret: string;
  /** Whether the root call tells the release. */
  revealsVersion: boolean;
  /** Whether the webhooks program is installed. */
  hasHooks: boolean;
};

/** What a request is, before anything is done. */
export type Received = { name: string; answer: () => BbbResponse };

/** Takes a request apart; paths outside the API get a page. */
export function receive(fake: Answering, request: RawRequest & { accept: string | undefined }): Received {
  const call = readCall(request);
  if (!call) return { name: '/', answer: () => pageFor(fake.state, request.url) };
  return { name: call.name, answer: () => answerCall(fake, call, request.accept) };
}

function answerCall(fake: Answering, given: IncomingCall, accept: string | undefined): BbbResponse {
  const { style, state } = fake;
  if (isAbsent(fake, given.name)) return notFoundPage;
  const call = asThisRelease(given, style);
  const verdict = verify(call, { secrets: [fake.secret], algorithms: style.algorithms });
  // A call that no release has is a page in real servers, unlike in proxies.
  if (!verdict.ok && verdict.key === 'unsupportedRequest') return notFoundPage;
  if (!verdict.ok) return inStyleOf(refusalAnswer(call, verdict, accept), call.name, style);
  if (verdict.call.name === '') return rootAnswer(fake, call.contentType);
  const refusal = verdict.call.name === 'create' ? refuseCreate(fake, verdict.call) : undefined;
  const answer = refusal ?? answerMemoryCall(state, verdict.call) ?? notFoundPage;
  tell(fake, verdict.call, answer);
  return inStyleOf(answer, call.name, style);
}

function isAbsent({ style, hasHooks }: Answering, name: string): boolean {
  return style.missing.has(name) || (!hasHooks && name.startsWith('hooks/'));
}

function asThisRelease(call: IncomingCall, style: VersionStyle): IncomingCall {
  const method = style.joinByPost && call.name === 'join' ? 'GET' : call.method;
  const body = !style.checksContentType && call.body.kind === 'unsupported' ? { kind: 'none' as const } : call.body;
  return { ...call, method, body };
}

function rootAnswer({ style, revealsVersion }: Answering, contentType: string): BbbResponse {
  const fields = style.root.map(([name, value]): [string, string] => [
    name,
    name === 'bbbVersion' && revealsVersion ? style.release : value,
  ]);
  if (contentType === 'application/json') return jsonAnswer(Object.fromEntries([['returncode', 'SUCCESS'], ...fields]));
  return success(fields.map(([name, value]) => element(name, value)));
}

function refuseCreate({ state, style }: Answering, call: VerifiedCall): BbbResponse | undefined {
  const field = (name: string): string => call.params.first.get(name) ?? '';
  if (field('name').trim().length > style.nameLimit) {
    return failed(failure('sizeError', `Meeting name must be between 2 and ${style.nameLimit} characters`));
  }
  if (style.passwordlessRepeat === 'duplicate') return undefined;
  const isPasswordless = field('attendeePW') === '' && field('moderatorPW') === '';
  return isPasswordless && liveMeeting(state, field('meetingID')) ? failed(failures.idNotUnique) : undefined;
}

/** Events of webhooks that follow from calls. */
function tell({ state, news }: Answering, call: VerifiedCall, answer: BbbResponse): void {
  if (state.hooks.length === 0) return;
  const meeting = liveMeeting(state, call.params.first.get('meetingID') ?? '');
  if (!meeting) return;
  if (call.name === 'create' && answer.body.includes('<messageKey></messageKey>')) news.event(meeting, 'meeting-created');
  const isJoined = answer.status === 302 ? !answer.headers['location']?.includes('errors=') : answer.body.includes('SUCCESS');
  const person = meeting.attendees.at(-1);
  if (call.name !== 'join' || !isJoined || !person) return;
  const user = { 'external-user-id': person.userID, name: person.fullName, role: person.role };
  news.event(meeting, 'user-joined', { user });
}

const notFoundPage: BbbResponse = {
  status: 404,
  headers: { 'content-type': 'text/html;charset=utf-8' },
  body: '<!doctype html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>',
};

/** The pages of a server: its client, its lobby, the playback of what is published. */
function pageFor(state: MemoryState, url: string): BbbResponse {
  const path = url.split('?')[0] ?? '';
  const playback = /^\/playback\/[a-z]+\/([^/]+)$/.exec(path)?.[1];
  if (playback !== undefined) {
    const isShown = state.recordings.some((one) => one.recordID === playback && one.published);
    return isShown ? page('Recording') : notFoundPage;
  }
  openClient(state, /[?&]sessionToken=([a-z0-9]+)/.exec(url)?.[1] ?? '');
  return path.startsWith('/html5client') || path.startsWith('/client') || path === '/' ? page('In the meeting') : notFoundPage;
}

function page(title: string): BbbResponse {
  const body = `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1></main></body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body };
}
