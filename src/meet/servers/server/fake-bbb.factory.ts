/** A BBB server for tests, made of the protocol's server half: real HTTP, real checksums, meetings in memory, moods at will. */
import http from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type BbbResponse,
  createdAnswer,
  documentInsertedAnswer,
  endedAnswer,
  failed,
  joinedAnswer,
  redirectAnswer,
  runningAnswer,
} from '@atrium/bbb/answers';
import { type CreateRequest, readCreate } from '@atrium/bbb/create-request';
import { type CallFailure, failures } from '@atrium/bbb/failure';
import { createOrder, type ModuleDocument, type CreateModules, readModules } from '@atrium/bbb/modules';
import { authToken, internalMeetingId, internalUserId, sessionToken } from '@atrium/bbb/ids';
import { decideJoin, joinErrorLocation, readJoin } from '@atrium/bbb/join-request';
import { type AttendeeView, meetingInfoAnswer, meetingsAnswer, type MeetingView } from '@atrium/bbb/meeting-answers';
import { decideCreate, decideEnd, readEnd } from '@atrium/bbb/meeting-requests';
import { isExtraName } from '@atrium/bbb/calls';
import { recordingsAnswer } from '@atrium/bbb/recordings/recording-answers';
import { readCall, type VerifiedCall, type VerifiedExtra, verify, verifyExtra } from '@atrium/bbb/server';
import { type PersonView, readSteer, steeringAnswer, type SteerRequest } from '@atrium/bbb/steering';

export type FakeMeeting = {
  request: CreateRequest;
  createTime: number;
  people: AttendeeView[];
  documents: ModuleDocument[];
  forciblyEnded: 'yes' | 'no';
  /** What the calls beyond the API tell of people, and what was asked with them. */
  more: PersonView[];
  steered: SteerRequest[];
};
/** `refuses`: every create is refused; `silent`: connections are cut; `crashes`: the answer to a create is lost after the meeting was made. */
export type Mood = 'well' | 'refuses' | 'silent' | 'crashes';
export type FakeBbb = {
  url: string;
  secret: string;
  meetings: Map<string, FakeMeeting>;
  /** Other modules of the body of the last create, by meeting. */
  modules: Map<string, ReadonlyMap<string, string>>;
  /** Names of the calls so far. */
  calls: string[];
  /** Parameters of the last join. */
  joins: Record<string, string>[];
  mood: Mood;
  /** Runs after a call was carried out and before its answer is sent. */
  beforeAnswer: (name: string) => Promise<void>;
  /** Puts a person into a meeting, as a browser would. */
  enter(meetingId: string, person: { key: string; name: string; role?: 'MODERATOR' | 'VIEWER' }): void;
  leave(meetingId: string, key: string): void;
  /** Loses everything, as a restart does. */
  restart(): void;
  close(): Promise<void>;
};

function viewOf(id: string, meeting: FakeMeeting): MeetingView {
  const { request, createTime, people } = meeting;
  return {
    meetingID: id,
    meetingName: request.name,
    internalMeetingID: internalMeetingId(id, createTime),
    attendeePW: request.attendeePW,
    moderatorPW: request.moderatorPW,
    createTime,
    voiceBridge: '70000',
    dialNumber: '613-555-1234',
    hasUserJoined: people.length > 0,
    duration: request.duration,
    hasBeenForciblyEnded: meeting.forciblyEnded === 'yes',
    running: people.length > 0,
    recording: request.record,
    startTime: createTime,
    endTime: meeting.forciblyEnded === 'yes' ? createTime + 1 : 0,
    participantCount: people.length,
    listenerCount: 0,
    voiceParticipantCount: 0,
    videoCount: 0,
    maxUsers: request.maxParticipants,
    moderatorCount: people.filter((one) => one.role === 'MODERATOR').length,
    attendees: people,
    metadata: request.metadata,
  };
}

function modulesIn(call: VerifiedCall): CreateModules | undefined {
  const read = call.body.kind === 'xml' ? readModules(call.body.text) : undefined;
  return read?.ok === true ? read.value : undefined;
}
const documentsIn = (call: VerifiedCall): ModuleDocument[] => modulesIn(call)?.documents ?? [];
function insertDocument(fake: FakeBbb, call: VerifiedCall): BbbResponse {
  const meeting = fake.meetings.get(call.params.first.get('meetingID') ?? '');
  if (meeting === undefined) return failed(failures.meetingNotFound);
  meeting.documents.push(...documentsIn(call));
  return documentInsertedAnswer();
}

function create(fake: FakeBbb, call: VerifiedCall): BbbResponse {
  const read = readCreate(call.params);
  if (!read.ok) return failed(read);
  if (fake.mood === 'refuses') return failed(failures.tooManyMeetings);
  const existing = fake.meetings.get(read.value.meetingID);
  const decided = decideCreate(read.value, existing?.request);
  if (!decided.ok) return failed(decided);
  const meeting = existing ?? {
    request: read.value,
    createTime: Date.now(),
    people: [],
    documents: createOrder(documentsIn(call)),
    forciblyEnded: 'no' as const,
    more: [],
    steered: [],
  };
  fake.meetings.set(read.value.meetingID, meeting);
  fake.modules.set(read.value.meetingID, modulesIn(call)?.others ?? new Map());
  return createdAnswer(viewOf(read.value.meetingID, meeting), decided.outcome);
}

