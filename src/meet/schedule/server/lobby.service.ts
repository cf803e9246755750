/** What the door of a room asks: whether guests may wait in its lobby before anybody leads the meeting. */
import type { Ctx } from '#kit/server/ctx.ts';
import { isLobbyTime } from './dates.queries.ts';

/** A visitor has no account, hence the system's eyes. */
export const isLobbyOpen = (ctx: Ctx, roomId: string): Promise<boolean> =>
  isLobbyTime(ctx.system.read, roomId, new Date(ctx.now()));
