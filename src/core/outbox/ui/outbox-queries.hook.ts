import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { type ListShape, type ListState, readListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { mailStates } from '../outbox.contract.ts';
import { outboxApi } from './blocks/mail-off.hook.ts';

export type OutboxClient = Client<typeof outboxApi>['outbox'];
export const useOutbox = (): OutboxClient => useApi(outboxApi).outbox;

export const mailShape = { filters: ['state'], sort: '-createdAt' } as const satisfies ListShape;

/** The list as its address asks for it. The server knows one state at a time: the last one that was chosen. */
function queryOf({ q, filters, after }: Pick<ListState, 'q' | 'filters' | 'after'>) {
  const asked = filters['state']?.at(-1);
  const state = mailStates.find((one) => one === asked);
  return {
    ...(q === '' ? {} : { search: q }),
    ...(state === undefined ? {} : { state }),
    ...(after === null ? {} : { cursor: after }),
  };
}

export const mailsQuery = (api: OutboxClient, list: Pick<ListState, 'q' | 'filters' | 'after'>) =>
  callQuery({ area: 'admin', name: 'outbox.list', call: api.list, input: { query: queryOf(list) } });
export const mailsQueryOf = (api: OutboxClient, search: URLSearchParams) => mailsQuery(api, readListState(search, mailShape));
export const mailQuery = (api: OutboxClient, id: string) =>
  callQuery({ area: 'admin', name: 'outbox.get', call: api.get, input: { params: { id } } });
