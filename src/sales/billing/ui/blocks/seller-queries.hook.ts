import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { sellerCalls } from '../../seller.contract.ts';

/** The part of the contract that says who sells. */
export const sellerApi = { billing: sellerCalls };
export type SellerClient = Client<typeof sellerApi>;

export const sellerQuery = ({ billing }: SellerClient) =>
  callQuery({ area: 'admin', name: 'billing.seller', call: billing.seller, input: {} });

/** The queries of the seller's tab. */
export const sellerNeeds = ({ api, queries }: LoadContext): readonly Promise<unknown>[] => [
  queries.ensureQueryData(sellerQuery(api(sellerApi))),
];
