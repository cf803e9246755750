import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '#kit/contract.ts';
import { type ListControls, type ListShape, type ListState, useListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { type VendorItem, vendorsCalls } from '../vendors.contract.ts';
import { vendorStates } from '../vendors.rules.ts';

/** The part of the contract that these screens speak. */
export const vendorsApi = { vendors: vendorsCalls };
export type VendorsClient = Client<typeof vendorsApi>;

const pageSize = 50;
export const vendorsShape = { filters: ['state'], sort: 'created' } as const satisfies ListShape;

/** The list's state; of the filter one value, as the contract has it. */
export function useVendorsList(): ListControls {
  const list = useListState(vendorsShape);
  return useMemo(() => ({ ...list, setFilter: (id, values) => list.setFilter(id, values.slice(-1)) }), [list]);
}

const pageOf = (list: ListState) => ({
  limit: pageSize,
  ...(list.q.trim() !== '' && { search: list.q.trim().slice(0, 100) }),
  ...(list.after !== null && { cursor: list.after }),
});

function filterOf(list: ListState) {
  const state = vendorStates.find((one) => one === list.filters['state']?.[0]);
  return { ...pageOf(list), ...(state !== undefined && { state }) };
}
export const vendorsQuery = (api: VendorsClient, list: ListState) =>
  callQuery({ area: 'admin', name: 'vendors.list', call: api.vendors.list, input: { query: filterOf(list) } });
export const idsOf = (items: readonly { id: string }[]): string[] => items.map((one) => one.id);

/** A page of the list for a file, each vendor with what `more` knows of it. */
export async function vendorsPage<M>(
  api: VendorsClient,
  list: ListState,
  more: (ids: readonly string[]) => Promise<ReadonlyMap<string, M>>,
): Promise<{ items: (VendorItem & { money: M | undefined })[]; next: string | null }> {
  const { items, next } = await vendorsQuery(api, list).queryFn();
  const known = await more(idsOf(items));
  return { items: items.map((one) => ({ ...one, money: known.get(one.id) })), next };
}
export const customersQuery = (api: VendorsClient, list: ListState) =>
  callQuery({ area: 'admin', name: 'vendors.customers', call: api.vendors.customers, input: { query: pageOf(list) } });
export const standingQuery = (api: VendorsClient) =>
  callQuery({ area: 'admin', name: 'vendors.standing', call: api.vendors.standing, input: {} });
export const brandQuery = (api: VendorsClient) =>
  callQuery({ area: 'admin', name: 'vendors.brand', call: api.vendors.brand, input: {} });

export function useVendorsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['admin'] });
}
