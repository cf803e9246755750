/**
 * The catalogue of permission names: a screen, a navigation entry, a call and a button ask the same permission by the
 * same name. Which of them a membership holds follows from the account's kind, the role and what was given in person.
 */
import type { Statement } from './statements.rules.ts';

export type AccountKind = 'customer' | 'vendor' | 'operator';
export type MemberRole = 'owner' | 'admin' | 'member' | 'staff';

const everyKind = ['customer', 'vendor', 'operator'] as const;
const operatorOnly = ['operator'] as const;
/** The operator buys nothing from itself. */
const buyers = ['customer', 'vendor'] as const;

/** Each permission with the kinds of account that can ever hold it. */
export const permissions = {
  'rooms.view': everyKind,
  'rooms.create': everyKind,
  'rooms.edit': everyKind,
  'rooms.delete': everyKind,
  'rooms.start': everyKind,
  'rooms.manage': everyKind,
  'meetings.view': everyKind,
  'meetings.end': everyKind,
  'attendance.view': everyKind,
  'recordings.view': everyKind,
  'recordings.edit': everyKind,
  'recordings.delete': everyKind,
  'recordings.manage': everyKind,
  'recordings.play': everyKind,
  'api.view': everyKind,
  'api.manage': everyKind,
  'account.edit': everyKind,
  'security.manage': everyKind,
  'audit.view': everyKind,
  'webhooks.manage': everyKind,
  'lti.manage': everyKind,
  'account.export': everyKind,
  'subscriptions.view': buyers,
  'subscriptions.purchase': buyers,
  'invoices.view': buyers,
  'plans.manage': operatorOnly,
  'invoices.manage': operatorOnly,
  'outbox.view': operatorOnly,
  'platform.manage': operatorOnly,
  'posts.edit': operatorOnly,
  'posts.publish': operatorOnly,
  'categories.edit': operatorOnly,
  'newsletter.manage': operatorOnly,
  'tickets.view': buyers,
  'tickets.create': buyers,
  'tickets.answer': ['vendor', 'operator'],
  'tickets.manage': ['vendor', 'operator'],
  'chat.use': everyKind,
  'mailbox.use': everyKind,
  'tasks.use': everyKind,
  'analytics.view': everyKind,
  'analytics.explore': everyKind,
  'templates.edit': everyKind,
  'servers.manage': operatorOnly,
  'users.manage': ['vendor', 'operator'],
  'users.impersonate': ['vendor', 'operator'],
  'users.addresses': operatorOnly,
  'staff.manage': operatorOnly,
  'vendors.manage': ['vendor', 'operator'],
  'network.manage': everyKind,
  'iam.view': everyKind,
  'iam.manage': everyKind,
  'library.view': everyKind,
  'library.edit': everyKind,
  'groups.view': everyKind,
  'groups.manage': everyKind,
  'keys.manage': everyKind,
} as const satisfies Readonly<Record<string, readonly AccountKind[]>>;

export type Permission = keyof typeof permissions;
export const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name);

const kindsOf: Readonly<Record<string, readonly AccountKind[]>> = permissions;
/** False: for this kind of account the thing does not exist, so the answer is "not found" and not "not allowed". */
export const everHeldBy = (permission: string, kind: AccountKind): boolean => kindsOf[permission]?.includes(kind) ?? false;

/** What a plain member may do: own rooms and their meetings. `rooms.manage` and `recordings.manage` are the rights over those of colleagues. */
const memberPermissions: readonly Permission[] = [
  'rooms.view',
  'rooms.create',
  'rooms.edit',
  'rooms.delete',
  'rooms.start',
  'meetings.view',
  'meetings.end',
  'attendance.view',
  'recordings.view',
  'recordings.edit',
  'recordings.delete',
  'library.view',
  'tickets.view',
  'tickets.create',
  'chat.use',
  'mailbox.use',
  'tasks.use',
];

export type MembershipFacts = { accountKind: AccountKind; role: MemberRole; permissions: readonly string[] };

/** Every name that this kind of account can hold, sorted. */
export const namesFor = (kind: AccountKind): Permission[] =>
  Object.keys(permissions)
    .filter(isPermission)
    .filter((name) => everHeldBy(name, kind))
    .sort();

/** The names that a role holds without anything else that was given, sorted. Unknown names in `permissions` are dropped. */
export function scopeFor(membership: MembershipFacts): Permission[] {
  const all = namesFor(membership.accountKind);
  if (membership.role === 'owner' || membership.role === 'admin') return all;
  const given = membership.role === 'member' ? [...memberPermissions, ...membership.permissions] : membership.permissions;
  return all.filter((name) => given.includes(name));
}

/** What an account hands out ready-made. `owner` and `admin` get what later versions add, the others never do. */
export const presets = ['owner', 'admin', 'moderator', 'member', 'viewer', 'billing', 'support', 'none'] as const;
export type Preset = (typeof presets)[number];

