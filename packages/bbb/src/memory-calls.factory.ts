import {
  type Answer,
  createdAnswer,
  documentInsertedAnswer,
  endedAnswer,
  failed,
  messageSentAnswer,
  runningAnswer,
} from '#answers.ts';
import type { CallName } from '#calls.ts';
import { readCreate } from '#create-request.ts';
import { readMeetingId } from '#fields.ts';
import { failure, failures } from '#failure.ts';
import { generatedPassword, internalMeetingId, randomVoiceBridge } from '#ids.ts';
import { type MeetingView, meetingInfoAnswer, meetingsAnswer, sessionsAnswer } from '#meeting-answers.ts';
import { decideCreate, decideEnd, readChatMessage, readEnd } from '#meeting-requests.ts';
import { memoryHooks } from '#memory-hooks.factory.ts';
import { memoryJoin } from '#memory-join.factory.ts';
import { memoryRecordings } from '#memory-recordings.factory.ts';
import type { MemoryMeeting, MemoryState } from '#memory-state.factory.ts';
import { createOrder, readModules } from '#modules.ts';
import type { VerifiedCall } from '#server.ts';

type Handler = (state: MemoryState, call: VerifiedCall) => Answer;

const handlers: Partial<Record<CallName, Handler>> = {
  create,
  join: memoryJoin,
  end,
  isMeetingRunning,
  getMeetingInfo,
  getMeetings: (state) => meetingsAnswer([...state.meetings.values()].map(viewOf)),
  getSessions: () => sessionsAnswer([]),
  insertDocument,
  sendChatMessage,
  ...memoryRecordings,
  ...memoryHooks,
};

/** The answer to a verified call, or nothing when the server in memory does not know it. */
export function answerMemoryCall(state: MemoryState, call: VerifiedCall): Answer | undefined {
  return handlers[call.name]?.(state, call);
}

function create(state: MemoryState, call: VerifiedCall): Answer {
  const read = readCreate(call.params);
  if (!read.ok) return failed(read);
  const request = read.value;
  const modules = call.body.kind === 'xml' ? readModules(call.body.text) : undefined;
  if (modules?.ok === false) return failed(modules);
  const existing = state.meetings.get(request.meetingID);
  const decision = decideCreate(request, existing);
  if (!decision.ok) return failed(decision);
  if (existing) return createdAnswer(viewOf(existing), 'duplicate');
  const meetings = [...state.meetings.values()];
  if (request.isBreakout && !meetings.some((other) => other.internalId === request.parentMeetingID))
    return failed(failures.parentUnknown);
  if (meetings.some((other) => other.voiceBridge === request.voiceBridge)) return failed(failures.voiceBridgeTaken);
  state.lastCreateTime = Math.max(Date.now(), state.lastCreateTime + 1);
  const meeting: MemoryMeeting = {
    request,
    createTime: state.lastCreateTime,
    internalId: internalMeetingId(request.meetingID, state.lastCreateTime),
    attendeePW: request.attendeePW || generatedPassword(),
    moderatorPW: request.moderatorPW || generatedPassword(),
    voiceBridge: request.voiceBridge || randomVoiceBridge(),
    attendees: [],
    waiting: [],
    documents: createOrder(modules?.value.documents ?? []),
    messages: [],
  };
  state.meetings.set(request.meetingID, meeting);
  return createdAnswer(viewOf(meeting), 'created');
}

/** The meeting as the answers want it. */
export function viewOf(meeting: MemoryMeeting): MeetingView {
  const { request } = meeting;
  const moderators = meeting.attendees.filter((attendee) => attendee.role === 'MODERATOR');
  return {
    meetingID: request.meetingID,
    meetingName: request.name,
    internalMeetingID: meeting.internalId,
    attendeePW: meeting.attendeePW,
    moderatorPW: meeting.moderatorPW,
    createTime: meeting.createTime,
    voiceBridge: meeting.voiceBridge,
    dialNumber: request.dialNumber,
    hasUserJoined: meeting.attendees.length > 0,
    duration: request.duration,
    hasBeenForciblyEnded: false,
    running: meeting.attendees.length > 0,
    recording: request.record,
    startTime: meeting.createTime,
    endTime: 0,
    participantCount: meeting.attendees.length,
    listenerCount: 0,
    voiceParticipantCount: 0,
    videoCount: 0,
    maxUsers: request.maxParticipants,
    moderatorCount: moderators.length,
    attendees: meeting.attendees,
    metadata: request.metadata,
    parentMeetingID: request.parentMeetingID || undefined,
    breakout: request.isBreakout ? { sequence: request.sequence, freeJoin: request.freeJoin } : undefined,
  };
}

function end(state: MemoryState, call: VerifiedCall): Answer {
  const read = readEnd(call.params);
  if (!read.ok) return failed(read);
  const decision = decideEnd(read.value, state.meetings.get(read.value.meetingID));
  if (!decision.ok) return failed(decision);
  state.meetings.delete(read.value.meetingID);
  return endedAnswer();
}

function isMeetingRunning(state: MemoryState, call: VerifiedCall): Answer {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  return runningAnswer({ running: (state.meetings.get(id.value)?.attendees.length ?? 0) > 0 });
}

function getMeetingInfo(state: MemoryState, call: VerifiedCall): Answer {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  const meeting = state.meetings.get(id.value);
  return meeting ? meetingInfoAnswer(viewOf(meeting)) : failed(failures.meetingNotFound);
}

function insertDocument(state: MemoryState, call: VerifiedCall): Answer {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  const meeting = state.meetings.get(id.value);
  if (!meeting) return failed(failures.meetingNotFound);
  if (meeting.request.disabledFeatures.has('presentation')) return failed(failures.presentationDisabled);
  const modules = call.body.kind === 'xml' ? readModules(call.body.text) : undefined;
  if (modules?.ok === false) return failed(modules);
  if (!modules?.value.documents) return failed(failure('validationError', 'The request body has no presentation'));
  meeting.documents.push(...modules.value.documents);
  return documentInsertedAnswer();
}

function sendChatMessage(state: MemoryState, call: VerifiedCall): Answer {
  const read = readChatMessage(call.params);
  if (!read.ok) return failed(read);
  const meeting = state.meetings.get(read.value.meetingID);
  if (!meeting || meeting.attendees.length === 0) return failed(failures.chatMeetingNotFound);
  meeting.messages.push(`${read.value.userName}: ${read.value.message}`);
  return messageSentAnswer();
}
