import { defineDomain } from '#kit/domain.ts';

export const resaleDomain = defineDomain({
  name: 'sales/resale',
  server: async () => {
    const [{ resaleCalls }, { resaleHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./resale.contract.ts'),
      import('./server/resale.routes.ts'),
      import('./server/resale.jobs.ts'),
      import('./server/resale.events.ts'),
    ]);
    return { calls: { resale: resaleCalls }, handlers: { resale: resaleHandlers }, jobs, listeners };
  },
  http: [() => import('./server/statement-files.http.ts')],
  sample: () => import('./server/sample/resale.sample.ts'),
});
