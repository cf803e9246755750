import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { keysCalls } from '#core/iam/keys.contract.ts';
import type { Client, Result } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';

export const keysApi = { keys: keysCalls };
export type AccessKeys = Result<typeof keysCalls.list>;

export const keysQuery = (api: Client<typeof keysApi>) =>
  callQuery({ area: 'bigbluebutton', name: 'keys.list', call: () => api.keys.list(), input: null });
export function useKeysRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['bigbluebutton', 'keys.list'] });
}

export const referencePath = '/api/openapi.json';
/** The calls of the REST API. Large, and the same until the next version: asked for once. */
export const operationsQuery = queryOptions({
  queryKey: ['bigbluebutton', 'openapi'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const [{ operationsOf }, answer] = await Promise.all([import('../operations.rules.ts'), fetch(referencePath)]);
    return operationsOf(await answer.json());
  },
});
