/** Who asks for which room, and what that person is to it. The first lines of every verb about a room. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db, DbScope } from '#kit/server/db/db.ts';
import { recordAll } from '#core/audit/server/audit.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { type RoomAsker, type RoomRights, type RoomRole, roleIn, roleWithPolicy, roomRights } from '../rooms.rules.ts';
import { roomById, type RoomLine, type RoomRow, type SeenRoom } from './rooms.queries.ts';

/** `part`: what the person is to it without what statements give. */
export type RoomView<R extends RoomLine = RoomRow> = { row: R; role: RoomRole; part: RoomRole; rights: RoomRights };

export function actorOf(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}

export function askerOf(ctx: Ctx): RoomAsker {
  if (ctx.actor.kind !== 'user') return null;
  const { userId, accountId, accountKind, scope, policy } = ctx.actor;
  return { userId, accountId, accountKind, scope, ...(policy === undefined ? {} : { policy }) };
}

/** The room with what the asking person is to it. */
export function viewed<R extends RoomLine>(asker: RoomAsker, seen: SeenRoom<R>): RoomView<R> {
  const part = roleIn(asker, seen.room, seen.share);
  const role = roleWithPolicy(asker, seen.room, part);
  return { row: seen.room, role, part, rights: roomRights(asker, seen.room, role) };
}

/** What somebody else of the actor's account is to one of its rooms; null when it has no such room. */
export async function partsIn(ctx: Ctx, asker: NonNullable<RoomAsker>, id: string): Promise<RoomView | null> {
  const seen = await roomById(ctx.db.read, id, asker.userId);
  return seen === null || seen.room.accountId !== asker.accountId ? null : viewed(asker, seen);
}

/** What reads go through: the operator looks across accounts, everybody else through the second wall. */
export const eyesOf = (ctx: Ctx): Db =>
  ctx.actor.kind === 'user' && ctx.actor.accountKind === 'operator' ? ctx.system.read : ctx.db.read;

/**
 * Where a room is written. A co-owner of another account has no rights of their own on the rows of the room's account
 * (audit, events), so once the rule has allowed it the system writes for them.
 */
export const handsOf = (ctx: Ctx, room: Pick<RoomRow, 'accountId'>): DbScope =>
  ctx.actor.kind === 'user' && ctx.actor.accountId === room.accountId ? ctx.db : ctx.system;

/** A room that the person may see. `kept`: not in the bin; `bin`: only there. Throws `not_found`. */
export async function findRoom(ctx: Ctx, id: string, where: 'kept' | 'bin' | 'anywhere' = 'kept'): Promise<RoomView> {
  const actor = actorOf(ctx);
  const seen = await roomById(eyesOf(ctx), id, actor.userId);
  if (seen === null) throw notFound();
  const view = viewed(askerOf(ctx), seen);
  const inBin = view.row.deletedAt !== null;
  if (!view.rights.view || (where === 'kept' && inBin) || (where === 'bin' && !inBin)) throw notFound();
  // of a room in the bin only those know who may take it out
  if (inBin && !view.rights.delete) throw notFound();
  return view;
}

const permissionOf = {
  view: 'rooms.view',
  edit: 'rooms.edit',
  delete: 'rooms.delete',
  start: 'rooms.start',
  share: 'rooms.edit',
  transfer: 'rooms.edit',
} as const;

/** Throws `not_allowed` naming what is missing: the permission itself, or the one over rooms of colleagues. */
export function need(ctx: Ctx, view: RoomView, right: keyof RoomRights): void {
  if (view.rights[right]) return;
  const permission = permissionOf[right];
  throw notAllowed(actorOf(ctx).scope.includes(permission) ? 'rooms.manage' : permission);
}

/**
 * Names of people by id. People belong to no account, and the rows that name them were already allowed, hence the rights of the system.
 * The caller's own name is known already, so a list of one's own rooms needs no query.
 */
export async function namesOf(ctx: Ctx, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const asking = ctx.actor.kind === 'user' ? ctx.actor : null;
  const names = await findNames(
    ctx.system.read,
    ids.filter((id): id is string => id !== null && id !== asking?.userId),
  );
  if (asking !== null) names.set(asking.userId, asking.name);
  return names;
}

export type RoomAction = {
  room: Pick<RoomRow, 'id' | 'accountId'>;
  action: string;
  event?: string;
  data?: Record<string, string | number | boolean | null>;
};

/** What follows every change of a room, in its transaction: the note who did it, the news, the push to open screens. */
export const noteChange = (ctx: Ctx, tx: Db, { room, ...deed }: RoomAction): Promise<void> =>
  noteChanges(ctx, tx, { ...deed, accountId: room.accountId, ids: [room.id] });

/** The same for many rooms of one account, in as many statements as for one. */
export async function noteChanges(
  ctx: Ctx,
  tx: Db,
  { accountId, ids, action, event, data = {} }: Omit<RoomAction, 'room'> & { accountId: string; ids: readonly string[] },
): Promise<void> {
  await recordAll(
    ctx,
    tx,
    ids.map((id) => ({ action, subjectKind: 'room', subjectId: id, accountId, data })),
  );
  if (event !== undefined)
    await ctx.events.publishAll(ctx, tx, { name: event, all: ids.map((roomId) => ({ accountId, data: { roomId, ...data } })) });
  // the operator's lists span all accounts
  const topics = [`account:${accountId}`, 'operator'];
  await ctx.bus.pushAll(
    tx,
    ids.flatMap((roomId) => topics.map((topic) => ({ topic, kind: 'room', data: { roomId } }))),
  );
}
