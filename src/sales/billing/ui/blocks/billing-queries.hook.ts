import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { billingCalls } from '../../billing.contract.ts';

/** The part of the contract that these screens speak. */
export const billingApi = { billing: billingCalls };
export type BillingClient = Client<typeof billingApi>;

export const waysQuery = ({ billing }: BillingClient) =>
  callQuery({ area: 'root', name: 'billing.ways', call: billing.ways, input: {} });
export const profileQuery = ({ billing }: BillingClient) =>
  callQuery({ area: 'user', name: 'billing.profile', call: billing.profile, input: {} });
export const subscriptionQuery = ({ billing }: BillingClient) =>
  callQuery({ area: 'user', name: 'billing.subscription', call: billing.subscription, input: {} });
export const outcomeQuery = ({ billing }: BillingClient, id: string) =>
  callQuery({ area: 'user', name: 'billing.outcome', call: billing.outcome, input: { params: { id } } });

/** Refetches everything about the account's money. */
export function useBillingRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['user'] });
}
