/** What the page of a recording plays and shows. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { recordingStates, visibilities } from './recordings.rules.ts';

const neighbour = z.nullable(z.object({ recordId: z.string(), name: z.string() }));

/** What those see besides who have the recording in their lists. */
const listed = z.object({
  state: z.enum(recordingStates),
  visibility: z.enum(visibilities),
  views: z.number(),
  room: z.nullable(z.object({ id: z.string(), name: z.string() })),
  revision: z.number(),
  mayEdit: z.boolean(),
  /** Of the same room, by time; null: there is none that plays for the reader. */
  previous: neighbour,
  next: neighbour,
});

/** What the player needs. Addresses carry a token that ends at `until`. `mayDownload`: a video file, were there one. */
export const playback = z.object({
  id: z.string(),
  name: z.string(),
  startedAt: z.nullable(z.number()),
  lengthMs: z.number(),
  until: z.number(),
  formats: z.array(
    z.object({
      type: z.string(),
      plays: z.enum(['here', 'server']),
      /** The file, the manifest of `atrium`, or the server's own page. */
      url: z.string(),
      mime: z.nullable(z.string()),
    }),
  ),
  captions: z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })),
  /** A small picture of it; null: there is none. */
  poster: z.nullable(z.string()),
  download: z.nullable(z.string()),
  mayDownload: z.boolean(),
  account: z.object({ name: z.string(), branding: z.record(z.string(), z.unknown()) }),
  /** Null for those who have the recording in none of their lists, as with a link. */
  listed: z.nullable(listed),
});
export type Playback = z.output<typeof playback>;
