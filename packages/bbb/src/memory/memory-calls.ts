import {
  type BbbResponse,
  createdAnswer,
  documentInsertedAnswer,
  endedAnswer,
  failed,
  messageSentAnswer,
  runningAnswer,
} from '#answers.ts';
import type { CallName } from '#calls.ts';
import { type CreateRequest, readCreate } from '#create-request.ts';
import { readMeetingId } from '#fields.ts';
import { type CallFailure, failure, failures } from '#failure.ts';
import { breakoutExternalId, generatedPassword, internalMeetingId, randomVoiceBridge } from '#ids.ts';
import { type AttendeeView, type MeetingView, meetingInfoAnswer, meetingsAnswer, sessionsAnswer } from '#meeting-answers.ts';
import { decideCreate, decideEnd, readChatMessage, readEnd } from '#meeting-requests.ts';
import { memoryHooks } from '#memory/memory-hooks.ts';
import { memoryJoin } from '#memory/memory-join.ts';
import { memoryRecordings } from '#memory/memory-recordings.ts';
import {
  breakoutsOf,
  endMeeting,
  knownMeeting,
  liveMeeting,
  type MemoryMeeting,
  type MemoryState,
} from '#memory/memory-state.ts';
import { createOrder, readModules } from '#modules.ts';
import type { VerifiedCall } from '#server.ts';

type MemoryCallHandler = (state: MemoryState, call: VerifiedCall) => BbbResponse;

const handlers: Partial<Record<CallName, MemoryCallHandler>> = {
  create,
  join: memoryJoin,
  end,
  isMeetingRunning,
  getMeetingInfo,
  getMeetings: (state) => meetingsAnswer(knownMeetings(state).map((meeting) => viewOf(state, meeting))),
  getSessions,
  insertDocument,
  sendChatMessage,
  ...memoryRecordings,
  ...memoryHooks,
};

/** The answer to a verified call, or nothing when the server in memory does not know it. */
export function answerMemoryCall(state: MemoryState, call: VerifiedCall): BbbResponse | undefined {
  return handlers[call.name]?.(state, call);
}

function create(state: MemoryState, call: VerifiedCall): BbbResponse {
  const read = readCreate(call.params);
  if (!read.ok) return failed(read);
  const request = read.value;
  const modules = call.body.kind === 'xml' ? readModules(call.body.text) : undefined;
  if (modules?.ok === false) return failed(modules);
  const existing = liveMeeting(state, request.meetingID);
  const decision = decideCreate(request, existing);
  if (!decision.ok) return failed(decision);
  if (existing) return createdAnswer(viewOf(state, existing), 'duplicate');
  const refusal = refuseClash(state, request);
  if (refusal) return failed(refusal);
  state.lastCreateTime = Math.max(state.clock(), state.lastCreateTime + 1);
  const { isBreakout } = request;
  const meeting: MemoryMeeting = {
    request: isBreakout ? asBreakout(state, request) : request,
    createTime: state.lastCreateTime,
    internalId: isBreakout ? request.meetingID : internalMeetingId(request.meetingID, state.lastCreateTime),
    attendeePW: request.attendeePW || generatedPassword(),
    moderatorPW: request.moderatorPW || generatedPassword(),
    voiceBridge: request.voiceBridge || randomVoiceBridge(),
    attendees: [],
    waiting: [],
    documents: createOrder(modules?.value.documents ?? []),
    messages: [],
    hasUserJoined: false,
    endTime: 0,
  };
  state.meetings.set(meeting.request.meetingID, meeting);
  return createdAnswer(viewOf(state, meeting), 'created');
}

/** As BBB keeps a breakout room: under an ID that it makes itself, and with the metadata of the parent. */
function asBreakout(state: MemoryState, request: CreateRequest): CreateRequest {
  const { parentMeetingID: parentInternalId, sequence, meetingID: meetingId } = request;
  const parent = liveMeeting(state, parentInternalId);
  const inherited = [...(parent?.request.metadata ?? [])].filter(([name]) => name !== 'endcallbackurl');
  return {
    ...request,
    meetingID: breakoutExternalId({ parentInternalId, sequence, meetingId }),
    metadata: new Map([...inherited, ...request.metadata]),
  };
}

