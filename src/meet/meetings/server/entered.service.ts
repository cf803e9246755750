/** Who comes into a meeting, and where that leads. */
import type { Ctx } from '#kit/server/ctx.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { Failure } from '#kit/errors.ts';
import type { RoomRow } from '#meet/rooms/server/live.service.ts';
import { mayLeadTo } from '#meet/servers/server/address.service.ts';
import type { ServerRow } from '#meet/servers/server/servers.service.ts';
import type { Entry } from '../meetings.rules.ts';
import type { MeetingRow } from './meetings.queries.ts';

/** `consent` to being recorded, asked where people come by a link. */
export type JoinSeat = {
  room: RoomRow;
  name: string;
  key: string;
  entry: Entry;
  consent: 'given' | 'missing' | 'not-asked';
};

/** `gone`: the server does not know the meeting any more; `lost`: the server itself does not answer, asked twice. */
export type Entered = { url: string } | 'gone' | 'lost';

/** The address of a meeting on our own pages names its room, whose look they wear, and the meeting, for what follows its end. */
export function wearing(ctx: Ctx, at: { seat: JoinSeat; meeting: MeetingRow }, entered: Entered): Entered {
  if (typeof entered === 'string' || !entered.url.startsWith(`${siteUrl(ctx)}/m?`)) return entered;
  return { url: `${entered.url}&room=${encodeURIComponent(at.seat.room.slug)}&meeting=${at.meeting.id}` };
}

/** Throws `server_insecure` for an address to which nobody is sent from here. */
export function safely(ctx: Ctx, server: ServerRow, entered: Entered): Entered {
  if (typeof entered === 'string' || mayLeadTo(siteUrl(ctx), entered.url)) return entered;
  ctx.log.warn({ server: server.name }, 'a server without https takes no people from pages with https');
  throw new Failure('server_insecure');
}
