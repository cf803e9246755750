import {
  IconAffiliate,
  IconApi,
  IconBuildingStore,
  IconCreditCard,
  IconDoor,
  IconFileInvoice,
  IconFriends,
  IconHome,
  IconListDetails,
  IconMail,
  IconMovie,
  IconPlug,
  IconServer2,
  IconSettings,
  IconTrash,
  IconUser,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconVideo,
} from '@tabler/icons-react';
import { rememberedFor } from '#kit/remembered.ts';
import { hasScope, type SessionUser } from '#kit/ui/auth/session-user.ts';
import type { RouteRow } from '#app/shell/routing/route-row.ts';

/** The key after G that leads to a screen. */
const jumps: Readonly<Record<string, string>> = {
  '/dashboard': 'h',
  '/rooms': 'r',
  '/meetings': 'm',
  '/servers': 's',
  '/api-endpoint': 'e',
  '/outbox': 'o',
  '/settings': ',',
};

/** `path` as in the route table; `to` where it leads when parameters are left out. */
const entry = <const W extends string>(path: string, word: W, icon: typeof IconHome) => ({
  path,
  to: path.replace(/\/\{\w+\?\}$/, ''),
  word,
  icon,
  jump: jumps[path] ?? null,
});

const home = entry('/dashboard', 'home', IconHome);
const groups = [
  {
    word: 'meet',
    entries: [
      entry('/rooms', 'rooms', IconDoor),
      entry('/rooms/my-rooms', 'myRooms', IconUser),
      entry('/meetings', 'meetings', IconVideo),
      entry('/network/rooms', 'networkRooms', IconAffiliate),
      entry('/recordings/myRecordings', 'myRecordings', IconMovie),
      entry('/recordings/allRecordings', 'allRecordings', IconMovie),
      entry('/rooms/recycle-bin', 'bin', IconTrash),
    ],
  },
  {
    word: 'team',
    entries: [
      entry('/users/IAMUsers', 'iamUsers', IconUserShield),
      entry('/users/groups', 'groups', IconUsersGroup),
      entry('/users/groups/my-groups', 'myGroups', IconFriends),
    ],
  },
  { word: 'connect', entries: [entry('/api-endpoint', 'apiEndpoint', IconApi), entry('/plugins', 'plugins', IconPlug)] },
  {
    word: 'billing',
    entries: [
      entry('/my-subscriptions', 'plan', IconCreditCard),
      entry('/invoices', 'invoices', IconFileInvoice),
      entry('/all-invoices', 'allInvoices', IconFileInvoice),
      entry('/subscription-plans', 'plans', IconListDetails),
    ],
  },
  {
    word: 'operate',
    entries: [
      entry('/users', 'users', IconUsers),
      entry('/servers', 'servers', IconServer2),
      entry('/vendors', 'vendors', IconBuildingStore),
      entry('/outbox', 'outbox', IconMail),
    ],
  },
  { word: 'help', entries: [entry('/settings', 'settings', IconSettings)] },
] as const;

export type NavEntry = typeof home | (typeof groups)[number]['entries'][number];
export type NavGroup = { word: (typeof groups)[number]['word']; entries: readonly NavEntry[] };

/** Whether the row's screen is for this person. */
export function mayOpen(row: RouteRow, user: SessionUser | null): boolean {
  if (row.access === 'all') return true;
  if (row.access === 'guest') return user === null;
  return user !== null && (row.access === 'user' || hasScope(user.scope, row.access));
}

type Navigation = { home: NavEntry | null; groups: readonly NavGroup[] };
function navigationOf(rows: readonly RouteRow[], user: SessionUser | null): Navigation {
  const there = (one: NavEntry) => rows.some((row) => row.path === one.path && mayOpen(row, user));
  const filled = groups
    .map((group) => ({ word: group.word, entries: group.entries.filter(there) }))
    .filter((group) => group.entries.length > 0);
  return { home: there(home) ? home : null, groups: filled };
}

// the side bar, the crumbs and the jump keys of a page all ask
const navigationOfPerson = rememberedFor((user: SessionUser, rows: readonly RouteRow[]) => navigationOf(rows, user));
/** Navigation of a person: only screens that exist and that the scope allows; groups without entries are left out. */
export const navigationFor = (rows: readonly RouteRow[], user: SessionUser | null): Navigation =>
  user === null ? navigationOf(rows, null) : navigationOfPerson(user, rows);

/** The entry under which a page stands: the longest path that begins it. */
export function activeEntry(entries: readonly NavEntry[], pathname: string): NavEntry | null {
  const under = entries.filter((one) => pathname === one.to || pathname.startsWith(`${one.to}/`));
  return under.toSorted((a, b) => b.to.length - a.to.length)[0] ?? null;
}
