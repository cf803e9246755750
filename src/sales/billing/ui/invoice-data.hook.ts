import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '#kit/contract.ts';
import { type ListControls, type ListShape, type ListState, readListState, useListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { allInvoicesCalls } from '../all-invoices.contract.ts';
import { invoiceKinds, invoicesCalls, invoiceStates } from '../invoices.contract.ts';
import { overdueFilter } from './blocks/overdue.hook.ts';

/** The part of the contract that the screens of invoices speak. */
export const invoicesApi = { invoices: invoicesCalls, allInvoices: allInvoicesCalls };
export type InvoicesClient = Client<typeof invoicesApi>;
/** `buyer`: the account that pays; `seller`: the account that is paid. */
export type Side = 'buyer' | 'seller';

export const invoicesShape = { filters: ['state', 'kind'], sort: '-created' } as const satisfies ListShape;

/** The list's state; of each filter one value, as the contract has it. */
export function useInvoicesList(): ListControls {
  const list = useListState(invoicesShape);
  return useMemo(() => ({ ...list, setFilter: (id, values) => list.setFilter(id, values.slice(-1)) }), [list]);
}

function filterOf({ q, filters }: Pick<ListState, 'q' | 'filters'>) {
  const state = ([...invoiceStates, 'overdue', 'place'] as const).find((one) => one === filters['state']?.[0]);
  const kind = invoiceKinds.find((one) => one === filters['kind']?.[0]);
  return {
    ...(q.trim() !== '' && { search: q.trim().slice(0, 100) }),
    ...(state !== undefined && { state }),
    ...(kind !== undefined && { kind }),
  };
}
const queryOf = (list: ListState) => ({ ...filterOf(list), ...(list.after !== null && { cursor: list.after }) });

/** Buyers have no list of places in doubt. */
const ofBuyer = <Q extends ReturnType<typeof filterOf>>({ state, ...query }: Q) => ({
  ...query,
  ...(state !== undefined && state !== 'place' && { state }),
});

export function invoiceListQuery({ invoices, allInvoices }: InvoicesClient, side: Side, list: ListState) {
  const query = queryOf(list);
  return side === 'buyer'
    ? callQuery({ area: 'user', name: 'invoices.list', call: invoices.list, input: { query: ofBuyer(query) } })
    : callQuery({ area: 'admin', name: 'allInvoices.list', call: allInvoices.list, input: { query } });
}
export const invoiceListQueryOf = (api: InvoicesClient, side: Side, search: URLSearchParams) =>
  invoiceListQuery(api, side, readListState(search, invoicesShape));
/** What the seller is owed late, for above its list. */
export const overdueOfAllQuery = ({ allInvoices }: InvoicesClient) =>
  callQuery({ area: 'admin', name: 'allInvoices.overdue', call: allInvoices.list, input: { query: overdueFilter } });
export const figuresQuery = ({ allInvoices }: InvoicesClient) =>
  callQuery({ area: 'admin', name: 'allInvoices.figures', call: allInvoices.figures, input: {} });
export const invoiceQuery = ({ invoices, allInvoices }: InvoicesClient, side: Side, id: string) =>
  side === 'buyer'
    ? callQuery({ area: 'user', name: 'invoices.get', call: invoices.get, input: { params: { id } } })
    : callQuery({ area: 'admin', name: 'allInvoices.get', call: allInvoices.get, input: { params: { id } } });

/** Refetches everything about invoices on this side. */
export function useInvoiceRefresh(side: Side): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [side === 'buyer' ? 'user' : 'admin'] });
}
