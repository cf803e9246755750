import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '#kit/contract.ts';
import { type ListControls, type ListShape, type ListState, useListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { allSubscriptionsCalls } from '#sales/billing/all-subscriptions.contract.ts';
import { subscriptionStates } from '#sales/billing/billing.contract.ts';
import { plansCalls } from '#sales/plans/plans.contract.ts';
import { booksCalls } from '../books.contract.ts';

/** The part of the contract that these screens speak. */
export const booksApi = { books: booksCalls, allSubscriptions: allSubscriptionsCalls, plans: plansCalls };
export type BooksClient = Client<typeof booksApi>;

export const subscriptionsShape = { filters: ['state'], sort: '-created' } as const satisfies ListShape;
/** The list's state; of the filter one value, as the contract has it. */
export function useSubscriptionsList(): ListControls {
  const list = useListState(subscriptionsShape);
  return useMemo(() => ({ ...list, setFilter: (id, values) => list.setFilter(id, values.slice(-1)) }), [list]);
}
const limit = 50;
export function subscriptionsQuery({ allSubscriptions }: BooksClient, list: ListState) {
  const state = subscriptionStates.find((one) => one === list.filters['state']?.[0]);
  const query = {
    limit,
    ...(list.q.trim() !== '' && { search: list.q.trim().slice(0, 100) }),
    ...(state !== undefined && { state }),
    ...(list.after !== null && { cursor: list.after }),
  };
  return callQuery({ area: 'admin', name: 'allSubscriptions.list', call: allSubscriptions.list, input: { query } });
}
export const subscriptionQuery = ({ allSubscriptions }: BooksClient, id: string) =>
  callQuery({ area: 'admin', name: 'allSubscriptions.get', call: allSubscriptions.get, input: { params: { id } } });
export const forecastQuery = ({ allSubscriptions }: BooksClient, id: string) =>
  callQuery({ area: 'admin', name: 'allSubscriptions.forecast', call: allSubscriptions.forecast, input: { params: { id } } });
export const moneyQuery = ({ books }: BooksClient) =>
  callQuery({ area: 'admin', name: 'books.money', call: books.money, input: {} });
export const vendorSumsQuery = ({ books }: BooksClient) =>
  callQuery({ area: 'admin', name: 'books.vendors', call: books.vendors, input: {} });
export const eachVendorQuery = ({ books }: BooksClient, ids: readonly string[]) =>
  callQuery({ area: 'admin', name: 'books.eachVendor', call: books.eachVendor, input: { query: { ids: ids.join(',') } } });
export const findingsQuery = ({ books }: BooksClient) =>
  callQuery({ area: 'admin', name: 'books.findings', call: books.findings, input: {} });
/** The first hundred plans, to give one of them away. */
export const plansToGive = ({ plans }: BooksClient) =>
  callQuery({ area: 'admin', name: 'plans.list', call: plans.list, input: { query: { limit: 100 } } });

/** Refetches everything about money. */
export function useBooksRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['admin'] });
}
