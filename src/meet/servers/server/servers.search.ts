/** What the search finds here. */
import type { SearchSource } from '#kit/server/search-source.ts';
import { mustManage } from './pool-view.service.ts';
import { serverList } from './servers.service.ts';

const servers: SearchSource = {
  kind: 'server',
  find: async (ctx, { search, limit }) => {
    mustManage(ctx);
    const word = search.toLowerCase();
    const rows = await serverList(ctx);
    return rows
      .filter(({ name, url }) => `${name} ${url}`.toLowerCase().includes(word))
      .slice(0, limit)
      .map(({ id, name, url }) => ({ id, name, detail: URL.canParse(url) ? new URL(url).host : null }));
  },
};

export const searchSources: readonly SearchSource[] = [servers];
