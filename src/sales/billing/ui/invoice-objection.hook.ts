import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { objectionsCalls } from '../objections.contract.ts';
import type { Side } from './invoice-data.hook.ts';

/** How a seller that is not the operator reads and answers what its customer said; its calls are of a domain that comes later. */
export type ObjectionCalls = { query: ReturnType<typeof objectionQuery>; answer: (words: string) => Promise<unknown> };
/** The part of the contract for objections to an invoice. */
export const objectionsApi = { objections: objectionsCalls };
type ObjectionQueryKey = { id: string; side: Side };
export const objectionQuery = ({ objections }: Client<typeof objectionsApi>, { id, side }: ObjectionQueryKey) =>
  side === 'buyer'
    ? callQuery({ area: 'user', name: 'objections.own', call: objections.own, input: { params: { id } } })
    : callQuery({ area: 'admin', name: 'objections.of', call: objections.of, input: { params: { id } } });
