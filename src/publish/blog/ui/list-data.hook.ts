import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { isId } from '#kit/ids.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { type ListControls, type ListShape, type ListState, useListState, withListState } from '#kit/ui/table/list-state.ts';
import { localeIn } from '../blog-address.rules.ts';
import { type PostState, postStates } from '../blog.rules.ts';
import type { PostsClient } from './posts-api.hook.ts';

export const postsShape = { filters: ['state', 'kept', 'category', 'language'], sort: '-updated' } as const satisfies ListShape;

/** One state is shown, or all but the bin: `state` those with a segment, `kept` the archive and the bin. */
export const stateIn = ({ filters }: ListState): PostState | undefined =>
  postStates.find((known) => known === (filters['kept']?.[0] ?? filters['state']?.[0]));
const rivals: Readonly<Record<string, readonly string[]>> = { state: ['kept'], kept: ['state'] };

/** The list of an address as a question to the server. */
function postsQueryOf(state: ListState) {
  const search = state.q.trim().slice(0, 100);
  const [category, language] = [state.filters['category']?.[0], state.filters['language']?.[0]];
  const [chosen, locale] = [stateIn(state), localeIn(language)];
  return {
    limit: 50,
    ...(search !== '' && { search }),
    ...(chosen !== undefined && { state: chosen }),
    ...(category !== undefined && isId(category) && { category }),
    ...(locale !== undefined && { locale }),
    ...(state.after !== null && { cursor: state.after }),
  };
}

export const postsListQuery = (api: PostsClient, state: ListState) =>
  callQuery({ area: 'blog', name: 'posts.list', call: api.posts.list, input: { query: postsQueryOf(state) } });

const filtersWith = ({ filters }: ListState, id: string, values: readonly string[]): ListState['filters'] => ({
  ...filters,
  ...Object.fromEntries((rivals[id] ?? []).map((rival) => [rival, []])),
  [id]: values.slice(-1),
});

/** The list's state. A post has one state and one category, and it is one language that is missing: each filter holds one value. */
export function usePostsList(): ListControls {
  const list = useListState(postsShape);
  const [, setSearch] = useSearchParams();
  return useMemo(
    () => ({
      ...list,
      setFilter: (id: string, values: readonly string[]) =>
        setSearch((now) => withListState(now, postsShape, { filters: filtersWith(list, id, values) }), {
          replace: true,
          preventScrollReset: true,
        }),
    }),
    [list, setSearch],
  );
}
