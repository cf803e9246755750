/** Rooms: lists, forms, bin, shared access, transfer. Times are epoch milliseconds; absent is null. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { invitation, roomDetail, roomItem, share } from './room-views.contract.ts';
import { newRoom, roomChange, roomsChange, roomDefaults, roomDefaultsFields, trimmed } from './room-fields.contract.ts';
import { roomLimits, shareRoles } from './rooms.rules.ts';
import { totalField } from '#kit/total.contract.ts';

export type {
  NewRoom,
  RoomChange,
  RoomDefaults,
  RoomDefaultsInput,
  RoomDefaultsView,
  RoomOptions,
  RoomOptionsPart,
} from './room-fields.contract.ts';
export type { RoomInvitation, RoomDetail, RoomItem } from './room-views.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const done = z.object({ done: z.literal(true) });

const page = {
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};
const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()), total: totalField });

export const roomsQuery = z.object({
  /** `all` of the account (operator: of all accounts); `mine` owned by me or shared with me; `shared` only the latter; `bin`. */
  view: z._default(z.enum(['all', 'mine', 'shared', 'bin']), 'all'),
  search: z.optional(trimmed({ max: 100 })),
  sort: z._default(z.enum(['recent', 'name', 'created']), 'recent'),
  /** `resting`: nothing can be started in it for now. */
  state: z.optional(z.enum(['live', 'idle', 'resting'])),
  /** Only rooms of the account that carry one of these tags (separated by commas), in whatever case. */
  tag: z.optional(trimmed({ max: 1000 })),
  ...page,
});
export type RoomsQuery = z.output<typeof roomsQuery>;

const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());
/** One of the two. */
const invitee = {
  email: z.optional(email),
  /** Of somebody in the reader's account, whose address need not be known. */
  userId: z.optional(id),
};
const oneInvitee = z.refine<{ email?: string | undefined; userId?: string | undefined }>(
  (given) => (given.email === undefined) !== (given.userId === undefined),
  { path: ['email'], error: 'email_or_user' },
);
const ofShare = z.object({ id, shareId: id });
const slugTaken = { slug_taken: 409 } as const;
const someIds = z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(roomLimits.bulk)) });
const manyRooms = z.object({ done: z.array(z.string()), refused: z.array(z.object({ id: z.string(), code: z.string() })) });

