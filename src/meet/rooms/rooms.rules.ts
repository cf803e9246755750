/** Decisions about rooms that both sides ask: limits of the fields, the link's form, who may do what. */

/** Days that a deleted room waits in the bin before it is deleted for good. */
export const binDays = 30;
export const binMs = binDays * 86_400_000;

export const roomLimits = {
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
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '');
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
export type RoomAsker = { userId: string; accountId: string; accountKind: string; scope: readonly string[] } | null;
export type RoomFacts = { accountId: string; ownerId: string };

/** `share` is the accepted share of this person, or null. */
export function roleIn(asker: RoomAsker, room: RoomFacts, share: ShareRole | null): RoomRole {
  if (asker === null) return 'stranger';
  const sameAccount = asker.accountId === room.accountId;
  if (sameAccount && asker.userId === room.ownerId) return 'owner';
  if (sameAccount && asker.scope.includes('rooms.manage')) return 'manager';
  if (share !== null) return share;
  if (sameAccount) return 'colleague';
  return asker.accountKind === 'operator' && asker.scope.includes('rooms.view') ? 'operator' : 'stranger';
}

/** Sent with every room, so that a screen shows only what is allowed. */
export type RoomRights = { view: boolean; edit: boolean; delete: boolean; start: boolean; share: boolean; transfer: boolean };

/** What the person may do with the room. A co-owner of another account may edit, but not give the room on. */
export function roomRights(asker: RoomAsker, room: RoomFacts, role: RoomRole): RoomRights {
  const holds = (permission: string) => asker?.scope.includes(permission) ?? false;
  const inside = asker?.accountId === room.accountId;
  const leads = role === 'owner' || role === 'manager';
  const edits = (leads || role === 'co-owner') && holds('rooms.edit');
  return {
    view: role !== 'stranger' && holds('rooms.view'),
    edit: edits,
    delete: leads && holds('rooms.delete'),
    start: (leads || role === 'co-owner' || role === 'moderator') && holds('rooms.start'),
    share: edits && inside,
    transfer: leads && holds('rooms.edit'),
  };
}

/** Who joins as a moderator without a code. */
export const moderates = (role: RoomRole): boolean =>
  role === 'owner' || role === 'manager' || role === 'co-owner' || role === 'moderator';
/** Who needs neither code nor lobby. */
export const belongs = (role: RoomRole): boolean => moderates(role) || role === 'participant';

/** Epoch milliseconds at which a room in the bin is deleted for good; null when it is not there. */
export const purgeAt = (deletedAt: number | null): number | null => (deletedAt === null ? null : deletedAt + binMs);
