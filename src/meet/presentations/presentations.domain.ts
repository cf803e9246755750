import { defineDomain } from '#kit/domain.ts';

export const presentationsDomain = defineDomain({
  name: 'meet/presentations',
  server: async () => {
    const [{ presentationsCalls }, { presentationsHandlers }] = await Promise.all([
      import('./presentations.contract.ts'),
      import('./server/presentations.routes.ts'),
    ]);
    return { calls: { presentations: presentationsCalls }, handlers: { presentations: presentationsHandlers } };
  },
});
