import { defineDomain } from '#kit/domain.ts';

export const exchangeDomain = defineDomain({
  name: 'sales/exchange',
  server: async () => {
    const [{ exchangeCalls }, { exchangeHandlers }, { jobs }] = await Promise.all([
      import('./exchange.contract.ts'),
      import('./server/exchange.routes.ts'),
      import('./server/exchange.jobs.ts'),
    ]);
    return { calls: { exchange: exchangeCalls }, handlers: { exchange: exchangeHandlers }, jobs };
  },
});
