/** What the search finds here. */
import type { SearchSource } from '#kit/server/search-source.ts';
import { listKept } from './directory.service.ts';

const accounts: SearchSource = {
  kind: 'account',
  find: async (ctx, wish) => {
    const { items } = await listKept(ctx, wish);
    return items.map(({ row, owner }) => ({ id: row.id, name: row.name, detail: owner?.email ?? null }));
  },
};

export const searchSources: readonly SearchSource[] = [accounts];
