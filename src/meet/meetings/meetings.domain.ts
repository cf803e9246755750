import { defineDomain } from '#kit/domain.ts';

export const meetingsDomain = defineDomain({
  name: 'meet/meetings',
  server: async () => {
    const [{ meetingsCalls }, { meetingsHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./meetings.contract.ts'),
      import('./server/meetings.routes.ts'),
      import('./server/meetings.jobs.ts'),
      import('./server/meetings.events.ts'),
    ]);
    return { calls: { meetings: meetingsCalls }, handlers: { meetings: meetingsHandlers }, jobs, listeners };
  },
  search: () => import('./server/meetings.search.ts'),
  screens: [
    {
      name: 'my-meetings',
      path: '/rooms/meetings',
      title: 'meetings.mine.title',
      access: 'meetings.view',
      screen: () => import('./ui/my-meetings.screen.tsx'),
    },
    { name: 'meeting', path: '/rooms/meeting/{id?}', title: 'meetings.mine.title', access: 'meetings.view' },
    {
      name: 'meetings',
      path: '/meetings',
      title: 'meetings.all.title',
      access: 'meetings.view',
      screen: () => import('./ui/meetings.screen.tsx'),
    },
    { name: 'door', path: '/m/{slug?}', frame: 'meeting', access: 'all', screen: () => import('./ui/door.screen.tsx') },
  ],
  navigation: [
    {
      path: '/meetings',
      word: 'meetings',
      icon: 'video',
      group: 'meet',
      place: 30,
      jump: 'm',
      tabs: ['/meetings', '/rooms/meetings'],
      bottom: ['customer', 'vendor', 'operator'],
      count: 'live',
    },
  ],
});
