/** Giving a room to another person, who takes it over into the account that they act in. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { entitlementsFor, findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import { fits } from '#core/accounts/accounts.rules.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { tagName } from '#core/iam/tags.rules.ts';
import { type TagActor, lacksToUntie, requireUntied } from '#core/iam/server/tagging.service.ts';
import { actorOf, findRoom, need, noteChange } from './access.service.ts';
import { isMe, requireGivablePart } from './giving.service.ts';
import { findInvitee, type RoomInviteeInput } from './invitees.service.ts';
import { awake } from './rest.service.ts';
import { roomEvents } from './rooms.events.ts';
import { roomMails } from './rooms.mail.ts';
import { accountRoomCount, lockAccountRooms, roomForUpdate, type RoomRow, setRoom } from './rooms.queries.ts';
import {
  deleteShareOfPerson,
  deleteTransfer,
  giveRooms as giveRoomsOf,
  moveShares,
  putTransfer,
  transferForUpdate,
  type TransferRow,
} from './shares.queries.ts';
import { tell } from './shares.service.ts';
import { tagColumns } from './tags.service.ts';

type DoneResult = { done: true };
const done: DoneResult = { done: true };

/** Offers the room to an address or a colleague; a former offer is replaced. The answer does not tell whether the address has an account. */
export async function offerTransfer(ctx: Ctx, id: string, input: RoomInviteeInput): Promise<DoneResult> {
  const view = await findRoom(ctx, id);
  need(ctx, view, 'transfer');
  const { email, person: known } = await findInvitee(ctx, view, input);
  const to = isMe(ctx, { email, userId: known?.id ?? null }) ? 'me' : 'other';
  await requireGivablePart(ctx, view, { part: 'owner', was: null, to });
  // asked wherever it goes: a refusal must not tell whether the address is of this account
  await requireUntied(ctx, ctx.db.read, view.row.tagKeys.map(tagName));
  // the notice belongs to the other person's account, so the system writes
  await ctx.system.write(async (tx) => {
    await putTransfer(tx, {
      id: newId(ctx.now()),
      accountId: view.row.accountId,
      roomId: id,
      fromUserId: actorOf(ctx).userId,
      toUserId: known?.id ?? null,
      toEmail: email,
      createdAt: new Date(ctx.now()),
    });
    await noteChange(ctx, tx, { room: view.row, action: 'rooms.transfer-offered' });
    await tell(ctx, tx, { template: roomMails.transfer, to: email, known, room: view, data: {}, notice: 'roomTransfer' });
  });
  return done;
}

export async function cancelTransfer(ctx: Ctx, id: string): Promise<DoneResult> {
  const view = await findRoom(ctx, id);
  need(ctx, view, 'transfer');
  await ctx.db.write(async (tx) => {
    await deleteTransfer(tx, id);
    await noteChange(ctx, tx, { room: view.row, action: 'rooms.transfer-cancelled' });
  });
  return done;
}

/** An offer to me. The room is not mine to see yet, hence the system's hands. */
async function offerToMe(ctx: Ctx, tx: Db, id: string): Promise<{ offer: TransferRow; room: RoomRow }> {
  const offer = await transferForUpdate(tx, id);
  if (offer === null || offer.toUserId !== actorOf(ctx).userId) throw notFound();
  const room = await roomForUpdate(tx, offer.roomId);
  if (room === null || room.deletedAt !== null) throw notFound();
  return { offer, room };
}

async function roomForOneMore(ctx: Ctx, tx: Db): Promise<void> {
  const { accountId } = actorOf(ctx);
  const plan = await entitlementsFor(tx, accountId);
  await lockAccountRooms(tx, accountId);
  const used = await accountRoomCount(tx, accountId);
  if (!fits(plan.rooms, used)) throw limitReached({ accountId, limit: 'rooms', max: plan.rooms, used });
}

/** Meetings and recordings of the room stay behind without its tags, so the giver must still have the right to remove them. */
async function requireGiver(ctx: Ctx, tx: Db, { room, userId }: { room: RoomRow; userId: string }): Promise<void> {
  const names = room.tagKeys.map(tagName);
  if (names.length === 0) return;
  const seat = (await findSeats(tx, userId)).find((one) => one.account.id === room.accountId && isOpenSeat(one, ctx.now()));
  const { accountId } = room;
  const by: TagActor = { accountId, userId: seat === undefined ? null : userId, accountKind: seat?.account.kind ?? 'customer' };
  if ((await lacksToUntie(ctx, tx, { names, by })) !== null) throw new Failure('giver_lacks');
}

/** Takes the room over. Its past meetings stay with the account that held them. */
export async function acceptTransfer(ctx: Ctx, id: string): Promise<{ roomId: string }> {
  const actor = actorOf(ctx);
  return ctx.system.write(async (tx) => {
    const { offer, room } = await offerToMe(ctx, tx, id);
    if (room.liveMeetingId !== null) throw new Failure('room_live');
    const moves = room.accountId !== actor.accountId;
    if (moves) {
      await requireGiver(ctx, tx, { room, userId: offer.fromUserId });
      await roomForOneMore(ctx, tx);
    }
    await setRoom(tx, room.id, {
      ownerId: actor.userId,
      accountId: actor.accountId,
      // words of the former account mean nothing here, and rights of this one may hang on them
      // and it fits here, whatever it did there
      ...(moves ? { ...tagColumns([]), ...awake } : {}),
      version: room.version + 1,
      updatedAt: new Date(ctx.now()),
      changedBy: actor.userId,
    });
    await deleteTransfer(tx, room.id);
    await deleteShareOfPerson(tx, room.id, actor.userId);
    if (moves) await moveShares(tx, room.id, actor.accountId);
    await noteChange(ctx, tx, {
      room,
      action: 'rooms.transferred',
      event: roomEvents.transferred,
      data: { from: room.accountId, to: actor.accountId, fromUser: offer.fromUserId },
    });
    if (moves)
      await noteChange(ctx, tx, {
        room: { id: room.id, accountId: actor.accountId },
        action: 'rooms.received',
        data: { from: room.accountId },
      });
    return { roomId: room.id };
  });
}

export async function declineTransfer(ctx: Ctx, id: string): Promise<DoneResult> {
  await ctx.system.write(async (tx) => {
    const { room } = await offerToMe(ctx, tx, id);
    await deleteTransfer(tx, room.id);
    await noteChange(ctx, tx, { room, action: 'rooms.transfer-declined' });
  });
  return done;
}

/** Rooms of somebody who leaves go to another person of the account, who is not asked. `tx` is the system's. */
export const giveRooms = giveRoomsOf;
