import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { overflowCalls } from '../../overflow.contract.ts';
import type { OverflowKey } from '../../overflow.rules.ts';

/** The part of the contract that these screens speak. */
export const overflowApi = { overflow: overflowCalls };
export type OverflowClient = Client<typeof overflowApi>;

/** Where it is chosen what stays. */
export const choicePath = '/my-subscriptions/over-limit';

export const mineQuery = ({ overflow }: OverflowClient) =>
  callQuery({ area: 'user', name: 'overflow.mine', call: overflow.mine, input: {} });
export const thingsQuery = ({ overflow }: OverflowClient, key: OverflowKey) =>
  callQuery({ area: 'user', name: 'overflow.things', call: overflow.things, input: { query: { key } } });
