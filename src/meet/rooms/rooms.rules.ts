/** Decisions about rooms that both sides ask: limits of the fields, the link's form, who may do what. */
import { tagName } from '#core/iam/tags.rules.ts';
import type { ActorPolicy } from '#kit/reach.ts';
import { foldText } from '#kit/search-text.ts';

/** Days that a deleted room waits in the bin before it is deleted for good. */
export const binDays = 30;
export const binMs = binDays * 86_400_000;

export const roomLimits = {
  invitedAtOnce: 20,
  /** BBB takes no shorter name. */
  name: { min: 2, max: 128 },
  slug: { min: 3, max: 64 },
  welcome: { max: 500 },
  code: { min: 6, max: 32 },
  people: { min: 1, max: 10_000 },
  minutes: { min: 5, max: 1440 },
  /** Rooms in one bulk action. */
  bulk: 100,
} as const;

/** Words that a link cannot be, because they are or may become pages below `/m/`, or look like the operator speaks. */
export const reservedSlugs: readonly string[] = [
  'new',
  'add',
  'edit',
  'start',
  'join',
  'lobby',
  'left',
  'ended',
  'session',
  'admin',
  'api',
  'login',
  'logout',
  'support',
  'help',
  'assets',
  'static',
];

export type SlugTrouble = 'slug_length' | 'slug_letters' | 'slug_reserved';

/** What is wrong with a link, or null: 3–64 of a–z, 0–9 and -, no hyphen at an end or twice, no reserved word. */
export function slugTrouble(slug: string): SlugTrouble | null {
  if (slug.length < roomLimits.slug.min || slug.length > roomLimits.slug.max) return 'slug_length';
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return 'slug_letters';
  return reservedSlugs.includes(slug) ? 'slug_reserved' : null;
}

/** The room's link in what somebody pasted: a whole address, `/m/link`, or the link alone. Null when there is none. */
export function slugIn(text: string): string | null {
  const plain = text.trim().toLowerCase();
  const linked = /(?:^|\/)m\/([a-z0-9-]+)/.exec(plain)?.[1];
  const slug = linked ?? plain.replace(/\s+/g, '-');
  return slugTrouble(slug) === null ? slug : null;
}

/** A link made of a name: accents dropped, everything else a hyphen. Empty when the name has no Latin letter or digit. */
export function slugOf(name: string): string {
  return foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-|-$/g, '');
}

export const shareRoles = ['co-owner', 'moderator', 'participant'] as const;
export type ShareRole = (typeof shareRoles)[number];

/**
 * What someone is to a room. `manager` holds `rooms.manage` in the room's account; `colleague` is of that account
 * without a part in the room; `operator` looks from outside; `stranger` is anyone else.
 */
export const roomRoles = [
  'owner',
  'manager',
  'co-owner',
  'moderator',
  'participant',
  'colleague',
  'operator',
  'stranger',
] as const;
export type RoomRole = (typeof roomRoles)[number];

/** The asking person as far as these rules need to know; null = a visitor. */
export type RoomAsker = {
  userId: string;
  accountId: string;
  accountKind: string;
  scope: readonly string[];
  policy?: ActorPolicy;
} | null;
/** `tagKeys`: its tags as they are compared. */
export type RoomFacts = { id?: string; accountId: string; ownerId: string; tagKeys?: readonly string[] };

/** Names by which statements speak of a room and of what belongs to it. */
export const namesOfRoom = (room: Pick<RoomFacts, 'id' | 'tagKeys'> | null): string[] => [
  ...(room?.id === undefined ? [] : [`room/${room.id}`]),
  ...(room?.tagKeys ?? []).map(tagName),
];

/** Whether statements let the person do it to this very room. `own`: the person has a part in it that goes with the action. */
function may(asker: RoomAsker, room: RoomFacts, asked: { action: string; own: boolean }): boolean {
  if (asker === null || !asker.scope.includes(asked.action)) return false;
  // what an account's statements say ends at its rooms
  if (asker.policy === undefined || asker.accountId !== room.accountId) return asked.own;
  return asker.policy.may(asked.action, { names: namesOfRoom(room), own: asked.own });
}

/** Whether an operator looks across accounts with that name: one whom statements hold to some things looks at their own account alone. */
export const seesEverywhere = (
  asker: Pick<NonNullable<RoomAsker>, 'accountKind' | 'scope' | 'policy'>,
  action: string,
): boolean =>
  asker.accountKind === 'operator' &&
  asker.scope.includes(action) &&
  (asker.policy === undefined || asker.policy.reach(action).is === 'everything');

/** `share` is the accepted share of this person, or null. */
export function roleIn(asker: RoomAsker, room: RoomFacts, share: ShareRole | null): RoomRole {
  if (asker === null) return 'stranger';
  const sameAccount = asker.accountId === room.accountId;
  if (sameAccount && asker.userId === room.ownerId) return 'owner';
  if (sameAccount && may(asker, room, { action: 'rooms.manage', own: asker.policy === undefined })) return 'manager';
  if (share !== null) return share;
  if (sameAccount) return 'colleague';
  return seesEverywhere(asker, 'rooms.view') ? 'operator' : 'stranger';
}

/** The same with what statements give over this very room: permission to edit or start it counts as a share with that role. */
export function roleWithPolicy(asker: RoomAsker, room: RoomFacts, role: RoomRole): RoomRole {
  if (role !== 'colleague' && role !== 'participant') return role;
  if (may(asker, room, { action: 'rooms.edit', own: false })) return 'co-owner';
  return may(asker, room, { action: 'rooms.start', own: false }) ? 'moderator' : role;
}

