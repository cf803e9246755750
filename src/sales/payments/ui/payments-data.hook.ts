import { useMemo } from 'react';
import type { Client, Parsed } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { isCurrency } from '#kit/money.ts';
import { type ListControls, type ListShape, type ListState, useListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { bankCalls } from '#sales/bank/bank.contract.ts';
import { disputesCalls } from '#sales/billing/disputes.contract.ts';
import { providers } from '#sales/billing/invoices.contract.ts';
import { allPaymentsCalls, paymentFilterStates, paymentsCalls, vendorPaymentsCalls } from '#sales/billing/payments.contract.ts';

/** The part of the contract that these screens speak. */
export const paymentsApi = {
  payments: paymentsCalls,
  allPayments: allPaymentsCalls,
  vendorPayments: vendorPaymentsCalls,
  disputes: disputesCalls,
  bank: bankCalls,
};
export type PaymentsClient = Client<typeof paymentsApi>;
/** `buyer`: the account that pays; `seller`: the operator; `vendor`: a vendor that sells in its own name. */
export type Side = 'buyer' | 'seller' | 'vendor';
/** Where things of each side stand. */
export const placesOf: Readonly<Record<Side, { list: string; invoice: (id: string) => string }>> = {
  buyer: { list: '/invoices?tab=payments', invoice: (id) => `/invoices/${id}` },
  seller: { list: '/all-invoices?tab=payments', invoice: (id) => `/all-invoices/${id}` },
  vendor: { list: '/vendors?tab=sold', invoice: (id) => `/vendors?tab=sold&sale=${id}` },
};

export const paymentsShape = {
  filters: ['state', 'method', 'currency', 'when', 'account'],
  sort: '-created',
} as const satisfies ListShape;

/** The list's state; of each filter one value, as the contract has it. */
export function usePaymentsList(): ListControls {
  const list = useListState(paymentsShape);
  return useMemo(() => ({ ...list, setFilter: (id, values) => list.setFilter(id, values.slice(-1)) }), [list]);
}

const spanShape = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;
/** `2026-11-01..2026-11-30` as its two days; null for anything else. */
export function spanOf(text: string | undefined): { from: string; to: string } | null {
  const [, from = '', to = ''] = spanShape.exec(text ?? '') ?? [];
  const isDay = (day: string) => day >= '1970' && day < '9999' && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  return from !== '' && isDay(from) && isDay(to) ? { from, to } : null;
}

type Query = NonNullable<Parsed<typeof allPaymentsCalls.list>['query']>;
function filterOf({ q, filters }: Pick<ListState, 'q' | 'filters'>, side: Side): Omit<Query, 'limit'> {
  const first = (id: (typeof paymentsShape)['filters'][number]) => filters[id]?.[0];
  const state = paymentFilterStates.find((one) => one === first('state'));
  const provider = [...providers, 'manual' as const].find((one) => one === first('method'));
  const [currency, accountId] = [first('currency'), first('account')];
  return {
    ...(q.trim() !== '' && { search: q.trim().slice(0, 100) }),
    ...(state !== undefined && { state }),
    ...(provider !== undefined && { provider }),
    ...(currency !== undefined && isCurrency(currency) && { currency }),
    ...(side !== 'buyer' && accountId !== undefined && isId(accountId) && { accountId }),
    ...spanOf(first('when')),
  };
}
type PaymentsFilter = Omit<Query, 'limit'> & { limit?: number };
const ask = (api: PaymentsClient, side: Side) =>
  side === 'buyer'
    ? ({ query: { accountId: _other, ...query } }: { query: PaymentsFilter }) => api.payments.list({ query })
    : side === 'seller'
      ? api.allPayments.list
      : api.vendorPayments.list;

/** The area of the query cache in which a side's things are. */
export const areaOf = (side: Side) => (side === 'buyer' ? ('user' as const) : ('admin' as const));
export const paymentsQuery = (api: PaymentsClient, side: Side, list: ListState) =>
  callQuery({
    area: areaOf(side),
    name: `payments.list.${side}`,
    call: ask(api, side),
    input: { query: { ...filterOf(list, side), ...(list.after !== null && { cursor: list.after }) } },
  });
export const paymentQuery = (api: PaymentsClient, side: Side, id: string) =>
  callQuery({
    area: areaOf(side),
    name: `payments.get.${side}`,
    call: side === 'buyer' ? api.payments.get : side === 'seller' ? api.allPayments.get : api.vendorPayments.get,
    input: { params: { id } },
  });
export const bankLineQuery = ({ bank }: PaymentsClient, id: string) =>
  callQuery({ area: 'admin', name: 'bank.ofPayment', call: bank.ofPayment, input: { params: { id } } });
