import { defineDomain } from '#kit/domain.ts';

export const analyticsDomain = defineDomain({
  name: 'operate/analytics',
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
