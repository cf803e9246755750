/** Decisions about looking after accounts, for both sides. */
import { type AccountKind, type AccountState, type Entitlements, mayTakeOver } from '#core/accounts/accounts.rules.ts';

/** Sets of permissions for the people who work for the operator. A later right joins a set here, never by itself. */
export const staffRoles = {
  support: [
    'users.manage',
    'users.impersonate',
    'outbox.view',
    'audit.view',
    'rooms.view',
    'meetings.view',
    'recordings.view',
    'tickets.answer',
  ],
  content: [
    'account.edit',
    'rooms.view',
    'rooms.create',
    'rooms.edit',
    'rooms.start',
    'recordings.view',
    'recordings.edit',
    'posts.edit',
    'posts.publish',
    'categories.edit',
  ],
  // looks after what accounts owe, and never acts in a customer's name
  accounting: ['users.manage', 'audit.view'],
  servers: ['servers.manage', 'meetings.view', 'meetings.end'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type StaffRole = keyof typeof staffRoles;
export const staffRoleNames = ['support', 'content', 'accounting', 'servers'] as const satisfies readonly StaffRole[];
export const isStaffRole = (name: string): name is StaffRole => Object.hasOwn(staffRoles, name);

/** What these roles hold together, sorted. */
export const permissionsOf = (roles: readonly StaffRole[]): string[] =>
  [...new Set(roles.flatMap((role): readonly string[] => staffRoles[role]))].sort();
/** The first permission in these roles that the giver does not hold; null: they may be given. */
export const beyondGiver = (scope: readonly string[], permissions: readonly string[]): string | null =>
  permissions.find((name) => !scope.includes(name)) ?? null;

/** Limits that are figures, in the order in which forms show them. */
export const limitKeys = [
  'rooms',
  'people',
  'meetingsAtOnce',
  'peopleAtOnce',
  'peoplePerMeeting',
  'minutesPerMeeting',
  'recordingGb',
  'recordingDays',
  'libraryGb',
  'fileMb',
  'filePages',
  'firstResponseMinutes',
  'minutesPerMonth',
  'groups',
  'webhooks',
  'accessKeys',
  'ltiPlatforms',
  'callsPerMinute',
  'auditDays',
  'analyticsDays',
] as const satisfies readonly (keyof Entitlements)[];
export type LimitKey = (typeof limitKeys)[number];
/** What an account has or has not. */
export const limitSwitches = [
  'recordingAllowed',
  'minutesBeyond',
  'apiAllowed',
  'branding',
  'customSlug',
  'customDomain',
  'removeFooter',
  'prioritySupport',
  'ltiAllowed',
] as const satisfies readonly (keyof Entitlements)[];
export type LimitSwitch = (typeof limitSwitches)[number];
/** Largest figure of a limit. */
export const LIMIT_MAX = 10_000_000;
export const NOTE_MAX = 4000;

export type AdminReader = { accountId: string; accountKind: AccountKind; scope: readonly string[]; userId: string };
export type AccountSubject = {
  kind: AccountKind;
  state: AccountState;
  stateBy: string | null;
  vendorAccountId: string | null;
  /** The first owner works for the operator, or is the reader. */
  ownerProtected: boolean;
  /** The owner has places in accounts that the reader does not look after. */
  ownerElsewhere: boolean;
  hasOwner: boolean;
  /** Somebody was asked to own it and has not answered. */
  invited: boolean;
};
export type AccountRights = {
  edit: boolean;
  limits: boolean;
  suspend: boolean;
  reactivate: boolean;
  approve: boolean;
  /** Setting the owner's address. */
  address: boolean;
  /** Sending the invitation to own it to another address. */
  readdress: boolean;
  reset: boolean;
  signOut: boolean;
  actFor: boolean;
};

/** What the reader may do with an account that they look after. */
export function rightsOver(reader: AdminReader, subject: AccountSubject): AccountRights {
  const operator = reader.accountKind === 'operator';
  const holds = (name: string) => reader.scope.includes(name);
  const manage = holds('users.manage');
  const person = manage && subject.hasOwner && !subject.ownerProtected && (operator || !subject.ownerElsewhere);
  return {
    edit: manage && subject.state !== 'closed',
    // a vendor gives out of its pool, on a screen of its own; what the operator gives to a vendor's customer is taken from that pool
    limits: manage && operator && subject.state !== 'closed',
    suspend: manage && (subject.state === 'active' || mayTakeOver(reader, subject)),
    reactivate: manage && subject.state === 'suspended' && (operator || subject.stateBy === reader.accountId),
    approve: manage && operator && subject.state === 'pending',
    address: person && holds('users.addresses'),
    // people who may choose an owner's address, or the account that invited this one
    readdress: manage && subject.invited && holds(operator ? 'users.addresses' : 'vendors.manage'),
    reset: person || (manage && subject.invited),
    signOut: person,
    actFor: person && holds('users.impersonate') && subject.state === 'active',
  };
}