function refuseClash(state: MemoryState, request: CreateRequest): CallFailure | undefined {
  if (!request.isBreakout && request.voiceBridge === '') return undefined;
  const live = knownMeetings(state).filter((meeting) => meeting.endTime === 0);
  if (request.isBreakout && !live.some((other) => other.internalId === request.parentMeetingID)) return failures.parentUnknown;
  return live.some((other) => other.voiceBridge === request.voiceBridge) ? failures.voiceBridgeTaken : undefined;
}

function knownMeetings(state: MemoryState): MemoryMeeting[] {
  return [...state.meetings.keys()].flatMap((id) => knownMeeting(state, id) ?? []);
}

/** The meeting as the answers want it. */
export function viewOf(state: MemoryState, meeting: MemoryMeeting): MeetingView {
  const { request, attendees } = meeting;
  const count = (fits: (attendee: AttendeeView) => boolean): number => attendees.filter(fits).length;
  return {
    meetingID: request.meetingID,
    meetingName: request.name,
    internalMeetingID: meeting.internalId,
    attendeePW: meeting.attendeePW,
    moderatorPW: meeting.moderatorPW,
    createTime: meeting.createTime,
    voiceBridge: meeting.voiceBridge,
    dialNumber: request.dialNumber,
    hasUserJoined: meeting.hasUserJoined,
    duration: request.duration,
    hasBeenForciblyEnded: meeting.endTime > 0,
    running: attendees.length > 0,
    recording: request.record,
    startTime: meeting.createTime,
    endTime: meeting.endTime,
    participantCount: attendees.length,
    listenerCount: count((attendee) => attendee.isListeningOnly),
    voiceParticipantCount: count((attendee) => attendee.hasJoinedVoice),
    videoCount: count((attendee) => attendee.hasVideo),
    maxUsers: request.maxParticipants,
    moderatorCount: count((attendee) => attendee.role === 'MODERATOR'),
    attendees,
    metadata: request.metadata,
    parentMeetingID: request.parentMeetingID || undefined,
    breakout: request.isBreakout ? { sequence: request.sequence, freeJoin: request.freeJoin } : undefined,
    breakoutRooms: breakoutsOf(state, meeting).map((room) => room.request.meetingID),
  };
}

function getSessions(state: MemoryState): BbbResponse {
  const sessions = knownMeetings(state).flatMap((meeting) =>
    meeting.attendees.map((attendee) => ({
      internalMeetingID: meeting.internalId,
      meetingName: meeting.request.name,
      userName: attendee.fullName,
    })),
  );
  return sessionsAnswer(sessions);
}

function end(state: MemoryState, call: VerifiedCall): BbbResponse {
  const read = readEnd(call.params);
  if (!read.ok) return failed(read);
  const meeting = liveMeeting(state, read.value.meetingID);
  const decision = decideEnd(read.value, meeting);
  if (!decision.ok) return failed(decision);
  if (meeting) endMeeting(state, meeting);
  return endedAnswer();
}

function isMeetingRunning(state: MemoryState, call: VerifiedCall): BbbResponse {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  return runningAnswer({ running: (liveMeeting(state, id.value)?.attendees.length ?? 0) > 0 });
}

function getMeetingInfo(state: MemoryState, call: VerifiedCall): BbbResponse {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  const meeting = knownMeeting(state, id.value);
  return meeting ? meetingInfoAnswer(viewOf(state, meeting)) : failed(failures.meetingNotFound);
}

function insertDocument(state: MemoryState, call: VerifiedCall): BbbResponse {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  const meeting = liveMeeting(state, id.value);
  if (!meeting) return failed(failures.meetingNotFound);
  if (meeting.request.disabledFeatures.has('presentation')) return failed(failures.presentationDisabled);
  const modules = call.body.kind === 'xml' ? readModules(call.body.text) : undefined;
  if (modules?.ok === false) return failed(modules);
  if (!modules?.value.documents) return failed(failure('validationError', 'The request body has no presentation'));
  meeting.documents.push(...modules.value.documents);
  return documentInsertedAnswer();
}

function sendChatMessage(state: MemoryState, call: VerifiedCall): BbbResponse {
  const read = readChatMessage(call.params);
  if (!read.ok) return failed(read);
  const meeting = liveMeeting(state, read.value.meetingID);
  if (!meeting || meeting.attendees.length === 0) return failed(failures.chatMeetingNotFound);
  meeting.messages.push(`${read.value.userName}: ${read.value.message}`);
  return messageSentAnswer();
}
