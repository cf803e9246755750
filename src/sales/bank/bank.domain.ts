import { defineDomain } from '#kit/domain.ts';

export const bankDomain = defineDomain({
  name: 'sales/bank',
  server: async () => {
    const [{ bankCalls }, { periodsCalls }, { bankHandlers, periodsHandlers }, { jobs }] = await Promise.all([
      import('./bank.contract.ts'),
      import('./periods.contract.ts'),
      import('./server/bank.routes.ts'),
      import('./server/bank.jobs.ts'),
    ]);
    return {
      calls: { bank: bankCalls, periods: periodsCalls },
      handlers: { bank: bankHandlers, periods: periodsHandlers },
      jobs,
    };
  },
  http: [() => import('./server/period-files.http.ts')],
});
