import { defineDomain } from '#kit/domain.ts';

export const overflowDomain = defineDomain({
  name: 'sales/overflow',
  server: async () => {
    const [{ overflowCalls }, { overflowHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./overflow.contract.ts'),
      import('./server/overflow.routes.ts'),
      import('./server/overflow.jobs.ts'),
      import('./server/overflow.events.ts'),
    ]);
    return { calls: { overflow: overflowCalls }, handlers: { overflow: overflowHandlers }, jobs, listeners };
  },
  screens: [
    {
      name: 'over-limit',
      path: '/my-subscriptions/over-limit',
      title: 'overflow.title',
      access: 'subscriptions.purchase',
      screen: () => import('./ui/choice.screen.tsx'),
    },
  ],
});
