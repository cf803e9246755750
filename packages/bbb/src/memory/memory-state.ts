import type { CreateRequest } from '#create-request.ts';
import type { HookView } from '#hooks/hook-answers.ts';
import type { AttendeeView } from '#meeting-answers.ts';
import type { ModuleDocument } from '#modules.ts';
import type { RecordingView, TextTrackView } from '#recordings/recording-answers.ts';

/** A meeting of the server in memory. */
export type MemoryMeeting = {
  request: CreateRequest;
  internalId: string;
  createTime: number;
  attendeePW: string;
  moderatorPW: string;
  voiceBridge: string;
  attendees: AttendeeView[];
  waiting: string[];
  documents: ModuleDocument[];
  messages: string[];
  hasUserJoined: boolean;
  /** Epoch milliseconds, 0 while it lives. */
  endTime: number;
};

/** Everything the server in memory knows. */
export type MemoryState = {
  meetings: Map<string, MemoryMeeting>;
  recordings: RecordingView[];
  /** By record ID. */
  tracks: Map<string, TextTrackView[]>;
  hooks: HookView[];
  /** Counts up so that two meetings of one millisecond still differ. */
  lastCreateTime: number;
  /** Epoch milliseconds; a server whose clock is wrong has another one. */
  clock: () => number;
  /** Whether somebody is present from the join on, or only when the client opens, as in real servers. */
  presence: 'join' | 'client';
  /** Who joined and has not opened the client, by session token. */
  entering: Map<string, { meeting: MemoryMeeting; person: AttendeeView }>;
  /** Where people who join are sent, without a query. */
  clientUrl: string;
  /** Where people are sent when joining fails and they named no place. */
  logoutUrl: string;
  /** How long an ended meeting is still listed, in milliseconds; real servers take a moment. */
  endLingersMs: number;
  /** Hears of every meeting that ends, while its people are still known. */
  onEnd: (meeting: MemoryMeeting) => void;
};

/** A server at its start. */
export function emptyState(given: Partial<MemoryState> = {}): MemoryState {
  return {
    meetings: new Map(),
    recordings: [],
    tracks: new Map(),
    hooks: [],
    lastCreateTime: 0,
    clock: Date.now,
    presence: 'join',
    entering: new Map(),
    clientUrl: 'https://bbb.example/client',
    logoutUrl: 'https://bbb.example/left',
    endLingersMs: 0,
    onEnd: () => undefined,
    ...given,
  };
}

/** A meeting that is there, also one that ended a moment ago. */
export function knownMeeting(state: MemoryState, meetingID: string): MemoryMeeting | undefined {
  const meeting = state.meetings.get(meetingID) ?? byInternalId(state, meetingID);
  if (!meeting || meeting.endTime === 0 || state.clock() < meeting.endTime + state.endLingersMs) return meeting;
  state.meetings.delete(meeting.request.meetingID);
  return undefined;
}

const byInternalId = (state: MemoryState, internalId: string): MemoryMeeting | undefined =>
  [...state.meetings.values()].find((meeting) => meeting.internalId === internalId);

/** The breakout rooms of a meeting that go on. */
export const breakoutsOf = (state: MemoryState, { internalId }: MemoryMeeting): MemoryMeeting[] =>
  [...state.meetings.values()].filter(
    ({ request, endTime }) => request.isBreakout && request.parentMeetingID === internalId && endTime === 0,
  );

/** A meeting that goes on. */
export function liveMeeting(state: MemoryState, meetingID: string): MemoryMeeting | undefined {
  const meeting = knownMeeting(state, meetingID);
  return meeting?.endTime === 0 ? meeting : undefined;
}

/** Ends a meeting and its breakout rooms; everybody in them is gone at once. */
export function endMeeting(state: MemoryState, meeting: MemoryMeeting): void {
  meeting.endTime = state.clock();
  if (state.endLingersMs === 0) state.meetings.delete(meeting.request.meetingID);
  state.onEnd(meeting);
  meeting.attendees = [];
  for (const room of breakoutsOf(state, meeting)) endMeeting(state, room);
}

/** A published recording; what a test cares about is given. */
export function recording(given: Partial<RecordingView> & { recordID: string }): RecordingView {
  return {
    meetingID: 'm',
    internalMeetingID: given.recordID,
    name: 'Lesson',
    isBreakout: false,
    published: true,
    state: 'published',
    startTime: 1_531_155_809_613,
    endTime: 1_531_155_900_000,
    participants: 3,
    metadata: new Map(),
    formats: [{ type: 'presentation', url: `https://play.example/${given.recordID}`, processingTime: 10, length: 2 }],
    ...given,
  };
}
