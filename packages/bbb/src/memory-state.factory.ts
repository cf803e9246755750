import type { CreateRequest } from '#create-request.ts';
import type { HookView } from '#hook-answers.ts';
import type { AttendeeView } from '#meeting-answers.ts';
import type { ModuleDocument } from '#modules.ts';
import type { RecordingView } from '#recording-answers.ts';

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
};

/** Everything the server in memory knows. */
export type MemoryState = {
  meetings: Map<string, MemoryMeeting>;
  recordings: RecordingView[];
  hooks: HookView[];
  /** Counts up so that two meetings of one millisecond still differ. */
  lastCreateTime: number;
};

/** A server at its start. */
export function emptyState(): MemoryState {
  return { meetings: new Map(), recordings: [], hooks: [], lastCreateTime: 0 };
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
