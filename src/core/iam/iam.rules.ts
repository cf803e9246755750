/**
 * The catalogue of permission names: a screen, a navigation entry, a call and a button ask the same permission by the
 * same name. Which of them a membership holds follows from the account's kind, the role and what was given in person.
 */
export type AccountKind = 'customer' | 'vendor' | 'operator';
export type MemberRole = 'owner' | 'admin' | 'member' | 'staff';

const everyKind = ['customer', 'vendor', 'operator'] as const;
const operatorOnly = ['operator'] as const;

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
  'api.view': everyKind,
  'api.manage': everyKind,
  'account.edit': everyKind,
  'audit.view': everyKind,
  'outbox.view': operatorOnly,
  'servers.manage': operatorOnly,
  'users.manage': ['vendor', 'operator'],
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
];

export type MembershipFacts = { accountKind: AccountKind; role: MemberRole; permissions: readonly string[] };

/** The names that a membership holds, sorted. Unknown names in `permissions` are dropped. */
export function scopeFor(membership: MembershipFacts): Permission[] {
  const all = Object.keys(permissions)
    .filter(isPermission)
    .filter((name) => everHeldBy(name, membership.accountKind));
  if (membership.role === 'owner' || membership.role === 'admin') return all.sort();
  const given = membership.role === 'member' ? [...memberPermissions, ...membership.permissions] : membership.permissions;
  return all.filter((name) => given.includes(name)).sort();
}
