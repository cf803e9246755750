import { defineDomain } from '#kit/domain.ts';

export const searchDomain = defineDomain({
  name: 'operate/search',
  server: async () => ({ calls: { search: (await import('./search.contract.ts')).searchCalls } }),
});
