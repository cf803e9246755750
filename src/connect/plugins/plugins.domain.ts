import { defineDomain } from '#kit/domain.ts';

export const pluginsDomain = defineDomain({
  name: 'connect/plugins',
  screens: [
    {
      name: 'plugins',
      path: '/plugins',
      title: 'plugins.page.title',
      access: 'api.view',
      screen: () => import('./ui/plugins.screen.tsx'),
    },
  ],
  navigation: [{ path: '/plugins', word: 'plugins', icon: 'plug', group: 'connect', place: 30, rare: true }],
});
