import { defineDomain } from '#kit/domain.ts';

export const settingsDomain = defineDomain({
  name: 'operate/settings',
  screens: [
    {
      name: 'settings',
      path: '/settings',
      title: 'settings.page.title',
      access: 'user',
      screen: () => import('./ui/settings.screen.tsx'),
    },
  ],
  navigation: [{ path: '/settings', word: 'settings', icon: 'settings', group: 'foot', place: 10, jump: ',' }],
});
