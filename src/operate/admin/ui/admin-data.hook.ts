import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { type ListShape, type ListState, readListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { usersCalls } from '../admin.contract.ts';
import { actingCalls, staffCalls } from '../staff.contract.ts';

/** The part of the contract that these screens speak. */
export const adminApi = { users: usersCalls, staff: staffCalls, acting: actingCalls };
export type AdminClient = Client<typeof adminApi>;

export const usersShape = { filters: ['kind', 'state', 'plan', 'balance'], sort: '-created' } as const satisfies ListShape;
type ListQuery = Pick<ListState, 'q' | 'sort' | 'filters' | 'after'>;

const sortOf = ({ by, dir }: ListQuery['sort']) =>
  by === 'name' ? (dir === 'up' ? 'name' : 'name-down') : dir === 'up' ? 'oldest' : 'newest';
/** The list as its address asks for it. */
function queryOf({ q, sort, filters, after }: ListQuery) {
  const joined = (id: string) => (filters[id] ?? []).join(',');
  const first = (id: string) => filters[id]?.[0];
  const balance = (['overdue', 'open'] as const).find((one) => (filters['balance'] ?? []).includes(one));
  return {
    sort: sortOf(sort),
    ...(q.trim() === '' ? {} : { search: q.trim() }),
    ...(joined('kind') === '' ? {} : { kind: joined('kind') }),
    ...(joined('state') === '' ? {} : { state: joined('state') }),
    ...(first('plan') === undefined ? {} : { plan: first('plan') }),
    ...(balance === undefined ? {} : { balance }),
    ...(after === null ? {} : { cursor: after }),
  } as const;
}

export const usersQuery = ({ users }: AdminClient, list: ListQuery) =>
  callQuery({ area: 'admin', name: 'users.list', call: users.list, input: { query: queryOf(list) } });
export const usersQueryOf = (api: AdminClient, search: URLSearchParams) => usersQuery(api, readListState(search, usersShape));
export const userQuery = ({ users }: AdminClient, id: string) =>
  callQuery({ area: 'admin', name: 'users.get', call: users.get, input: { params: { id } } });
export const overviewQuery = ({ users }: AdminClient, id: string) =>
  callQuery({ area: 'admin', name: 'users.overview', call: users.overview, input: { params: { id } } });
export const notesQuery = ({ users }: AdminClient, id: string) =>
  callQuery({ area: 'admin', name: 'users.notes', call: users.notes, input: { params: { id }, query: { limit: 20 } } });
export const staffQuery = ({ staff }: AdminClient) =>
  callQuery({ area: 'admin', name: 'staff.list', call: staff.list, input: { query: { limit: 100 } } });
export const personQuery = ({ users }: AdminClient, id: string) =>
  callQuery({ area: 'admin', name: 'users.person', call: users.person, input: { params: { id } } });

/** Refetches everything of this area. */
export function useAdminRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['admin'] });
}
