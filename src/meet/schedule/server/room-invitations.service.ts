/** The way from an invitation into the room of its meeting, past the room's access code. */
import type { Ctx } from '#kit/server/ctx.ts';
import { dayMs } from './expanding.service.ts';
import { readRoomLink, signRoomLink } from './invitation-links.service.ts';
import { inviteeById, seriesById } from './schedule.queries.ts';

/** Meetings run over; after this the link of the last date is a link like any other. */
const openAfterEnd = dayMs;

type RoomInvitation = { roomId: string; token: string | undefined };
/**
 * Whether the token is of somebody who is invited to a meeting in this room. It ends with the invitee's row, with a
 * refusal, with the meeting, and where the meeting moves to another room. A visitor has no account, hence the system's eyes.
 */
export async function isInvitedTo(ctx: Ctx, { roomId, token }: RoomInvitation): Promise<boolean> {
  const id = token === undefined ? null : readRoomLink(ctx, token);
  const invitee = id === null ? null : await inviteeById(ctx.system.read, id);
  const series = invitee === null || invitee.answer === 'declined' ? null : await seriesById(ctx.system.read, invitee.meetingId);
  if (series === null || series.roomId !== roomId || series.cancelledAt !== null) return false;
  return series.endsAt === null || series.endsAt.getTime() + openAfterEnd > ctx.now();
}

type PersonalPath = { slug: string; inviteeId: string };
/** The room's address for this invitee alone. */
export const personalRoomPath = (ctx: Ctx, { slug, inviteeId }: PersonalPath): string =>
  `/m/${slug}?invitation=${signRoomLink(ctx, inviteeId)}`;
