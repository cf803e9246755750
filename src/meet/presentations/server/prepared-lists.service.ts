/** A list that is prepared in a room: people set it, meetings begin with it and give back what it is at their end (decision 64). */
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { actorOf, eyesOf, findRoom, handsOf, need, noteChange, type RoomView } from '#meet/rooms/server/access.service.ts';
import { lockPreparedList, preparedListOf, type PreparedName, savePreparedList } from './prepared-lists.queries.ts';

export type PreparedKind<Item> = {
  name: PreparedName;
  /** Of the audit log. */
  action: string;
  /** Of the body of `create` that only our own engine reads. */
  module: string;
  /** Leaves out what makes no sense. */
  read: (kept: readonly unknown[]) => Item[];
  /** What a meeting gives back is added where somebody changed the list while it ran. */
  merge: (lists: { kept: readonly Item[]; sent: readonly Item[]; now: number }) => Item[];
};
export type PreparedList<Item> = { items: Item[]; version: number; rights: { edit: boolean } };

const mayEdit = (ctx: Ctx, { row, rights }: RoomView): boolean =>
  rights.edit && row.deletedAt === null && actorOf(ctx).accountId === row.accountId;

/** Throws `not_allowed` for those who see the room and may not change it. */
export async function findEditableRoom(ctx: Ctx, roomId: string): Promise<RoomView> {
  const view = await findRoom(ctx, roomId);
  need(ctx, view, 'edit');
  if (!mayEdit(ctx, view)) throw notAllowed('rooms.edit');
  return view;
}

/** The caller has found the room for the person. */
export async function shownList<Item>(ctx: Ctx, kind: PreparedKind<Item>, view: RoomView): Promise<PreparedList<Item>> {
  const kept = await preparedListOf(eyesOf(ctx), kind.name, view.row.id);
  return { items: kind.read(kept?.items ?? []), version: kept?.version ?? 0, rights: { edit: mayEdit(ctx, view) } };
}

type ListChange<Item> = { roomId: string; items: Item[]; version: number };
/** Throws `changed_meanwhile` when somebody else changed it since `version`. */
export async function setPrepared<Item>(
  ctx: Ctx,
  kind: PreparedKind<Item>,
  { roomId, items, version }: ListChange<Item>,
): Promise<PreparedList<Item>> {
  const view = await findEditableRoom(ctx, roomId);
  const { row } = view;
  await handsOf(ctx, row).write(async (tx) => {
    const kept = (await lockPreparedList(tx, kind.name, row.id))?.version ?? 0;
    if (kept !== version) throw new Failure('changed_meanwhile', { data: { version: kept } });
    const { id, accountId } = row;
    const change = { roomId: id, accountId, items, version: version + 1, changedAt: new Date(ctx.now()) };
    await savePreparedList(tx, kind.name, change);
    await noteChange(ctx, tx, { room: row, action: kind.action, data: { [kind.name]: items.length } });
  });
  return shownList(ctx, kind, view);
}

/** What a meeting of the room begins with. */
export async function preparedFor<Item>(ctx: Ctx, kind: PreparedKind<Item>, roomId: string | null): Promise<Item[]> {
  const kept = roomId === null ? null : await preparedListOf(ctx.system.read, kind.name, roomId);
  return kind.read(kept?.items ?? []);
}

export type EndedMeeting = { id: string; accountId: string; roomId: string | null; createdAt: Date };
/**
 * Takes over the list that a meeting has at its end. Each meeting counts once, so that statistics that come twice bring back nothing.
 */
export async function takePrepared<Item>(
  ctx: Ctx,
  tx: Db,
  { kind, meeting, sent }: { kind: PreparedKind<Item>; meeting: EndedMeeting; sent: readonly unknown[] },
): Promise<void> {
  const { id, accountId, roomId, createdAt } = meeting;
  if (roomId === null) return;
  const left = kind.read(sent);
  const kept = await lockPreparedList(tx, kind.name, roomId);
  // ids of meetings follow their time
  if (kept?.lastMeetingId != null && kept.lastMeetingId >= id) return;
  const wasChanged = kept !== null && kept.changedAt > createdAt;
  const items = wasChanged ? kind.merge({ kept: kind.read(kept.items), sent: left, now: ctx.now() }) : left;
  if (kept === null && items.length === 0) return;
  const version = (kept?.version ?? 0) + 1;
  const changedAt = new Date(ctx.now());
  await savePreparedList(tx, kind.name, { roomId, accountId, items, version, changedAt, lastMeetingId: id });
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'presentation', data: {} });
}
