/** Which meeting is asked for, and what the asking person may do with it. */
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { actorOf, eyesOf, type RoomView } from '#meet/rooms/server/access.service.ts';
import { visibleRooms } from '#meet/rooms/server/live.service.ts';
import type { RoomRole } from '#meet/rooms/rooms.rules.ts';
import { type MeetingRights, meetingRights } from '../meetings.rules.ts';
import { meetingById, type MeetingRow } from './meetings.queries.ts';

export type MeetingView = { row: MeetingRow; room: RoomView | null; role: RoomRole; rights: MeetingRights };

/** The role in the meeting's room; without a room to look at, what the account gives. */
function roleFor(ctx: Ctx, row: MeetingRow, room: RoomView | undefined): RoomRole {
  const actor = actorOf(ctx);
  // a room that went to another account does not take its former account's meetings along
  if (room !== undefined && room.row.accountId === row.accountId) return room.role;
  if (actor.accountId === row.accountId) return actor.scope.includes('rooms.manage') ? 'manager' : 'colleague';
  return actor.accountKind === 'operator' ? 'operator' : 'stranger';
}

/** These meetings with what the person may do with each. */
export async function viewMeetings(ctx: Ctx, rows: readonly MeetingRow[]): Promise<MeetingView[]> {
  const rooms = await visibleRooms(
    ctx,
    rows.flatMap((row) => (row.roomId === null ? [] : [row.roomId])),
  );
  const { scope } = actorOf(ctx);
  return rows.map((row) => {
    const room = row.roomId === null ? undefined : rooms.get(row.roomId);
    const role = roleFor(ctx, row, room);
    return { row, room: room ?? null, role, rights: meetingRights({ role, scope, state: row.state }) };
  });
}

/** A meeting that the person may see. Throws `not_found`. */
export async function findMeeting(ctx: Ctx, id: string): Promise<MeetingView> {
  const row = await meetingById(eyesOf(ctx), id);
  const [view] = row === null ? [] : await viewMeetings(ctx, [row]);
  if (view === undefined || view.role === 'stranger') throw notFound();
  return view;
}
