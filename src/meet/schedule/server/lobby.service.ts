/** What the door of a room asks: whether guests may wait in its lobby before anybody leads the meeting. */
import type { Ctx } from '#kit/server/ctx.ts';
import { isLobbyTime, nextOfRoom } from './dates.queries.ts';

/** A visitor has no account, hence the system's eyes. */
export const isLobbyOpen = (ctx: Ctx, roomId: string): Promise<boolean> =>
  isLobbyTime(ctx.system.read, roomId, new Date(ctx.now()));

/** When the next meeting of the room is planned to begin; null: none is. Epoch milliseconds. */
export async function nextStartIn(ctx: Ctx, roomId: string): Promise<number | null> {
  const [next] = await nextOfRoom(ctx.system.read, roomId, { now: new Date(ctx.now()), limit: 1 });
  return next?.startsAt.getTime() ?? null;
}