/** Sent with every room, so that a screen shows only what is allowed. */
export type RoomRights = { view: boolean; edit: boolean; delete: boolean; start: boolean; share: boolean; transfer: boolean };

/** Whether the room counts as the person's own for that action. */
export function isOwnRoom(role: RoomRole, action: string): boolean {
  const leads = role === 'owner' || role === 'manager';
  if (action === 'rooms.view') return belongs(role);
  if (action === 'rooms.edit') return leads || role === 'co-owner';
  return action === 'rooms.start' ? moderates(role) : action === 'rooms.delete' && leads;
}

/** What the person may do with the room. A co-owner of another account may edit, but not give the room on. */
export function roomRights(asker: RoomAsker, room: RoomFacts, role: RoomRole): RoomRights {
  const holds = (action: string, own = isOwnRoom(role, action)) => may(asker, room, { action, own });
  const inside = asker?.accountId === room.accountId;
  const leads = role === 'owner' || role === 'manager';
  const edits = holds('rooms.edit');
  const looks = asker?.policy === undefined || !inside ? role !== 'stranger' : belongs(role);
  return {
    view: holds('rooms.view', looks),
    edit: edits,
    delete: holds('rooms.delete'),
    start: holds('rooms.start'),
    share: edits && inside,
    transfer: leads && edits,
  };
}

/** Who joins as a moderator without a code. */
export const moderates = (role: RoomRole): boolean =>
  role === 'owner' || role === 'manager' || role === 'co-owner' || role === 'moderator';
/** Who needs neither code nor lobby. */
export const belongs = (role: RoomRole): boolean => moderates(role) || role === 'participant';

/**
 * What a person is at the room's door, which is open to all: their role in it counts there as far as they may use it; others come in
 * as guests.
 */
export function roleAtDoor({ role, rights }: { role: RoomRole; rights: Pick<RoomRights, 'view' | 'start'> }): RoomRole {
  if (moderates(role) && rights.start) return role;
  if (!belongs(role)) return role;
  return rights.view ? 'participant' : 'stranger';
}

/** Epoch milliseconds at which a room in the bin is deleted for good; null when it is not there. */
export const purgeAt = (deletedAt: number | null): number | null => (deletedAt === null ? null : deletedAt + binMs);

/** Who sees a new recording of a room first: those who lead the room until they publish it, or everyone in the account at once. */
export const recordingAudiences = ['owner', 'account'] as const;
export type RecordingAudience = (typeof recordingAudiences)[number];

/** What a new room starts with as long as its account says nothing else. */
export const standardDefaults = {
  welcome: '',
  lobby: true,
  anyoneCanStart: false,
  signInRequired: false,
  muteOnStart: false,
  record: false,
  maxPeople: null,
  maxMinutes: null,
  newRecordings: 'owner',
} as const;

/** How the parts of a meeting stand at first, by BBB's names; the first is what a server does by itself. */
export const roomLayouts = ['CUSTOM_LAYOUT', 'SMART_LAYOUT', 'PRESENTATION_FOCUS', 'VIDEO_FOCUS'] as const;
/** Switches of a room beyond the common ones: what participants may not do, and when the meeting ends. */
export const roomSwitches = [
  'lockMic',
  'lockCam',
  'lockChat',
  'lockPrivateChat',
  'lockNotes',
  'hideUsers',
  'hostCameras',
  'endWithoutHost',
  'promoteGuests',
] as const;
export type RoomSwitch = (typeof roomSwitches)[number];
export const standardOptions = {
  lockMic: false,
  lockCam: false,
  lockChat: false,
  lockPrivateChat: false,
  lockNotes: false,
  hideUsers: false,
  hostCameras: false,
  endWithoutHost: false,
  promoteGuests: false,
  organisationOnly: false,
  layout: roomLayouts[0],
} as const;

/**
 * Whether a room and what is held in it count as the person's own for an action, when it is asked what they may pass on by a tag.
 * `part`: what they are to it without what statements give.
 */
export function isOwnTagged(role: RoomRole, part: RoomRole, action: string): boolean {
  if (action.startsWith('recordings.')) return (part === 'owner' || part === 'co-owner') && action !== 'recordings.manage';
  if (action.startsWith('rooms.')) return isOwnRoom(role, action);
  return isOwnRoom(role, 'rooms.edit');
}
const looking = ['rooms.view', 'meetings.view', 'recordings.view'] as const;
const helping = [...looking, 'rooms.start', 'meetings.end'] as const;
const together = [...helping, 'rooms.edit', 'attendance.view', 'recordings.edit', 'recordings.delete'] as const;
/** What a role in a room lets somebody do with it and its meetings. */
const partGives: Partial<Record<RoomRole, readonly string[]>> = {
  participant: looking,
  moderator: helping,
  'co-owner': together,
  owner: [...together, 'rooms.delete'],
};
export const givenByPart = (part: RoomRole): readonly string[] => partGives[part] ?? [];

/** Parts that somebody with this one may be given: whatever takes nothing new, and what may be given at large. */
export const offeredParts = (has: ShareRole, givable: readonly ShareRole[]): ShareRole[] =>
  shareRoles.filter((part) => givable.includes(part) || givenByPart(part).every((action) => givenByPart(has).includes(action)));

/** What somebody holds of a thing who holds all of these: leading a room is no more than its owner does with it. */
export const leadingIs: Readonly<Record<string, readonly string[]>> = {
  'rooms.manage': ['rooms.view', 'rooms.edit', 'rooms.delete', 'rooms.start', 'meetings.view', 'meetings.end', 'attendance.view'],
  'recordings.manage': ['recordings.view', 'recordings.edit', 'recordings.delete'],
};
