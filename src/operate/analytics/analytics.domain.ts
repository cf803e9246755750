import { defineDomain } from '#kit/domain.ts';

export const analyticsDomain = defineDomain({
  name: 'operate/analytics',
  server: async () => {
    const [{ analyticsCalls }, { analyticsHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./analytics.contract.ts'),
      import('./server/analytics.routes.ts'),
      import('./server/analytics.jobs.ts'),
      import('./server/analytics.events.ts'),
    ]);
    return { calls: { analytics: analyticsCalls }, handlers: { analytics: analyticsHandlers }, jobs, listeners };
  },
  screens: [
    {
      name: 'charts',
      path: '/charts',
      title: 'analytics.title',
      access: 'analytics.view',
      screen: () => import('./ui/charts.screen.tsx'),
    },
    {
      name: 'data-visualization',
      path: '/data_visualization',
      title: 'analytics.explorer',
      access: 'analytics.explore',
      screen: () => import('./ui/explorer.screen.tsx'),
    },
  ],
  navigation: [{ path: '/charts', word: 'charts', icon: 'chart', group: 'meet', place: 60 }],
});
