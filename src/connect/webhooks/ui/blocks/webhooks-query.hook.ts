import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { type ListShape, type ListState, readListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { deliveryStates } from '../../deliveries.rules.ts';
import { webhooksCalls } from '../../webhooks.contract.ts';

export const webhooksApi = { webhooks: webhooksCalls };
export type WebhooksClient = Client<typeof webhooksApi>['webhooks'];
export const useWebhooks = (): WebhooksClient => useApi(webhooksApi).webhooks;

export const sentShape = { filters: ['state', 'to'], sort: '-at' } as const satisfies ListShape;
type ListQuery = Pick<ListState, 'q' | 'filters' | 'after'>;
/** What the log is narrowed to. */
function filterOf({ q, filters }: ListQuery) {
  const state = deliveryStates.find((one) => one === filters['state']?.at(-1));
  const to = filters['to']?.at(-1);
  return {
    ...(q === '' ? {} : { search: q }),
    ...(state === undefined ? {} : { state }),
    ...(to !== undefined && /^[0-9a-f-]{36}$/.test(to) ? { webhookId: to } : {}),
  };
}

export const webhooksQuery = (api: WebhooksClient) =>
  callQuery({ area: 'user', name: 'webhooks.list', call: () => api.list(), input: null });
export const sentQuery = (api: WebhooksClient, list: ListQuery) =>
  callQuery({
    area: 'user',
    name: 'webhooks.sent',
    call: api.sent,
    input: { query: { ...filterOf(list), ...(list.after === null ? {} : { cursor: list.after }) } },
  });
export const sentOneQuery = (api: WebhooksClient, id: string) =>
  callQuery({ area: 'user', name: 'webhooks.sentOne', call: api.sentOne, input: { params: { id } } });

/** What the tab needs before it is shown. */
export const webhooksNeeds = ({ api, queries, url }: Pick<LoadContext, 'api' | 'queries' | 'url'>) => {
  const client = api(webhooksApi).webhooks;
  return [
    queries.ensureQueryData(webhooksQuery(client)),
    queries.ensureQueryData(sentQuery(client, readListState(url.searchParams, sentShape))),
  ];
};
