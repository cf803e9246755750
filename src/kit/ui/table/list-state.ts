import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

export type SortDirection = 'up' | 'down';
/** What a list can be asked. `sort` is the usual order: a column, `-` before it for downwards. */
export type ListShape = { filters: readonly string[]; sort: string };
export type ListState = {
  q: string;
  sort: { by: string; dir: SortDirection };
  filters: Readonly<Record<string, readonly string[]>>;
  /** The key after which this page begins; null = the first page. */
  after: string | null;
  /** Columns shown beside the fixed ones; null = the usual ones. */
  columns: readonly string[] | null;
};

const sortOf = (text: string): ListState['sort'] =>
  text.startsWith('-') ? { by: text.slice(1), dir: 'down' } : { by: text, dir: 'up' };
const sortText = (sort: ListState['sort']): string => (sort.dir === 'down' ? `-${sort.by}` : sort.by);
const listOf = (text: string | null): string[] => (text ?? '').split(',').filter((one) => one !== '');

/** Reads a list's state from its address: `?q=…&sort=-name&tag=a,b&after=…&columns=a,b`. The same on server and browser. */
export function readListState(search: URLSearchParams, shape: ListShape): ListState {
  const columns = search.get('columns');
  return {
    q: (search.get('q') ?? '').slice(0, 200),
    sort: sortOf(search.get('sort') ?? shape.sort),
    filters: Object.fromEntries(shape.filters.map((id) => [id, listOf(search.get(id))])),
    after: search.get('after'),
    columns: columns === null ? null : listOf(columns),
  };
}

/** The address of a list with a change; what is usual is left out. A change of question begins at the first page. */
export function withListState(search: URLSearchParams, shape: ListShape, change: Partial<ListState>): URLSearchParams {
  const state = { ...readListState(search, shape), after: null, ...change };
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | null) =>
    value === null || value === '' ? next.delete(name) : next.set(name, value);
  put('q', state.q);
  put('sort', sortText(state.sort) === shape.sort ? null : sortText(state.sort));
  for (const id of shape.filters) put(id, (state.filters[id] ?? []).join(','));
  put('after', state.after);
  put('columns', state.columns === null ? null : state.columns.join(','));
  return next;
}

export type ListControls = ListState & {
  setQ: (q: string) => void;
  setSort: (by: string) => void;
  setFilter: (id: string, values: readonly string[]) => void;
  setColumns: (columns: readonly string[]) => void;
  /** Without search and filters. */
  clear: () => void;
  next: (cursor: string) => void;
  previous: () => void;
  /** Whether anything narrows the list. */
  narrowed: boolean;
};

const isWalk = (state: unknown): state is { pages: number } =>
  typeof state === 'object' && state !== null && 'pages' in state && typeof state.pages === 'number';

/** State of a list, kept in the address. Typing replaces the entry of the history; going to another page makes one. */
export function useListState(shape: ListShape): ListControls {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const pages = isWalk(location.state) ? location.state.pages : 0;
  const change = useCallback(
    (part: Partial<ListState>) =>
      setSearch((now) => withListState(now, shape, part), { replace: true, preventScrollReset: true }),
    [setSearch, shape],
  );
  return useMemo(() => {
    const state = readListState(search, shape);
    return {
      ...state,
      narrowed: state.q !== '' || Object.values(state.filters).some((values) => values.length > 0),
      setQ: (q) => change({ q }),
      setSort: (by) => change({ sort: { by, dir: state.sort.by === by && state.sort.dir === 'up' ? 'down' : 'up' } }),
      setFilter: (id, values) => change({ filters: { ...state.filters, [id]: values } }),
      setColumns: (columns) => change({ columns, after: state.after }),
      clear: () => change({ q: '', filters: {} }),
      next: (cursor) =>
        setSearch((now) => withListState(now, shape, { after: cursor }), {
          state: { pages: pages + 1 },
          preventScrollReset: true,
        }),
      previous: () => (pages > 0 ? void navigate(-1) : change({ after: null })),
    };
  }, [search, shape, change, setSearch, navigate, pages]);
}
