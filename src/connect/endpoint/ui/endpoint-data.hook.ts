import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { Client, Result } from '#kit/contract.ts';
import type { ListShape, ListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { endpointCalls } from '../endpoint.contract.ts';

/** The part of the contract that this screen speaks. */
export const endpointApi = { endpoint: endpointCalls };
type EndpointClient = Client<typeof endpointApi>;
export type EndpointView = Result<typeof endpointCalls.get>;

export const endpointQuery = (api: EndpointClient) =>
  callQuery({ area: 'bigbluebutton', name: 'endpoint.get', call: api.endpoint.get, input: {} });

/** What narrows the log, in the address of the page. */
export const callsShape = { filters: ['secret', 'call', 'result', 'span'], sort: '-at' } as const satisfies ListShape;
export const outcomes = ['answered', 'refused', 'failed'] as const;
const minute = 60_000;
const spans = { quarter: 15 * minute, hour: 60 * minute, day: 1440 * minute } as const;
type LogSpan = keyof typeof spans;
export const spanNames = ['quarter', 'hour', 'day'] as const satisfies readonly LogSpan[];

const oneOf = <T extends string>(all: readonly T[], value: string | undefined): T | undefined => all.find((one) => one === value);
const isSpan = (text: string): text is LogSpan => Object.hasOwn(spans, text);
const pageSize = 25;
const idShape = /^[0-9a-f-]{36}$/;

/** The log from its newest call; `now` in epoch milliseconds gives the span its begin. */
export function callsQuery(api: EndpointClient, list: ListState, now: () => number) {
  const first = (id: string) => list.filters[id]?.[0];
  const [secret = '', call, span = ''] = [first('secret'), first('call'), first('span')];
  const outcome = oneOf(outcomes, first('result'));
  const asked = {
    limit: pageSize,
    ...(idShape.test(secret) && { secretId: secret }),
    ...(call !== undefined && { call: call.slice(0, 60) }),
    ...(outcome !== undefined && { outcome }),
  };
  return infiniteQueryOptions({
    queryKey: ['bigbluebutton', 'endpoint.calls', asked, span],
    queryFn: ({ pageParam }) =>
      api.endpoint.calls({
        query: {
          ...asked,
          ...(isSpan(span) && { since: now() - spans[span] }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
      }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next,
  });
}
const firstPage = (): string | null => null;

export function useEndpointRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['bigbluebutton'] });
}
