/** What the search finds here. */
import type { SearchSource } from '#kit/server/search-source.ts';
import { list } from './meetings.service.ts';

const meetings: SearchSource = {
  kind: 'meeting',
  find: async (ctx, wish) => {
    const { items } = await list(ctx, { view: 'account', ...wish });
    return items.map(({ id, name, account, room, startedAt, createdAt }) => ({
      ...{ id, name, at: startedAt ?? createdAt },
      detail: account?.name ?? room?.name ?? null,
    }));
  },
};

export const searchSources: readonly SearchSource[] = [meetings];
