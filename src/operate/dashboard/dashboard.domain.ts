import { defineDomain } from '#kit/domain.ts';

export const dashboardDomain = defineDomain({
  name: 'operate/dashboard',
  server: async () => {
    const [{ dashboardCalls }, { dashboardHandlers }] = await Promise.all([
      import('./dashboard.contract.ts'),
      import('./server/dashboard.routes.ts'),
    ]);
    return { calls: { dashboard: dashboardCalls }, handlers: { dashboard: dashboardHandlers } };
  },
  screens: [
    {
      name: 'dashboard',
      path: '/dashboard',
      title: 'dashboard.home.title',
      access: 'user',
      screen: () => import('./ui/dashboard.screen.tsx'),
    },
  ],
  navigation: [
    {
      path: '/dashboard',
      word: 'home',
      icon: 'home',
      group: 'top',
      place: 10,
      jump: 'h',
      bottom: ['customer', 'vendor', 'operator'],
    },
  ],
});
