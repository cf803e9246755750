import { defineDomain } from '#kit/domain.ts';

export const ownershipDomain = defineDomain({
  name: 'operate/ownership',
  server: async () => {
    const [{ ownershipCalls }, { dataEndsCalls }, { ownershipHandlers }, { dataEndsHandlers }, { jobs }] = await Promise.all([
      import('./ownership.contract.ts'),
      import('./data-ends.contract.ts'),
      import('./server/ownership.routes.ts'),
      import('./server/data-ends.routes.ts'),
      import('./server/ownership.jobs.ts'),
    ]);
    return {
      calls: { ownership: ownershipCalls, dataEnds: dataEndsCalls },
      handlers: { ownership: ownershipHandlers, dataEnds: dataEndsHandlers },
      jobs,
    };
  },
  http: [() => import('./server/export-files.http.ts')],
  screens: [
    {
      name: 'account-closed',
      path: '/account-closed',
      title: 'ownership.closed.title',
      layout: 'login',
      access: 'user',
      screen: () => import('./ui/account-closed.screen.tsx'),
    },
  ],
});
