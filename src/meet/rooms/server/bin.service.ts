/** The recycle bin: rooms wait there before they are deleted for good. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { fits } from '#core/accounts/accounts.rules.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { requireUntied } from '#core/iam/server/tagging.service.ts';
import type { Parsed } from '#kit/contract.ts';
import type { RoomDetail, roomsCalls } from '../rooms.contract.ts';
import { binMs, namesOfRoom } from '../rooms.rules.ts';
import { actorOf, findRoom, need, noteChange, type RoomView } from './access.service.ts';
import { forEachRoom, type ChangeManyResult } from './many.service.ts';
import { roomEvents } from './rooms.events.ts';
import { accountRoomCount, deleteRooms, lockAccountRooms, roomForUpdate, roomsToPurge, setRoom } from './rooms.queries.ts';
import { refreshed } from './rooms.service.ts';

async function toBin(ctx: Ctx, view: RoomView): Promise<void> {
  need(ctx, view, 'delete');
  const actor = actorOf(ctx);
  await ctx.db.write(async (tx) => {
    const row = await roomForUpdate(tx, view.row.id);
    if (row === null) throw new Failure('not_found');
    if (row.deletedAt !== null) return;
    if (row.liveMeetingId !== null) throw new Failure('room_live');
    // nobody is asked any more when its time in the bin is over
    await requireUntied(ctx, tx, namesOfRoom(row));
    await setRoom(tx, row.id, {
      deletedAt: new Date(ctx.now()),
      deletedBy: actor.userId,
      version: row.version + 1,
      updatedAt: new Date(ctx.now()),
      changedBy: actor.userId,
    });
    await noteChange(ctx, tx, { room: row, action: 'rooms.deleted', event: roomEvents.deleted });
  });
}

export async function remove(ctx: Ctx, id: string): Promise<{ done: true }> {
  await toBin(ctx, await findRoom(ctx, id));
  return { done: true };
}

/** Moves what can be moved; one room that cannot does not hold up the others. */
export const removeMany = (ctx: Ctx, ids: readonly string[]): Promise<ChangeManyResult> =>
  forEachRoom(ids, (id) => remove(ctx, id));

/** Takes a room out of the bin; it counts against the plan again. */
export async function restore(ctx: Ctx, id: string): Promise<RoomDetail> {
  const view = await findRoom(ctx, id, 'bin');
  need(ctx, view, 'delete');
  const actor = actorOf(ctx);
  const plan = await entitlementsFor(ctx.db.read, actor.accountId);
  await ctx.db.write(async (tx) => {
    await lockAccountRooms(tx, actor.accountId);
    const used = await accountRoomCount(tx, actor.accountId);
    if (!fits(plan.rooms, used)) throw limitReached({ accountId: actor.accountId, limit: 'rooms', max: plan.rooms, used });
    await setRoom(tx, id, {
      deletedAt: null,
      deletedBy: null,
      version: view.row.version + 1,
      updatedAt: new Date(ctx.now()),
      changedBy: actor.userId,
    });
    await noteChange(ctx, tx, { room: view.row, action: 'rooms.restored', event: roomEvents.restored });
  });
  return refreshed(ctx, id);
}

type PurgeWish = Parsed<typeof roomsCalls.purge>['body'];
/**
 * Deletes a room in the bin for good; its meetings stay, so names by which something is denied are asked for again. `name` must be its own.
 * Recordings hear of it in the same transaction and may refuse.
 */
export async function purge(ctx: Ctx, id: string, { name, recordings }: PurgeWish): Promise<{ done: true }> {
  const view = await findRoom(ctx, id, 'bin');
  need(ctx, view, 'delete');
  if (name.trim().normalize() !== view.row.name.normalize())
    throw new Failure('name_differs', { fields: { 'body.name': 'name_differs' } });
  await ctx.db.write(async (tx) => {
    await requireUntied(ctx, tx, namesOfRoom(view.row));
    await noteChange(ctx, tx, { room: view.row, action: 'rooms.purged', event: roomEvents.purged, data: { recordings } });
    await deleteRooms(tx, [id]);
  });
  return { done: true };
}

/** Deletes the rooms of all accounts whose time in the bin, or in all, is over, hence the system's eyes. Returns how many. */
export async function purgeOld(ctx: Ctx): Promise<number> {
  return ctx.system.write(async (tx) => {
    const rows = await roomsToPurge(tx, { deletedBefore: new Date(ctx.now() - binMs), now: new Date(ctx.now()) });
    for (const row of rows) await noteChange(ctx, tx, { room: row, action: 'rooms.purged', event: roomEvents.purged });
    await deleteRooms(
      tx,
      rows.map((row) => row.id),
    );
    return rows.length;
  });
}
