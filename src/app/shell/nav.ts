import {
  IconApi, IconBooks, IconBuildingStore, IconCalendar, IconChartBar, IconChecklist, IconCreditCard, IconDoor, IconFileInvoice, IconHome, IconLifebuoy, IconMail,
  IconMessages, IconNews, IconPlayerRecord, IconPlugConnected, IconReceipt, IconSchool, IconServer2, IconSettings, IconTemplate, IconUserShield, IconUsers, IconUsersGroup, IconVideo,
} from '@tabler/icons-react';
import { hasScope, type SessionUser } from '#kit/ui/auth/session-user.ts';
import type { RouteRow } from './route-table.ts';

/** `path` as in the route table; `to` where it leads when parameters are left out; `jump` is the second key after G. */
const entry = <const W extends string>(path: string, word: W, icon: typeof IconHome, jump?: string) => ({ path, to: path.replace(/\/\{\w+\?\}$/, ''), word, icon, jump: jump ?? null });

const home = entry('/dashboard', 'home', IconHome, 'h');
const groups = [
  { word: 'meet', entries: [
    entry('/rooms', 'rooms', IconDoor, 'r'), entry('/rooms/my-rooms', 'myRooms', IconDoor), entry('/rooms/calendar/{id?}', 'calendar', IconCalendar, 'c'),
    entry('/meetings', 'meetings', IconVideo, 'm'), entry('/recordings/myRecordings', 'recordings', IconPlayerRecord), entry('/library', 'library', IconBooks),
  ] },
  { word: 'team', entries: [
    entry('/users/IAMUsers', 'people', IconUsers, 'p'), entry('/users/groups', 'groups', IconUsersGroup), entry('/chat', 'chat', IconMessages), entry('/task_board', 'tasks', IconChecklist),
  ] },
  { word: 'connect', entries: [entry('/api-endpoint', 'api', IconApi), entry('/lti', 'lti', IconSchool), entry('/plugins', 'plugins', IconPlugConnected)] },
  { word: 'operate', entries: [
    entry('/servers', 'servers', IconServer2, 's'), entry('/users', 'accounts', IconUserShield, 'u'), entry('/vendors', 'vendors', IconBuildingStore), entry('/charts', 'charts', IconChartBar),
  ] },
  { word: 'billing', entries: [
    entry('/my-subscriptions', 'plan', IconCreditCard), entry('/invoices', 'invoices', IconFileInvoice, 'i'), entry('/subscription-plans', 'plans', IconReceipt), entry('/all-invoices', 'allInvoices', IconFileInvoice),
  ] },
  { word: 'content', entries: [entry('/posts', 'blog', IconNews), entry('/newsletter', 'newsletter', IconMail), entry('/quill', 'templates', IconTemplate)] },
  { word: 'help', entries: [entry('/issues/user/list', 'tickets', IconLifebuoy), entry('/mailbox', 'mailbox', IconMail), entry('/settings', 'settings', IconSettings, ',')] },
] as const;

export type NavEntry = typeof home | (typeof groups)[number]['entries'][number];
export type NavGroup = { word: (typeof groups)[number]['word']; entries: readonly NavEntry[] };

/** Whether the row's screen is for this person. */
export function mayOpen(row: RouteRow, user: SessionUser | null): boolean {
  if (row.access === 'all') return true;
  if (row.access === 'guest') return user === null;
  return user !== null && (row.access === 'user' || hasScope(user.scope, row.access));
}

/** Navigation of a person: only screens that exist and that the scope allows; groups without entries are left out. */
export function navigationFor(rows: readonly RouteRow[], user: SessionUser | null): { home: NavEntry | null; groups: NavGroup[] } {
  const there = (one: NavEntry) => rows.some((row) => row.path === one.path && mayOpen(row, user));
  const filled = groups.map((group) => ({ word: group.word, entries: group.entries.filter(there) })).filter((group) => group.entries.length > 0);
  return { home: there(home) ? home : null, groups: filled };
}

/** The entry under which a page stands: the longest path that begins it. */
export function activeEntry(entries: readonly NavEntry[], pathname: string): NavEntry | null {
  const under = entries.filter((one) => pathname === one.to || pathname.startsWith(`${one.to}/`));
  return under.toSorted((a, b) => b.to.length - a.to.length)[0] ?? null;
}