/** What only owners may do, whatever else says so. */
export const ownerOnly: readonly string[] = ['account.close', 'account.transfer'];

/** Actions that are asked of one thing, which may be somebody's own: those in an account's name alone are not here. */
const aboutThings: readonly string[] = [
  'rooms.view',
  'rooms.edit',
  'rooms.delete',
  'rooms.start',
  'rooms.manage',
  'meetings.view',
  'meetings.end',
  'attendance.view',
  'recordings.view',
  'recordings.edit',
  'recordings.delete',
  'recordings.manage',
  'recordings.play',
];
export const isAboutThings = (action: string): boolean => aboutThings.includes(action);

/** Names as they were given before there were statements: looking counts for everything, changing for one's own. */
const lookingOrManaging = (name: string) => !isAboutThings(name) || (/\.(view|manage)$/.test(name) && name !== 'attendance.view');
export function statementsOfNames(names: readonly string[], id: string): Statement[] {
  const [wide, own] = [names.filter(lookingOrManaging), names.filter((name) => !lookingOrManaging(name))];
  return [
    ...(wide.length === 0 ? [] : [{ id: `${id}-all`, effect: 'allow' as const, actions: wide, resources: ['*'] }]),
    ...(own.length === 0 ? [] : [{ id: `${id}-own`, effect: 'allow' as const, actions: own, resources: ['self'] }]),
  ];
}

const allow = (id: string, actions: string[]): Statement => ({ id, effect: 'allow', actions, resources: ['*'] });
const looking = ['rooms.view', 'meetings.view', 'recordings.view'];
/** Talking with colleagues, planning with them, and reading one's own mail. */
const talking = ['chat.use', 'mailbox.use', 'tasks.use'];

const ofPreset: Readonly<Record<Preset, readonly Statement[]>> = {
  owner: [allow('owner', ['*'])],
  admin: [allow('admin', ['*']), { id: 'admin-not', effect: 'deny', actions: [...ownerOnly], resources: ['*'] }],
  moderator: [
    allow('moderator', [
      ...looking,
      'rooms.start',
      'meetings.end',
      'attendance.view',
      'recordings.edit',
      'groups.view',
      'library.view',
      ...talking,
    ]),
    ...statementsOfNames(['rooms.create', 'rooms.edit', 'rooms.delete', 'recordings.delete'], 'moderator'),
  ],
  member: statementsOfNames(memberPermissions, 'member'),
  viewer: [allow('viewer', [...looking, ...talking])],
  billing: [allow('billing', ['billing.*', 'invoices.*', 'subscriptions.*', ...talking])],
  support: [allow('support', ['rooms.view', 'meetings.view', 'tickets.*', 'issues.*', ...talking])],
  none: [],
};
export const statementsOfPreset = (preset: Preset): readonly Statement[] => ofPreset[preset];

/** The role that goes with a preset, for those who ask no more than that. */
export const roleOfPreset = (preset: Preset): MemberRole =>
  preset === 'owner' || preset === 'admin' || preset === 'member' ? preset : 'staff';

/**
 * `invited`, `expired`: nobody answered yet; `locked`: out until a new password was chosen; `ended`: the time of the access is over;
 * `resting`: suspended because the account has more people than its plan allows.
 */
export const memberStates = ['invited', 'expired', 'active', 'locked', 'ended', 'suspended', 'resting'] as const;
export type MemberState = (typeof memberStates)[number];
export const groupMemberStates = ['asked', 'in'] as const;
export type GroupMemberState = (typeof groupMemberStates)[number];

export const iamLimits = {
  description: 300,
  /** Sets or groups that one person, or sets that one group may have; people who are added at once. */
  attached: 50,
  sets: 200,
  groups: 500,
  alias: { min: 3, max: 32 },
  userName: { min: 2, max: 40 },
  /** Invitations that one account may mail in a day: attackers choose the addresses. */
  invitesPerDay: 200,
} as const;
/** Days for which an invitation is good. */
export const INVITATION_DAYS = 7;

export type NameTrouble = 'name_length' | 'name_letters';
/** What is wrong with an account's alias, or null: 3–32 of a–z, 0–9 and single hyphens inside. */
export function aliasTrouble(text: string): NameTrouble | null {
  if (text.length < iamLimits.alias.min || text.length > iamLimits.alias.max) return 'name_length';
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) ? null : 'name_letters';
}
/** What is wrong with a user name, or null: 2–40 of a–z, 0–9 and single `.`, `-`, `_` inside. */
export function userNameTrouble(text: string): NameTrouble | null {
  if (text.length < iamLimits.userName.min || text.length > iamLimits.userName.max) return 'name_length';
  return /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/.test(text) ? null : 'name_letters';
}
