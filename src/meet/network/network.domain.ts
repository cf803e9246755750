import { defineDomain } from '#kit/domain.ts';

export const networkDomain = defineDomain({
  name: 'meet/network',
  server: async () => {
    const [{ networkCalls }, { networkHandlers }] = await Promise.all([
      import('./network.contract.ts'),
      import('./server/network.routes.ts'),
    ]);
    return { calls: { network: networkCalls }, handlers: { network: networkHandlers } };
  },
  sample: () => import('./server/sample/network.sample.ts'),
  screens: [
    {
      name: 'network-rooms',
      path: '/network/rooms',
      title: 'network.page.title',
      access: 'rooms.view',
      screen: () => import('./ui/network-rooms.screen.tsx'),
    },
  ],
});
