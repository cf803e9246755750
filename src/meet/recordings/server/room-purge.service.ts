/** A room that is deleted for good takes its recordings along when the person who deletes it says so. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { StoredEvent } from '#kit/server/jobs/events.ts';
import { eraseLater } from './change.service.ts';
import { missing, viewRecordings } from './find.service.ts';
import { lockErasable } from './recordings.queries.ts';

/**
 * In the transaction that deletes the room: all of its recordings, or none and no room. Their files, and the copies on servers, are erased
 * by the jobs of `destroy`, which outlive a restart. What is still in the making is kept. Throws `recordings_of_others`.
 */
export async function eraseWithRoom(ctx: Ctx, tx: Db, { accountId, data }: StoredEvent): Promise<void> {
  if (data['recordings'] !== 'erase' || accountId === null) return;
  const rows = await lockErasable(tx, { accountId, roomId: String(data['roomId']) });
  const views = await viewRecordings(ctx, rows);
  if (views.some((view) => missing(ctx, view, 'remove') !== null)) throw new Failure('recordings_of_others');
  for (const { id, state } of rows) await eraseLater(ctx, tx, { id, from: [state] });
}
