/** A room that is deleted for good takes its recordings along when the person who deletes it says so. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { StoredEvent } from '#kit/server/jobs/events.ts';
import { eraseRecordingsOfRoom } from '#meet/meetings/server/recording.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import { eraseLater } from './change.service.ts';
import { missing, viewRecordings } from './find.service.ts';
import { lockErasable } from './recordings.queries.ts';

/**
 * In the transaction that deletes the room: all of its recordings, or none and no room. Their files, and the copies on servers, are erased
 * by the jobs of `destroy`, which outlive a restart; those that servers are still making, or have not reported, too. Throws `recordings_of_others`.
 */
export async function eraseWithRoom(ctx: Ctx, tx: Db, { accountId, data }: StoredEvent): Promise<void> {
  if (data['recordings'] !== 'erase' || accountId === null) return;
  // asked of the person, too: what servers tell of later is nobody's row yet
  if (!actorOf(ctx).scope.includes('recordings.delete')) throw new Failure('recordings_of_others');
  const room = { accountId, roomId: String(data['roomId']) };
  // before the recordings are looked up: one that comes meanwhile waits for this, or is among them
  await eraseRecordingsOfRoom(tx, room);
  const rows = await lockErasable(tx, room);
  const views = await viewRecordings(ctx, rows, tx);
  if (views.some((view) => missing(ctx, view, 'remove') !== null)) throw new Failure('recordings_of_others');
  for (const { id, state } of rows) await eraseLater(ctx, tx, { id, from: [state] });
}
