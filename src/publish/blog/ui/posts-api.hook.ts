import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { postsCalls } from '../posts.contract.ts';

/** The part of the contract that editors' screens speak. */
export const postsApi = { posts: postsCalls };
export type PostsClient = Client<typeof postsApi>;

export const categoryChoicesQuery = (api: PostsClient) =>
  callQuery({ area: 'blog', name: 'posts.categories', call: api.posts.categories, input: {} });

/** Asks everything about the blog again, after a change. */
export function useBlogRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['blog'] });
}
