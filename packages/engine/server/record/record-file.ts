/** What is known of a recording apart from its files: one small JSON file beside them, replaced as a whole. */
import { open, readFile, rename } from 'node:fs/promises';
import * as z from 'zod/mini';

export const RECORD_FILE = 'recording.json';
export const VIDEO_FILE = 'video.mp4';
/** A small picture out of the video; there is none of a recording without pictures. */
export const PICTURE_FILE = 'picture.jpg';

/** `recording`: it runs, or the process that wrote it ended. The others are BBB's. */
export const recordStates = ['recording', 'processing', 'published', 'unpublished', 'deleted'] as const;

/** Times in epoch milliseconds, sizes in bytes, `length` in milliseconds of recorded time. */
const record = z.object({
  recordID: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  meetingID: z.string(),
  internalMeetingID: z.string(),
  name: z.string(),
  isBreakout: z.boolean(),
  state: z.enum(recordStates),
  protected: z.optional(z.boolean()),
  startTime: z.number(),
  endTime: z.number(),
  length: z.number(),
  participants: z.number(),
  /** The files as they were recorded. */
  rawSize: z.number(),
  processingTime: z.number(),
  metadata: z.record(z.string(), z.string()),
  /** The one file for downloading. `queued` also after a process that was making it ended. */
  video: z.discriminatedUnion('state', [
    z.object({ state: z.enum(['none', 'queued', 'failed']) }),
    z.object({ state: z.literal('ready'), size: z.number(), processingTime: z.number() }),
  ]),
  /** The address to call when it is ready, and for how many formats that was done. */
  readyUrl: z.nullable(z.string()),
  told: z.number(),
});
export type RecordFacts = z.infer<typeof record>;

/** Reads it; null when it is missing or not ours. */
export async function readRecord(folder: string): Promise<RecordFacts | null> {
  try {
    const parsed = z.safeParse(record, JSON.parse(await readFile(`${folder}/${RECORD_FILE}`, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Replaces it: a reader sees the old one or the new one, also after the power failed. */
export async function writeRecord(folder: string, facts: RecordFacts): Promise<void> {
  const next = `${folder}/${RECORD_FILE}.next`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(facts, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, `${folder}/${RECORD_FILE}`);
}
