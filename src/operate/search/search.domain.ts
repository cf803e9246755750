import { defineDomain } from '#kit/domain.ts';

export const searchDomain = defineDomain({
  name: 'operate/search',
  server: async () => {
    const [{ searchCalls }, { searchHandlers }] = await Promise.all([
      import('./search.contract.ts'),
      import('./server/search.routes.ts'),
    ]);
    return { calls: { search: searchCalls }, handlers: { search: searchHandlers } };
  },
});