function join(fake: FakeBbb, call: VerifiedCall): BbbResponse {
  const read = readJoin(call.params);
  if (!read.ok) return failed(read);
  fake.joins.push(Object.fromEntries(call.params.first));
  const meeting = fake.meetings.get(read.value.meetingID);
  const refuse = (failure: { key: string; message: string }) =>
    read.value.redirect ? redirectAnswer(joinErrorLocation(read.value.errorRedirectUrl, failure)) : failed(failure);
  if (meeting === undefined) return refuse(failures.joinUnknownMeeting);
  const verdict = decideJoin(read.value, {
    ...meeting.request,
    createTime: meeting.createTime,
    knownUserIds: new Set(meeting.people.map((one) => one.userID)),
  });
  if (!verdict.ok) return refuse(verdict);
  const token = sessionToken();
  const url = `https://media.example/client?sessionToken=${token}`;
  if (read.value.redirect) return redirectAnswer(url);
  return joinedAnswer({
    meetingId: internalMeetingId(read.value.meetingID, meeting.createTime),
    userId: internalUserId(),
    authToken: authToken(),
    sessionToken: token,
    guestStatus: verdict.guestStatus,
    url,
  });
}

function end(fake: FakeBbb, call: VerifiedCall): BbbResponse {
  const read = readEnd(call.params);
  if (!read.ok) return failed(read);
  const decided = decideEnd(read.value, fake.meetings.get(read.value.meetingID)?.request);
  if (!decided.ok) return failed(decided);
  fake.meetings.delete(read.value.meetingID);
  return endedAnswer();
}

function info(fake: FakeBbb, call: VerifiedCall): BbbResponse {
  const id = call.params.first.get('meetingID') ?? '';
  const meeting = fake.meetings.get(id);
  if (call.name === 'isMeetingRunning') return runningAnswer({ running: (meeting?.people.length ?? 0) > 0 });
  return meeting === undefined ? failed(failures.meetingNotFound) : meetingInfoAnswer(viewOf(id, meeting));
}

function answer(fake: FakeBbb, call: VerifiedCall): BbbResponse {
  fake.calls.push(call.name);
  if (call.name === 'create') return create(fake, call);
  if (call.name === 'join') return join(fake, call);
  if (call.name === 'insertDocument') return insertDocument(fake, call);
  if (call.name === 'end') return end(fake, call);
  if (call.name === 'getMeetings') return meetingsAnswer([...fake.meetings].map(([id, meeting]) => viewOf(id, meeting)));
  if (call.name === 'getRecordings') return recordingsAnswer([]);
  return info(fake, call);
}

/** The calls beyond the API, as the embedded engine answers them. */
function extra(fake: FakeBbb, call: VerifiedExtra): BbbResponse {
  fake.calls.push(call.name);
  const meeting = fake.meetings.get(call.params.first.get('meetingID') ?? '');
  if (meeting === undefined) return failed(failures.meetingNotFound);
  if (call.name === 'atrium/steer') {
    const read = readSteer(call.params);
    if (!read.ok) return failed(read);
    meeting.steered.push(read.value);
  }
  const duration = meeting.steered.findLast((one) => one.duration !== undefined)?.duration ?? meeting.request.duration;
  const locks = Object.assign({ mic: false, cam: false, chat: false }, ...meeting.steered.map((one) => one.locks));
  return steeringAnswer({ duration, locks, people: meeting.more });
}

async function serve(fake: FakeBbb, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const call = readCall({
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    contentType: request.headers['content-type'],
    body: await text(request).catch(() => ''),
  });
  if (fake.mood === 'silent' || call === undefined) return void request.socket.destroy();
  const given = isExtraName(call.name)
    ? answered(verifyExtra(call, { secrets: [fake.secret] }), (sure) => extra(fake, sure))
    : answered(verify(call, { secrets: [fake.secret] }), (sure) => answer(fake, sure));
  await fake.beforeAnswer(call.name);
  if (fake.mood === 'crashes' && call.name === 'create') return void request.socket.destroy();
  response.writeHead(given.status, { ...given.headers }).end(given.body);
}

const answered = <C>(verified: { ok: true; call: C } | CallFailure, give: (call: C) => BbbResponse): BbbResponse =>
  verified.ok ? give(verified.call) : failed(verified);

const attendee = (person: { key: string; name: string; role?: 'MODERATOR' | 'VIEWER' }): AttendeeView => ({
  userID: person.key,
  fullName: person.name,
  role: person.role ?? 'VIEWER',
  isPresenter: false,
  isListeningOnly: false,
  hasJoinedVoice: true,
  hasVideo: false,
  clientType: 'HTML5',
  customdata: new Map(),
});

/** Starts a fake server on a free loopback port. */
export async function buildFakeBbb(): Promise<FakeBbb> {
  const server = http.createServer((request, response) => void serve(fake, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake server has no port');
  const fake: FakeBbb = {
    url: `http://127.0.0.1:${address.port}/bigbluebutton`,
    secret: 'a-secret-for-tests',
    meetings: new Map(),
    modules: new Map(),
    calls: [],
    joins: [],
    mood: 'well',
    beforeAnswer: async () => undefined,
    enter: (meetingId, person) => void fake.meetings.get(meetingId)?.people.push(attendee(person)),
    leave: (meetingId, key) => {
      const meeting = fake.meetings.get(meetingId);
      if (meeting !== undefined) meeting.people = meeting.people.filter((one) => one.userID !== key);
    },
    restart: () => fake.meetings.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}
