/** The commands that script a fake server, in its process or from another one. */
import { recording } from '@atrium/bbb/memory/memory-state';
import { z } from 'zod';
import { hookEventNames } from '@atrium/bbb/hooks/hook-events';

const count = z.int().min(0).max(100_000);
const milliseconds = z.int().min(0).max(86_400_000);

const callQuirk = z.strictObject({
  delayMs: milliseconds.optional(),
  jitterMs: milliseconds.optional(),
  fault: z
    .enum([
      'error500',
      'html502',
      'html200',
      'garbage',
      'empty',
      'truncated',
      'cutOff',
      'hangUp',
      'hangUpAfter',
      'silent',
      'failedWithoutKey',
      'errorList',
      'dieAfter',
    ])
    .optional(),
  after: count.optional(),
  times: count.optional(),
});

/** See `Quirks`. */
export const quirksShape = z.strictObject({
  all: callQuirk.optional(),
  calls: z.record(z.string(), callQuirk).optional(),
});

const recordingShape = z.strictObject({
  do: z.literal('recording'),
  /** The meeting, which may have ended. */
  meetingID: z.string(),
  /** Made from the meeting unless given. */
  recordID: z.string().optional(),
  name: z.string().optional(),
  state: z.enum(['processing', 'processed', 'published', 'unpublished', 'deleted']).default('published'),
  formats: z.array(z.string().regex(/^[a-z]+$/)).default(['presentation']),
  metadata: z.record(z.string(), z.string()).default({}),
  participants: count.default(2),
  /** Whether the recording-ready callback is sent. */
  announce: z.boolean().default(true),
});

/** The commands of a fake server. */
export const commandShape = z.discriminatedUnion('do', [
  /** Nothing; the answer is the state, as after every command. */
  z.strictObject({ do: z.literal('look') }),
  z.strictObject({ do: z.literal('quirks'), set: quirksShape }),
  z.strictObject({
    do: z.literal('people'),
    meetingID: z.string(),
    add: count.default(0),
    remove: count.default(0),
    moderators: count.default(0),
    cameras: count.default(0),
    microphones: count.default(0),
    overMs: milliseconds.default(0),
  }),
  /** Ends a meeting as its duration would; callbacks are sent. */
  z.strictObject({ do: z.literal('end'), meetingID: z.string() }),
  /** A meeting vanishes without a word, as after a crash of the program inside. */
  z.strictObject({ do: z.literal('vanish'), meetingID: z.string() }),
  recordingShape,
  /** Sends the statistics of a meeting, which may have ended. */
  z.strictObject({ do: z.literal('statistics'), meetingID: z.string() }),
  z.strictObject({
    do: z.literal('event'),
    meetingID: z.string(),
    id: z.enum(hookEventNames),
    more: z.record(z.string(), z.unknown()).default({}),
  }),
  /** Refuses connections and breaks those that are open. `meetings` says what is still there when it comes back. */
  z.strictObject({ do: z.literal('down'), meetings: z.enum(['keep', 'lose']).default('keep') }),
  z.strictObject({ do: z.literal('up') }),
  z.strictObject({ do: z.literal('clock'), offsetMs: z.int() }),
  /** Resolves when every callback under way has been sent or given up. */
  z.strictObject({ do: z.literal('settle') }),
]);

/** A command as it is given; what has a standard may be left out. */
export type Command = z.input<typeof commandShape>;

/** A command with everything filled in. */
export type FullCommand = z.output<typeof commandShape>;

type RecordingCommand = Extract<FullCommand, { do: 'recording' }>;

/** The recording that a command describes, of a meeting with these IDs. */
export function recordingFrom(
  command: RecordingCommand,
  meeting: { internalId: string; name: string; createTime: number; endTime: number; metadata: ReadonlyMap<string, string> },
  origin: string,
) {
  const recordID = command.recordID ?? meeting.internalId;
  const name = command.name ?? meeting.name;
  const own = [
    ['meetingId', command.meetingID] as const,
    ['meetingName', meeting.name] as const,
    ['isBreakout', 'false'] as const,
  ];
  return recording({
    recordID,
    meetingID: command.meetingID,
    internalMeetingID: meeting.internalId,
    name,
    published: command.state === 'published',
    state: command.state,
    startTime: meeting.createTime,
    endTime: meeting.endTime,
    participants: command.participants,
    metadata: new Map([...meeting.metadata, ...Object.entries(command.metadata), ...own]),
    formats: command.formats.map((type) => ({
      type,
      url: `${origin}/playback/${type}/${recordID}`,
      processingTime: 1000,
      length: Math.max(Math.round((meeting.endTime - meeting.createTime) / 60_000), 0),
    })),
  });
}
