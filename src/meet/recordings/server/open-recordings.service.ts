/** Recordings of a room that play for everybody with their address. The caller checks that the room may be shown. */
import type { Ctx } from '#kit/server/ctx.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { startOf } from '../recordings.rules.ts';
import { openCounts, openOfRoom } from './recordings.queries.ts';

export type OpenRecording = { id: string; name: string; at: number | null; minutes: number; url: string };

export async function openRecordings(ctx: Ctx, roomId: string, limit: number): Promise<OpenRecording[]> {
  const rows = await openOfRoom(ctx.system.read, roomId, limit);
  return rows.map(({ id, recordId, name, lengthMs, startedAt }) => ({
    id,
    name,
    at: startOf({ startedAt }),
    minutes: Math.max(1, Math.round(lengthMs / 60_000)),
    url: `${siteUrl(ctx)}/playback/${encodeURIComponent(recordId)}`,
  }));
}

/** How many there are, by room. */
export const openRecordingCounts = (ctx: Ctx, roomIds: readonly string[]): Promise<Map<string, number>> =>
  openCounts(ctx.system.read, roomIds);
