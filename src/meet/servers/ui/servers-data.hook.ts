import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '#kit/contract.ts';
import { type ListControls, type ListShape, type ListState, useListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { type ServersQuery, serversCalls } from '../servers.contract.ts';
import { healths, serverStates } from '../servers.rules.ts';

/** The part of the contract that these screens speak. */
export const serversApi = { servers: serversCalls };
export type ServersClient = Client<typeof serversApi>;

export const serversShape = { filters: ['state', 'health', 'tag', 'pool'], sort: 'name' } as const satisfies ListShape;
const pageSize = 50;
const sorts = ['name', 'load', 'meetings', 'people'] as const;
const oneOf = <T extends string>(all: readonly T[], value: string | undefined): T | undefined => all.find((one) => one === value);

function serversQueryOf(list: ListState): Partial<ServersQuery> & { limit: number } {
  const search = list.q.trim();
  const first = (id: string) => list.filters[id]?.[0];
  const state = oneOf(serverStates, first('state'));
  const health = oneOf(healths, first('health'));
  const tag = first('tag');
  const pool = first('pool');
  return {
    limit: pageSize,
    sort: oneOf(sorts, list.sort.by) ?? 'name',
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...(state !== undefined && { state }),
    ...(health !== undefined && { health }),
    ...(tag !== undefined && { tag }),
    ...(pool !== undefined && { pool }),
    ...(list.after !== null && { cursor: list.after }),
  };
}

/** The list's state: of each filter one value, names upwards and figures downwards, as the contract has them. */
export function useServersList(): ListControls {
  const list = useListState(serversShape);
  return useMemo(
    () => ({
      ...list,
      sort: { by: list.sort.by, dir: list.sort.by === 'name' ? 'up' : 'down' },
      setSort: (by) => by !== list.sort.by && list.setSort(by),
      setFilter: (id, values) => list.setFilter(id, values.slice(-1)),
    }),
    [list],
  );
}

export const serversListQuery = (api: ServersClient, list: ListState) =>
  callQuery({ area: 'bigbluebutton', name: 'servers.list', call: api.servers.list, input: { query: serversQueryOf(list) } });

export const serverQuery = (api: ServersClient, id: string) =>
  callQuery({ area: 'bigbluebutton', name: 'servers.get', call: api.servers.get, input: { params: { id } } });

export const spans = ['day', 'week', 'month', 'year'] as const;
export type HistorySpan = (typeof spans)[number];
export const historyQuery = (api: ServersClient, id: string, span: HistorySpan) =>
  callQuery({
    area: 'bigbluebutton',
    name: 'servers.history',
    call: api.servers.history,
    input: { params: { id }, query: { span } },
  });

export function useServersRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['bigbluebutton'] });
}
