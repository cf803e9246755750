import type { NavigationEntry } from '#kit/ui/navigation-entry.ts';

const buyers = ['customer', 'vendor'] as const;
const everybody = ['customer', 'vendor', 'operator'] as const;
const operator = ['operator'] as const;

const declared = [
  { path: '/dashboard', word: 'home', icon: 'home', group: 'top', jump: 'h', bottom: everybody },
  {
    path: '/rooms',
    word: 'rooms',
    icon: 'door',
    group: 'meet',
    jump: 'r',
    tabs: ['/rooms', '/rooms/my-rooms', '/network/rooms', '/rooms/recycle-bin'],
    bottom: buyers,
  },
  {
    path: '/meetings',
    word: 'meetings',
    icon: 'video',
    group: 'meet',
    jump: 'm',
    tabs: ['/meetings', '/rooms/meetings'],
    bottom: everybody,
    count: 'live',
  },
  {
    path: '/recordings/myRecordings',
    word: 'recordings',
    icon: 'recording',
    group: 'meet',
    tabs: ['/recordings/myRecordings', '/recordings/allRecordings', '/recordings/bin'],
    bottom: buyers,
  },
  { path: '/users/IAMUsers', word: 'iamUsers', icon: 'people', group: 'team' },
  {
    path: '/users/groups',
    word: 'groups',
    icon: 'peopleGroup',
    group: 'team',
    tabs: ['/users/groups', '/users/groups/my-groups'],
  },
  { path: '/api-endpoint', word: 'apiEndpoint', icon: 'api', group: 'connect', jump: 'e', rare: true },
  { path: '/plugins', word: 'plugins', icon: 'plug', group: 'connect', rare: true },
  { path: '/my-subscriptions', word: 'plan', icon: 'card', group: 'billing', tabs: ['/my-subscriptions', '/invoices'] },
  { path: '/all-invoices', word: 'allInvoices', icon: 'invoice', group: 'billing' },
  { path: '/subscription-plans', word: 'plans', icon: 'list', group: 'billing' },
  { path: '/servers', word: 'servers', icon: 'server', group: 'operate', jump: 's', bottom: operator },
  { path: '/users', word: 'users', icon: 'shield', group: 'operate', bottom: operator },
  { path: '/vendors', word: 'vendors', icon: 'shop', group: 'operate' },
  { path: '/outbox', word: 'outbox', icon: 'mail', group: 'operate', jump: 'o' },
  { path: '/settings', word: 'settings', icon: 'settings', group: 'foot', jump: ',' },
] as const satisfies readonly NavigationEntry[];

type ShellEntry = NavigationEntry & { word: (typeof declared)[number]['word'] };
/** Everything of the side bar, in its order. */
export const navigationEntries: readonly ShellEntry[] = declared;
