import type { RouteRow } from './shell/route-table.ts';

/** Every URL: its screen, layout, access and guards. */
export const rows: readonly RouteRow[] = [
  {
    name: 'cookies',
    path: '/cookies',
    title: 'shell.cookies.title',
    layout: 'default',
    access: 'all',
    screen: () => import('./shell/cookies.screen.tsx'),
  },
];
