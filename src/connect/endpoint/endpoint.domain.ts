import { defineDomain } from '#kit/domain.ts';

export const endpointDomain = defineDomain({
  name: 'connect/endpoint',
  server: async () => {
    const [{ endpointCalls }, { endpointHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./endpoint.contract.ts'),
      import('./server/endpoint.routes.ts'),
      import('./server/endpoint.jobs.ts'),
      import('./server/endpoint.events.ts'),
    ]);
    return { calls: { endpoint: endpointCalls }, handlers: { endpoint: endpointHandlers }, jobs, listeners };
  },
  screens: [
    {
      name: 'api-endpoint',
      path: '/api-endpoint',
      title: 'endpoint.page.title',
      access: 'api.view',
      screen: () => import('./ui/endpoint.screen.tsx'),
    },
  ],
  navigation: [{ path: '/api-endpoint', word: 'apiEndpoint', icon: 'api', group: 'connect', place: 10, jump: 'e', rare: true }],
});
