/** Breakout groups that are prepared in a room, and those that its last meeting had. */
import { GROUPS, groupSet } from '@atrium/engine/topics/groups/group-schemas.ts';
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { isWholeSet } from './room-groups.rules.ts';

const byRoom = z.object({ id: z.string().check(z.refine(isId, 'not_an_id')) });
const roomGroups = z.object({
  /** In order. Meetings on a BBB server are offered the first one. A set without a name was used last and not saved. */
  sets: z.array(groupSet),
  /** Counts the changes; to be sent with the next one. */
  version: z.number(),
});
export type RoomGroups = z.output<typeof roomGroups>;

export const roomGroupsCalls = {
  list: call({
    method: 'GET',
    path: '/api/rooms/{id}/groups',
    summary: 'The breakout groups that are prepared in a room, and those that its last meeting had.',
    access: 'rooms.edit',
    params: byRoom,
    result: roomGroups,
  }),
  set: call({
    method: 'PUT',
    path: '/api/rooms/{id}/groups',
    summary: 'Sets the breakout groups that are prepared in a room, in order. They reach its next meeting.',
    access: 'rooms.edit',
    params: byRoom,
    body: z.object({
      sets: z.array(groupSet.check(z.refine(isWholeSet, 'groups_unfinished'))).check(z.maxLength(GROUPS.sets)),
      /** As it was read; 0 where nothing was prepared yet. */
      version: z.int(),
    }),
    bodyLimit: 5_000_000,
    result: roomGroups,
    failures: { changed_meanwhile: 409 },
  }),
};
