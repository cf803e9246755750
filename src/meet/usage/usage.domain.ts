import { defineDomain } from '#kit/domain.ts';

export const usageDomain = defineDomain({
  name: 'meet/usage',
  server: async () => {
    const [{ usageCalls }, { usageHandlers }] = await Promise.all([
      import('./usage.contract.ts'),
      import('./server/usage.routes.ts'),
    ]);
    return { calls: { usage: usageCalls }, handlers: { usage: usageHandlers } };
  },
});
