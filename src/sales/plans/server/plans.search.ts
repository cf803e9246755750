/** What the search finds here. */
import type { SearchSource } from '#kit/server/search-source.ts';
import { list } from './plans.service.ts';

const plans: SearchSource = {
  kind: 'plan',
  find: async (ctx, wish) => (await list(ctx, wish)).items.map(({ id, name }) => ({ id, name })),
};

export const searchSources: readonly SearchSource[] = [plans];
