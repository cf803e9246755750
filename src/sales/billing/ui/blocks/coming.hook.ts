import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { comingCalls } from '../../coming.contract.ts';

/** The part of the contract for what follows while nobody pays. */
export const comingApi = { coming: comingCalls };
type Api = Client<typeof comingApi>;
/** `user`: for the buyer; `admin`: for the seller. */
type ComingQueryKey = { id: string; area: 'user' | 'admin' };
export const comingQuery = ({ coming }: Api, { id, area }: ComingQueryKey) =>
  callQuery({ area, name: 'coming.ofInvoice', call: coming.ofInvoice, input: { params: { id } } });
export const waitingQuery = ({ coming }: Api, { id, area }: ComingQueryKey) =>
  callQuery({ area, name: 'coming.ofSubscription', call: coming.ofSubscription, input: { params: { id } } });
