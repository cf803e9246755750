import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { categoriesCalls, type CategoryView } from '../categories.contract.ts';

export const categoriesApi = { categories: categoriesCalls };
export type CategoriesClient = Client<typeof categoriesApi>;

export const categoriesQuery = (api: CategoriesClient) =>
  callQuery({ area: 'blog', name: 'categories.list', call: api.categories.list, input: {} });
export const categoryPostsQuery = (api: CategoriesClient, id: string) =>
  callQuery({ area: 'blog', name: 'categories.posts', call: api.categories.posts, input: { params: { id } } });

/** Keeps a tree that the server sent, and asks again for all else of the blog. */
export function useCategoriesKept() {
  const queries = useQueryClient();
  return {
    keep: (api: CategoriesClient, items: CategoryView[]) => queries.setQueryData(categoriesQuery(api).queryKey, { items }),
    refresh: () => queries.invalidateQueries({ queryKey: ['blog'] }),
  };
}
