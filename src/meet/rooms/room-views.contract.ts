/** What the calls about rooms answer with. Times are epoch milliseconds; absent is null. */
import * as z from 'zod/mini';
import { roomRoles, shareRoles } from './rooms.rules.ts';
import { roomOptions } from './room-fields.contract.ts';

const time = z.number();
const person = z.object({ id: z.string(), name: z.string() });
const shownInvitee = {
  /** Null for strangers until they accepted: an invitation does not tell whether the address has an account. */
  person: z.nullable(person),
  /** Null: a colleague, and the reader may not see addresses of the account. */
  email: z.nullable(z.string()),
};
const rights = z.object({
  view: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  start: z.boolean(),
  share: z.boolean(),
  transfer: z.boolean(),
});
const live = z.object({ meetingId: z.string(), state: z.enum(['starting', 'live']), people: z.number(), since: time });

export const roomItem = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  owner: person,
  /** Set when the room belongs to another account than the reader's. */
  account: z.nullable(person),
  role: z.enum(roomRoles),
  rights,
  live: z.nullable(live),
  /** How one gets in. */
  entry: z.object({ lobby: z.boolean(), code: z.boolean(), signIn: z.boolean(), anyoneCanStart: z.boolean() }),
  /** Empty for readers of another account. */
  tags: z.array(z.string()),
  lastMeetingAt: z.nullable(time),
  createdAt: time,
  /** Since when nothing can be started in it, because the account has more rooms than its plan allows. */
  restsSince: z.nullable(time),
  /** In the bin since, and when it is deleted for good. */
  deletedAt: z.nullable(time),
  purgeAt: z.nullable(time),
  version: z.number(),
});
export type RoomItem = z.output<typeof roomItem>;

export const roomDetail = z.extend(roomItem, {
  welcome: z.string(),
  /** Null also for readers without the right to edit; `entry.code` tells whether there is one. */
  viewerCode: z.nullable(z.string()),
  moderatorCode: z.nullable(z.string()),
  lobby: z.boolean(),
  anyoneCanStart: z.boolean(),
  signInRequired: z.boolean(),
  muteOnStart: z.boolean(),
  record: z.boolean(),
  maxPeople: z.nullable(z.number()),
  maxMinutes: z.nullable(z.number()),
  options: roomOptions,
  updatedAt: time,
  /** The complete link for guests. */
  link: z.string(),
  /** The transfer that waits for an answer; only for those who may transfer. */
  transfer: z.nullable(z.object({ ...shownInvitee, at: time })),
  /** The plan's limits for one meeting; null = none. */
  limits: z.object({ maxPeople: z.nullable(z.number()), maxMinutes: z.nullable(z.number()) }),
  /** Parts in the room that the reader may give to somebody who has none. */
  givable: z.array(z.enum(shareRoles)),
});
export type RoomDetail = z.output<typeof roomDetail>;

export const share = z.object({
  id: z.string(),
  ...shownInvitee,
  role: z.enum(shareRoles),
  state: z.enum(['invited', 'accepted', 'declined']),
  at: time,
});
export const invitation = z.object({
  id: z.string(),
  kind: z.enum(['share', 'transfer']),
  room: z.object({ id: z.string(), name: z.string() }),
  from: person,
  account: person,
  role: z.nullable(z.enum(shareRoles)),
  at: time,
});
export type RoomInvitation = z.output<typeof invitation>;
