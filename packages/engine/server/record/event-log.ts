/** The log of a recording: one JSON object per line, each with `at`, the milliseconds of recorded time. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { sourceKinds } from '#protocol/messages.ts';

const file = z.string().check(z.regex(/^[\w-]{1,60}\.webm$/));
const at = z.number();
const event = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({ at, type: z.literal(type), ...shape });

export const logEvent = z.discriminatedUnion('type', [
  /** `wall`: epoch milliseconds. */
  event('recording', { wall: z.number() }),
  event('resume', { wall: z.number() }),
  event('pause', { wall: z.number() }),
  /** Nothing was recorded between these times (epoch milliseconds), because the engine was away. */
  event('gap', { from: z.number(), to: z.number() }),
  /** The person's sources and whether they are muted come with every change. */
  event('member', {
    id: z.string(),
    name: z.string(),
    role: z.enum(['moderator', 'viewer']),
    sources: z.array(z.object({ key: z.string(), source: z.enum(sourceKinds), muted: z.boolean() })),
  }),
  event('gone', { id: z.string() }),
  event('mute', { id: z.string(), key: z.string(), on: z.boolean() }),
  event('speaking', { ids: z.array(z.string()) }),
  event('chat', { id: z.string(), from: z.string(), name: z.string(), text: z.string() }),
  /** What a message of the chat says now; null: it was deleted. Published logs have none of these (`chat-changes.ts`). */
  event('chat-change', { id: z.string(), text: z.nullable(z.string()) }),
  /** What happened in a topic, as far as it is about people who agreed. `by`: null for the engine, the API, and who did not agree. */
  event('topic', { topic: z.string(), by: z.nullable(z.string()), event: z.unknown() }),
  /** Where a topic stands when the recording begins or goes on, and when an answer changes who may be in it. */
  event('topic-state', { topic: z.string(), rev: z.number(), state: z.unknown() }),
  /** What was passed on and not kept, such as the pointer; of people who agreed. */
  event('hint', { topic: z.string(), by: z.string(), hint: z.unknown() }),
  /** A page that was shown, with its words; its picture lies beside the log. */
  event('slide', {
    deck: z.string(),
    page: z.number(),
    file: z.string().check(z.regex(/^slide-[\w-]{22}-\d{1,3}\.webp$/)),
    width: z.number(),
    height: z.number(),
    text: z.string(),
  }),
  event('marker', { by: z.string() }),
  /** A person's answer to being recorded. `wall`: epoch milliseconds. Who never answers is not in the log at all. */
  event('consent', { id: z.string(), answer: z.enum(['all', 'nothing']), wall: z.number() }),
  /** `start` by the arrival of the first frame; `sync` corrects it by the sender's clock. Both in recorded time. */
  event('track', {
    file,
    member: z.string(),
    source: z.enum(sourceKinds),
    kind: z.enum(['audio', 'video']),
    start: z.number(),
    width: z.optional(z.number()),
    height: z.optional(z.number()),
  }),
  event('sync', { file, start: z.number(), ntpAtStart: z.number() }),
  event('track-end', {
    file,
    length: z.number(),
    bytes: z.optional(z.number()),
    frames: z.optional(z.number()),
    gaps: z.optional(z.number()),
    late: z.optional(z.number()),
    shifts: z.optional(z.number()),
    /** Closed after the process that wrote it had ended. */
    repaired: z.optional(z.boolean()),
  }),
  event('end', { wall: z.number(), repaired: z.optional(z.boolean()) }),
]);
export type LogEvent = z.infer<typeof logEvent>;
/** An event without its time, which the recording adds. */
export type LogEventBody = LogEvent extends infer E ? (E extends LogEvent ? Omit<E, 'at'> : never) : never;

export const EVENTS_FILE = 'events.jsonl';

export function eventLine(entry: LogEvent): Buffer {
  return Buffer.from(`${JSON.stringify(entry)}\n`);
}

/** The events of a log; a line that was cut by the end of the process is left out. */
export async function readEvents(path: string): Promise<LogEvent[]> {
  const text = await readFile(path, 'utf8');
  return text.split('\n').flatMap((line) => {
    const entry = readLine(line);
    return entry === null ? [] : [entry];
  });
}

function readLine(line: string): LogEvent | null {
  if (!line.startsWith('{') || !line.endsWith('}')) return null;
  try {
    const parsed = z.safeParse(logEvent, JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** A file of the recording on its time line: `start` and `length` in milliseconds; `length` is 0 while it is being written. */
export type TrackFact = {
  file: string;
  member: string;
  source: (typeof sourceKinds)[number];
  kind: 'audio' | 'video';
  start: number;
  length: number;
  width: number;
  height: number;
};

/** The files that a log names, with the best known start of each. */
export function tracksOf(events: readonly LogEvent[]): TrackFact[] {
  const tracks = new Map<string, TrackFact>();
  for (const entry of events) {
    if (entry.type === 'track') {
      const { file: name, member, source, kind, start, width = 0, height = 0 } = entry;
      tracks.set(name, { file: name, member, source, kind, start, length: 0, width, height });
    }
    if (entry.type !== 'sync' && entry.type !== 'track-end') continue;
    const track = tracks.get(entry.file);
    if (track === undefined) continue;
    if (entry.type === 'sync') track.start = entry.start;
    else track.length = entry.length;
  }
  return [...tracks.values()];
}

/** `width` and `height` in pixels. */
export type SlideFact = Omit<Extract<LogEvent, { type: 'slide' }>, 'type' | 'at'>;

/** The pages that a log names; after an engine was killed the same one may be in it twice. */
export function shownPagesOf(events: readonly LogEvent[]): SlideFact[] {
  const slides = events.flatMap((entry): [string, SlideFact][] => {
    if (entry.type !== 'slide') return [];
    const { at: _at, type: _type, ...slide } = entry;
    return [[slide.file, slide]];
  });
  return [...new Map(slides).values()];
}

/** Where the recorded time ends. */
export function lengthOf(events: readonly LogEvent[]): number {
  const last = events.reduce((latest, entry) => Math.max(latest, entry.at), 0);
  return tracksOf(events).reduce((latest, track) => Math.max(latest, Math.round(track.start + track.length)), last);
}
