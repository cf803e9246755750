/** What the search finds here. */
import type { SearchSource } from '#kit/server/search-source.ts';
import { listPosts } from './posts.service.ts';

const posts: SearchSource = {
  kind: 'post',
  find: async (ctx, wish) => {
    const { items } = await listPosts(ctx, wish);
    return items.map(({ id, title, authorName, updatedAt }) => ({ id, name: title, detail: authorName, at: updatedAt }));
  },
};

export const searchSources: readonly SearchSource[] = [posts];
