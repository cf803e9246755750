import { appendFile, readdir, rm, stat } from 'node:fs/promises';
import { EVENTS_FILE, eventLine, lengthOf, readEvents, tracksOf } from '#server/record/event-log.ts';
import type { LogEvent } from '#server/record/event-log.ts';
import { repairWebm } from '#server/record/webm-read.ts';

/** `length`: recorded time in milliseconds, 0 when there is nothing to be seen or heard. `participants`: different people. */
export type RecordingLength = { length: number; participants: number };

/**
 * Completes the files of a recording whose process ended in the middle: lengths, cues, and the missing lines of the log.
 * Running it again changes nothing.
 */
export async function repairFiles(folder: string): Promise<RecordingLength> {
  const path = `${folder}/${EVENTS_FILE}`;
  const events = await readEvents(path);
  const ended = new Set(events.flatMap((entry) => (entry.type === 'track-end' ? [entry.file] : [])));
  const lines: LogEvent[] = [];
  const missing = new Set<string>();
  for (const track of tracksOf(events)) {
    if (ended.has(track.file)) continue;
    const length = await repaired(`${folder}/${track.file}`);
    if (length === 0) {
      missing.add(track.file);
      await rm(`${folder}/${track.file}`, { force: true });
    }
    const at = Math.round(track.start + length);
    lines.push({ at, type: 'track-end', file: track.file, length, repaired: true });
  }
  const total = lengthOf([...events, ...lines]);
  if (!events.some((entry) => entry.type === 'end'))
    lines.push({ at: total, type: 'end', wall: (await lastWritten(folder)) ?? 0, repaired: true });
  // The last line may have been cut in the middle: an empty line before ours keeps them apart.
  if (lines.length > 0) await appendFile(path, Buffer.concat([Buffer.from('\n'), ...lines.map(eventLine)]));
  const whole = tracksOf(events).some((track) => !missing.has(track.file));
  const people = new Set(events.flatMap((entry) => (entry.type === 'member' ? [entry.id] : [])));
  return { length: whole ? total : 0, participants: people.size };
}

/** When the log was last written to, epoch milliseconds; null without a log. */
export async function lastWritten(folder: string): Promise<number | null> {
  try {
    return Math.round((await stat(`${folder}/${EVENTS_FILE}`)).mtimeMs);
  } catch {
    return null;
  }
}

async function repaired(path: string): Promise<number> {
  try {
    return await repairWebm(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** Bytes of all files in the folder. */
export async function folderSize(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(`${folder}/${name}`)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
