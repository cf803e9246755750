import { type UseQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client, Parsed, ResultIn } from '#kit/contract.ts';
import { type ListControls, type ListShape, type ListState, useListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { plansCalls } from '../plans.contract.ts';
import { visibilities } from '../plans.rules.ts';

/** The part of the contract that these screens speak. */
export const plansApi = { plans: plansCalls };
export type PlansClient = Client<typeof plansApi>;

export const plansShape = { filters: ['visibility'], sort: 'place' } as const satisfies ListShape;
/** The list's state; of the filter one value, as the contract has it. */
export function usePlansList(): ListControls {
  const list = useListState(plansShape);
  return useMemo(() => ({ ...list, setFilter: (id, values) => list.setFilter(id, values.slice(-1)) }), [list]);
}

export function plansQuery(api: PlansClient, list: ListState) {
  const visibility = visibilities.find((one) => one === list.filters['visibility']?.[0]);
  const query = {
    limit: 50,
    ...(list.q.trim() !== '' && { search: list.q.trim().slice(0, 100) }),
    ...(list.after !== null && { cursor: list.after }),
    ...(visibility !== undefined && { visibility }),
  };
  return callQuery({ area: 'admin', name: 'plans.list', call: api.plans.list, input: { query } });
}

export const couponsShape = { filters: [], sort: 'new' } as const satisfies ListShape;
export function couponsQuery(api: PlansClient, list: ListState) {
  const query = {
    limit: 50,
    ...(list.q.trim() !== '' && { search: list.q.trim().slice(0, 100) }),
    ...(list.after !== null && { cursor: list.after }),
  };
  return callQuery({ area: 'admin', name: 'plans.coupons', call: api.plans.coupons, input: { query } });
}
/** Whose coupons a list shows. `plans`: those to choose from; none: a coupon counts for all. */
export type CouponSource = {
  query: (list: ListState) => UseQueryOptions<ResultIn<typeof plansCalls.coupons>>;
  add: (body: Parsed<typeof plansCalls.addCoupon>['body']) => Promise<unknown>;
  stop: (id: string) => Promise<unknown>;
  plans: 'all' | 'choose';
};
export const operatorCoupons = (api: PlansClient): CouponSource => ({
  query: (list) => couponsQuery(api, list),
  add: (body) => api.plans.addCoupon({ body }),
  stop: (id) => api.plans.stopCoupon({ params: { id } }),
  plans: 'choose',
});
/** The first hundred plans, for choosing some. */
export const planChoiceQuery = (api: PlansClient) =>
  callQuery({ area: 'admin', name: 'plans.list', call: api.plans.list, input: { query: { limit: 100 } } });

export function usePlansRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['admin'] });
}
