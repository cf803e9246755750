/** Which meeting is asked for, and what the asking person may do with it. */
import { notFound } from '#kit/errors.ts';
import type { ReachedThing } from '#kit/reach.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { actorOf, eyesOf, type RoomView } from '#meet/rooms/server/access.service.ts';
import { visibleRooms } from '#meet/rooms/server/live.service.ts';
import { namesOfRoom, type RoomRole, seesEverywhere } from '#meet/rooms/rooms.rules.ts';
import { isOwnMeeting, type MeetingRights, meetingRights } from '../meetings.rules.ts';
import { meetingById, type MeetingRow } from './meetings.queries.ts';

export type MeetingView = { row: MeetingRow; room: RoomView | null; role: RoomRole; rights: MeetingRights };

/** A room that went to another account does not take its former account's meetings along. */
const roomHeld = (row: MeetingRow, room: RoomView | undefined) => (room?.row.accountId === row.accountId ? room : undefined);
/** A meeting as statements name it: by its room and the room's tags. */
function thingOf(row: MeetingRow, room: RoomView | undefined, { own }: { own: boolean }): ReachedThing {
  const tagKeys = roomHeld(row, room)?.row.tagKeys ?? [];
  return { names: namesOfRoom(row.roomId === null ? null : { id: row.roomId, tagKeys }), own };
}

/** The role in the meeting's room; without a room to look at, what the account gives. */
function roleFor(ctx: Ctx, row: MeetingRow, room: RoomView | undefined): RoomRole {
  const actor = actorOf(ctx);
  const inRoom = roomHeld(row, room)?.role ?? 'stranger';
  // looking across accounts is asked for meetings themselves
  if (inRoom !== 'stranger' && inRoom !== 'operator') return inRoom;
  const manages = actor.policy?.may('rooms.manage', thingOf(row, room, { own: false })) ?? actor.scope.includes('rooms.manage');
  if (actor.accountId === row.accountId) return manages ? 'manager' : 'colleague';
  return seesEverywhere(actor, 'meetings.view') ? 'operator' : 'stranger';
}

/** These meetings with what the person may do with each. */
export async function viewMeetings(ctx: Ctx, rows: readonly MeetingRow[]): Promise<MeetingView[]> {
  const rooms = await visibleRooms(
    ctx,
    rows.flatMap((row) => (row.roomId === null ? [] : [row.roomId])),
  );
  const actor = actorOf(ctx);
  const { scope, policy, accountId } = actor;
  return rows.map((row) => {
    const room = row.roomId === null ? undefined : rooms.get(row.roomId);
    const role = roleFor(ctx, row, room);
    // what an account's statements say ends at its meetings, and an operator's count elsewhere when they name no single things
    const inside = accountId === row.accountId ? policy : undefined;
    const may =
      inside !== undefined
        ? (asked: { action: string; own: boolean }) => inside.may(asked.action, thingOf(row, room, asked))
        : (asked: { action: string; own: boolean }) =>
            asked.own && (role === 'operator' ? seesEverywhere(actor, asked.action) : scope.includes(asked.action));
    const seen =
      role !== 'stranger' && (inside === undefined || may({ action: 'meetings.view', own: isOwnMeeting(role, 'meetings.view') }));
    const rights = meetingRights({ role, scope, state: row.state, may });
    const join = rights.join && room?.rights.view === true;
    return { row, room: room ?? null, role: seen ? role : 'stranger', rights: { ...rights, join } };
  });
}

/** A meeting that the person may see. Throws `not_found`. */
export async function findMeeting(ctx: Ctx, id: string): Promise<MeetingView> {
  const row = await meetingById(eyesOf(ctx), id);
  const [view] = row === null ? [] : await viewMeetings(ctx, [row]);
  if (view === undefined || view.role === 'stranger') throw notFound();
  return view;
}
