import { defineDomain } from '#kit/domain.ts';

export const webhooksDomain = defineDomain({
  name: 'connect/webhooks',
  server: async () => {
    const [{ deliveriesCalls }, { webhooksCalls }, { deliveriesHandlers }, { webhooksHandlers }, { jobs }] = await Promise.all([
      import('./deliveries.contract.ts'),
      import('./webhooks.contract.ts'),
      import('./server/deliveries.routes.ts'),
      import('./server/webhooks.routes.ts'),
      import('./server/deliveries.jobs.ts'),
    ]);
    return {
      calls: { deliveries: deliveriesCalls, webhooks: webhooksCalls },
      handlers: { deliveries: deliveriesHandlers, webhooks: webhooksHandlers },
      jobs,
    };
  },
});
