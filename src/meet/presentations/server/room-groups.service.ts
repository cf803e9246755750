/** The breakout groups that are prepared in a room. */
import { isDeepStrictEqual } from 'node:util';
import { GROUPS, type GroupSet, groupSet } from '@atrium/engine/topics/groups/group-schemas.ts';
import type { Input } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { RoomGroups, roomGroupsCalls } from '../room-groups.contract.ts';
import { isWholeSet } from '../room-groups.rules.ts';
import { findEditableRoom, type PreparedKind, type PreparedList, setPrepared, shownList } from './prepared-lists.service.ts';
import { deleteUnsavedGroups } from './prepared-lists.queries.ts';

/** The same people in the same groups, whenever a meeting had them last. */
const isSameSet = (one: GroupSet, other: GroupSet): boolean =>
  isDeepStrictEqual({ ...one, usedAt: null }, { ...other, usedAt: null });

export const preparedGroups: PreparedKind<GroupSet> = {
  name: 'groups',
  action: 'rooms.groups-set',
  module: 'atriumGroups',
  read: (kept) => kept.flatMap((one) => groupSet.safeParse(one).data ?? []).filter(isWholeSet),
  merge: ({ kept, sent, now }) => {
    const ids = new Set(kept.map(({ id }) => id));
    const known = kept.map((one) => sent.find((other) => isSameSet(one, other)) ?? one);
    const fresh = sent.filter((one) => !kept.some((other) => isSameSet(one, other)));
    // the room's set of that id was changed meanwhile, and both are kept
    const added = fresh.map((one) => (ids.has(one.id) ? { ...one, id: newId(now) } : one));
    return [...known, ...added].slice(0, GROUPS.sets);
  },
};

/** The last used groups say who was in a meeting, and are kept no longer than its attendance, unless somebody gave them a name. */
export const forgetUnsavedGroups = (tx: Db, before: Date): Promise<void> => deleteUnsavedGroups(tx, before);

const shownGroups = ({ items, version }: PreparedList<GroupSet>): RoomGroups => ({ sets: items, version });

/** Only for those who may change the room: the set that was used last tells who was in a meeting. */
export const listGroups = async (ctx: Ctx, roomId: string): Promise<RoomGroups> =>
  shownGroups(await shownList(ctx, preparedGroups, await findEditableRoom(ctx, roomId)));

type NewGroups = Input<typeof roomGroupsCalls.set>['body'];
export const setGroups = async (ctx: Ctx, roomId: string, { sets, version }: NewGroups): Promise<RoomGroups> =>
  shownGroups(await setPrepared(ctx, preparedGroups, { roomId, items: sets, version }));
