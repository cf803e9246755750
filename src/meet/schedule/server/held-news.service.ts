/** Tells an invitee of a meeting as it is now, after changes that were not mailed one by one. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { roomOf, type RoomRow } from '#meet/rooms/server/live.service.ts';
import { tellNow } from './inviting.service.ts';
import { holdNews, secondsToWait } from './news-limit.service.ts';
import { exceptionsOf, inviteeById, lockSeries } from './schedule.queries.ts';
import type { InviteeRow, SeriesRow } from './schedule.table.ts';

type HeldMeeting = { series: SeriesRow; room: RoomRow; invitee: InviteeRow };
/** The invitee's meeting as it is by now, locked; null: there is nothing to tell any more. */
export async function heldMeeting(tx: Db, inviteeId: string): Promise<HeldMeeting | null> {
  const meetingId = (await inviteeById(tx, inviteeId))?.meetingId;
  // a change that found this job waiting is committed before its lock is free
  const series = meetingId === undefined ? null : await lockSeries(tx, meetingId);
  const [invitee, room] = [await inviteeById(tx, inviteeId), series === null ? null : await roomOf(tx, series.roomId)];
  // a cancellation is mailed at once
  if (series === null || series.cancelledAt !== null || invitee === null || room === null || room.deletedAt !== null) return null;
  return { series, room, invitee };
}

export async function tellHeldNews(ctx: Ctx, { id }: { id: string }): Promise<void> {
  // an invitee may have no account, hence the system
  await ctx.system.write(async (tx) => {
    const held = await heldMeeting(tx, id);
    if (held === null) return;
    const { series, room, invitee } = held;
    const seconds = await secondsToWait(ctx, invitee, 'held');
    if (seconds > 0) return holdNews(ctx, tx, { invitee, seconds });
    const exceptions = await exceptionsOf(tx, series.id);
    await tellNow(ctx, tx, { news: { kind: 'edited', series, room, exceptions, recurrence: null }, invitees: [invitee] });
  });
}
