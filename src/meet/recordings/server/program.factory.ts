/** Recordings in the tables, for tests of what programs see of them. */
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { insertRecording, type NewRecording, recordingByRecordId, type RecordingRow } from './recordings.queries.ts';

/** A published recording of three quarters of an hour, unless something else is wished. */
export async function buildRecordingRow(
  place: { ctx(): Ctx },
  wish: Partial<NewRecording> & Pick<NewRecording, 'accountId' | 'recordId' | 'externalId'>,
): Promise<RecordingRow> {
  const ctx = place.ctx();
  const startedAt = wish.startedAt ?? new Date(ctx.now());
  const row = await insertRecording(ctx.system.read, {
    id: newId(ctx.now()),
    name: 'Lesson',
    state: 'published',
    startedAt,
    endedAt: new Date(startedAt.getTime() + 45 * 60_000),
    lengthMs: 45 * 60_000,
    people: 12,
    bytes: 1_000_000,
    createdAt: startedAt,
    updatedAt: startedAt,
    ...wish,
  });
  if (row === null) throw new Error('there is a recording of that id already');
  return row;
}

/** The row as it is now. */
export async function recordingRow(place: { ctx(): Ctx }, recordId: string): Promise<RecordingRow | null> {
  return recordingByRecordId(place.ctx().system.read, recordId);
}
