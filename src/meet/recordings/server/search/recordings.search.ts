/** What the search finds here. */
import type { SearchSource } from '#kit/server/search-source.ts';
import { list } from '../list.service.ts';

const recordings: SearchSource = {
  kind: 'recording',
  find: async (ctx, wish) => {
    const { items } = await list(ctx, { view: 'all', sort: 'recent', ...wish });
    return items.map(({ recordId, name, room, account, startedAt }) => ({
      ...{ id: recordId, name, at: startedAt },
      detail: account?.name ?? room?.name ?? null,
    }));
  },
};

export const searchSources: readonly SearchSource[] = [recordings];
