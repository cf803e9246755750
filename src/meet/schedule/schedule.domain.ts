import { defineDomain } from '#kit/domain.ts';

export const scheduleDomain = defineDomain({
  name: 'meet/schedule',
  server: async () => {
    const [{ scheduleCalls }, { scheduleHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./schedule.contract.ts'),
      import('./server/schedule.routes.ts'),
      import('./server/schedule.jobs.ts'),
      import('./server/schedule.events.ts'),
    ]);
    return { calls: { schedule: scheduleCalls }, handlers: { schedule: scheduleHandlers }, jobs, listeners };
  },
  http: [() => import('./server/calendar-feeds.http.ts')],
  sample: () => import('./server/sample/schedule.sample.ts'),
  mailThing: () => import('./server/mail/meeting-thing.service.ts'),
  screens: [
    {
      name: 'calendar',
      path: '/rooms/calendar',
      title: 'schedule.calendar.title',
      access: 'rooms.view',
      screen: () => import('./ui/calendar.screen.tsx'),
    },
    {
      name: 'room-calendar',
      path: '/rooms/calendar/{id}',
      title: 'schedule.calendar.title',
      access: 'rooms.view',
      screen: () => import('./ui/calendar.screen.tsx'),
    },
    {
      name: 'calendar-invitation',
      path: '/calendar/invitation',
      title: 'schedule.invitation.title',
      access: 'all',
      screen: () => import('./ui/invitation.screen.tsx'),
    },
  ],
  navigation: [{ path: '/rooms/calendar', word: 'calendar', icon: 'calendar', group: 'meet', place: 20, jump: 'c' }],
});
