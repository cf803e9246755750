import { defineDomain } from '#kit/domain.ts';

export const inboundDomain = defineDomain({
  name: 'core/inbound',
  server: async () => {
    const [{ inboundCalls }, { inboundHandlers }, { jobs }] = await Promise.all([
      import('./inbound.contract.ts'),
      import('./server/inbound.routes.ts'),
      import('./server/inbound.jobs.ts'),
    ]);
    return { calls: { inbound: inboundCalls }, handlers: { inbound: inboundHandlers }, jobs };
  },
});
