import { type RecordedBoard, recordedBoard } from '@atrium/engine/topics/board/recorded-board.ts';
import * as z from 'zod/mini';
import { type PlayedSlides, playedSlides, slidePicture } from './slides.hook.ts';
import { type PlayedTopics, topicsOf } from './topics.hook.ts';

const sources = z.enum(['mic', 'cam', 'screen', 'screen-audio']);
const at = z.number();
const event = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({ at, type: z.literal(type), ...shape });

const shownEvent = z.discriminatedUnion('type', [
  event('member', {
    id: z.string(),
    name: z.string(),
    sources: z.array(z.object({ key: z.string(), source: sources, muted: z.boolean() })),
  }),
  event('gone', { id: z.string() }),
  event('mute', { id: z.string(), key: z.string(), on: z.boolean() }),
  event('speaking', { ids: z.array(z.string()) }),
  event('chat', { id: z.string(), from: z.string(), name: z.string(), text: z.string() }),
  event('marker', { by: z.string() }),
  event('gap', { from: z.number(), to: z.number() }),
]);
export type ShownEvent = z.infer<typeof shownEvent>;

const track = z.object({
  file: z.string().check(z.regex(/^[\w-]{1,60}\.webm$/)),
  member: z.string(),
  source: sources,
  kind: z.enum(['audio', 'video']),
  /** Milliseconds of recorded time. */
  start: z.number(),
  length: z.number(),
});
export type PlayerTrack = z.infer<typeof track>;

const manifest = z.object({
  length: z.number(),
  tracks: z.array(track),
  events: z.array(z.unknown()),
  /** `none`: the engine that recorded it had no ffmpeg to make one file of the tracks. */
  video: z.optional(z.object({ state: z.string() })),
  /** Absent in recordings from before there were slides. */
  slides: z.optional(z.array(slidePicture)),
});
export type PlayerManifest = {
  length: number;
  tracks: PlayerTrack[];
  events: ShownEvent[];
  hasVideo: boolean;
  /** What stood in the topics of the meeting at a time of the recording. */
  topicsAt: (time: number) => PlayedTopics;
  slides: PlayedSlides;
  board: RecordedBoard;
};

/** Events that the player does not show are left out. Throws when it is no manifest. */
export function readManifest(json: unknown): PlayerManifest {
  const { length, tracks, events, video, slides: pictures = [] } = z.parse(manifest, json);
  const shown = events.flatMap((one) => {
    const parsed = z.safeParse(shownEvent, one);
    return parsed.success ? [parsed.data] : [];
  });
  const slides = playedSlides({ events, pictures, length });
  const [topicsAt, board] = [topicsOf(events), recordedBoard(events)];
  return { length, tracks, events: shown, hasVideo: video?.state !== 'none', topicsAt, slides, board };
}
