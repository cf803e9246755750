import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { manualMethodsCalls, vendorManualMethodsCalls } from '#sales/billing/manual-methods.contract.ts';
import { termsCalls, vendorTermsCalls } from '#sales/billing/terms.contract.ts';

/** The part of the contract that these parts speak. */
export const termsApi = {
  terms: termsCalls,
  vendorTerms: vendorTermsCalls,
  manualMethods: manualMethodsCalls,
  vendorManualMethods: vendorManualMethodsCalls,
};
export type TermsClient = Client<typeof termsApi>;

/** Who decides: the operator, or a vendor that sells in its own name. */
export type Seller = 'operator' | 'vendor';
export const termsOf = (api: TermsClient, side: Seller): TermsClient['terms'] =>
  side === 'operator' ? api.terms : api.vendorTerms;
export const manualOf = (api: TermsClient, side: Seller): TermsClient['manualMethods'] =>
  side === 'operator' ? api.manualMethods : api.vendorManualMethods;

export const termsQuery = (api: TermsClient, { side, id }: { side: Seller; id: string }) =>
  callQuery({ area: 'admin', name: `terms.${side}`, call: termsOf(api, side).get, input: { params: { id } } });
export const manualQuery = (api: TermsClient, side: Seller) =>
  callQuery({ area: 'admin', name: `manual.${side}`, call: manualOf(api, side).list, input: undefined });

/** Refetches all that the seller sees. */
export function useTermsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['admin'] });
}