export const roomsCalls = {
  list: call({
    method: 'GET',
    path: '/api/rooms',
    summary: 'Lists rooms with their live state.',
    access: 'rooms.view',
    query: roomsQuery,
    result: pageOf(roomItem),
  }),
  slugFree: call({
    method: 'GET',
    path: '/api/rooms/slug',
    summary: 'Tells whether a link is free, and offers others.',
    access: 'rooms.view',
    query: z.object({ slug: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(100)), roomId: z.optional(id) }),
    /** `trouble`: what is wrong with it, `slug_taken` included; null = free. */
    result: z.object({ slug: z.string(), free: z.boolean(), trouble: z.nullable(z.string()), suggestions: z.array(z.string()) }),
  }),
  tags: call({
    method: 'GET',
    path: '/api/rooms/tags',
    summary: 'Tags of the rooms that I see in my account, the most used first.',
    access: 'rooms.view',
    /** `rooms`: how many of them carry it. */
    result: z.object({ items: z.array(z.object({ tag: z.string(), rooms: z.number() })) }),
  }),
  get: call({
    method: 'GET',
    path: '/api/rooms/{id}',
    summary: 'One room.',
    access: 'rooms.view',
    params: byId,
    result: roomDetail,
  }),
  create: call({
    method: 'POST',
    path: '/api/rooms',
    summary: 'Makes a room.',
    access: 'rooms.create',
    body: newRoom,
    result: roomDetail,
    failures: { ...slugTaken, exceeds_own: 403 },
  }),
  update: call({
    method: 'PATCH',
    path: '/api/rooms/{id}',
    summary:
      'Changes a room. Refused with `changed_meanwhile` (data: version, by, at) when somebody else saved first, and with `exceeds_own` when a tag would pass on more than I hold of it.',
    access: 'rooms.edit',
    params: byId,
    body: roomChange,
    result: roomDetail,
    failures: { ...slugTaken, exceeds_own: 403 },
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/rooms/{id}',
    summary: 'Moves a room to the bin.',
    access: 'rooms.delete',
    params: byId,
    result: done,
    failures: { room_live: 409, exceeds_own: 403 },
  }),
  removeMany: call({
    method: 'POST',
    path: '/api/rooms/remove',
    summary: 'Moves several rooms to the bin; tells which could not be moved and why.',
    access: 'rooms.delete',
    body: someIds,
    result: manyRooms,
  }),
  changeMany: call({
    method: 'POST',
    path: '/api/rooms/change',
    summary: 'Adds and removes tags of several rooms and changes their settings; tells which could not be changed and why.',
    access: 'rooms.edit',
    body: z.extend(roomsChange, someIds.shape),
    result: manyRooms,
  }),
  inviteToMany: call({
    method: 'POST',
    path: '/api/rooms/share',
    summary: 'Invites a person to several rooms; tells which could not be shared and why.',
    access: 'rooms.edit',
    body: z.extend(someIds, { ...invitee, role: z.enum(shareRoles) }).check(oneInvitee),
    result: manyRooms,
  }),
  restore: call({
    method: 'POST',
    path: '/api/rooms/{id}/restore',
    summary: 'Takes a room out of the bin.',
    access: 'rooms.delete',
    params: byId,
    result: roomDetail,
  }),
  purge: call({
    method: 'POST',
    path: '/api/rooms/{id}/purge',
    summary: 'Deletes a room in the bin for good, with its recordings or without; its name must be typed.',
    access: 'rooms.delete',
    params: byId,
    body: z.object({
      name: z.string().check(z.maxLength(200)),
      /** `erase`: also on the servers that hold them. */
      recordings: z._default(z.enum(['keep', 'erase']), 'keep'),
    }),
    result: done,
    failures: { name_differs: 422, exceeds_own: 403, recordings_of_others: 403 },
  }),
  shares: call({
    method: 'GET',
    path: '/api/rooms/{id}/shares',
    summary: 'With whom a room is shared.',
    access: 'rooms.view',
    params: byId,
    result: z.object({ items: z.array(share) }),
  }),
  invite: call({
    method: 'POST',
    path: '/api/rooms/{id}/shares',
    summary: 'Invites a person by exact email, or a colleague by id; the answer is the same whether or not the address is known.',
    access: 'rooms.edit',
    params: byId,
    body: z.object({ ...invitee, role: z.enum(shareRoles) }).check(oneInvitee),
    result: done,
    failures: { already_shared: 409, is_owner: 409, own_share: 403, exceeds_own: 403 },
  }),
  changeShare: call({
    method: 'PATCH',
    path: '/api/rooms/{id}/shares/{shareId}',
    summary: 'Changes the role of a shared access.',
    access: 'rooms.edit',
    params: ofShare,
    body: z.object({ role: z.enum(shareRoles) }),
    result: done,
    failures: { own_share: 403, exceeds_own: 403 },
  }),
  removeShare: call({
    method: 'DELETE',
    path: '/api/rooms/{id}/shares/{shareId}',
    summary: 'Takes a shared access away.',
    access: 'rooms.edit',
    params: ofShare,
    result: done,
  }),
  leave: call({
    method: 'POST',
    path: '/api/rooms/{id}/leave',
    summary: 'Gives up my own shared access.',
    access: 'rooms.view',
    params: byId,
    result: done,
  }),
  invitations: call({
    method: 'GET',
    path: '/api/invitations',
    summary: 'Rooms that others want to share with me or give me.',
    access: 'user',
    result: z.object({ items: z.array(invitation) }),
  }),
  acceptInvitation: call({
    method: 'POST',
    path: '/api/invitations/{id}/accept',
    summary: 'Accepts a shared access.',
    access: 'user',
    params: byId,
    result: done,
  }),
  declineInvitation: call({
    method: 'POST',
    path: '/api/invitations/{id}/decline',
    summary: 'Declines a shared access.',
    access: 'user',
    params: byId,
    result: done,
  }),
  offerTransfer: call({
    method: 'POST',
    path: '/api/rooms/{id}/transfer',
    summary: 'Offers a room to another person by exact email, or to a colleague by id; a former offer is replaced.',
    access: 'rooms.edit',
    params: byId,
    body: z.object(invitee).check(oneInvitee),
    result: done,
    failures: { is_owner: 409, exceeds_own: 403 },
  }),
  cancelTransfer: call({
    method: 'DELETE',
    path: '/api/rooms/{id}/transfer',
    summary: 'Takes the offer back.',
    access: 'rooms.edit',
    params: byId,
    result: done,
  }),
  acceptTransfer: call({
    method: 'POST',
    path: '/api/transfers/{id}/accept',
    summary: 'Takes over a room that was offered to me.',
    access: 'rooms.create',
    params: byId,
    result: z.object({ roomId: z.string() }),
    failures: { room_live: 409, giver_lacks: 409 },
  }),
  declineTransfer: call({
    method: 'POST',
    path: '/api/transfers/{id}/decline',
    summary: 'Declines a room that was offered to me.',
    access: 'user',
    params: byId,
    result: done,
  }),
  defaults: call({
    method: 'GET',
    path: '/api/room-defaults',
    summary: 'What a new room of the account starts with.',
    access: 'rooms.view',
    result: roomDefaults,
  }),
  setDefaults: call({
    method: 'PUT',
    path: '/api/room-defaults',
    summary: 'Changes what a new room of the account starts with. Rooms that are there stay as they are.',
    access: 'account.edit',
    body: z.extend(roomDefaultsFields, { version: z.int() }),
    result: roomDefaults,
  }),
};
