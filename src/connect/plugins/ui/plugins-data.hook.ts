import { useQuery } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { endpointCalls } from '../../endpoint/endpoint.contract.ts';

/** The part of the contracts that these screens speak. */
export const pluginsApi = { endpoint: endpointCalls };
export type PluginsClient = Client<typeof pluginsApi>;

export const endpointQuery = (api: PluginsClient) =>
  callQuery({ area: 'bigbluebutton', name: 'endpoint.get', call: api.endpoint.get, input: {} });
export const clientsQuery = (api: PluginsClient) =>
  callQuery({ area: 'bigbluebutton', name: 'endpoint.clients', call: api.endpoint.clients, input: {} });

/** A guide that is open looks for new calls by itself, so that steps tick off while somebody works in the other program. */
const lookAgainMs = 10_000;

/** The programs that called, newest first; `often` while a guide is open. */
export function useClients(pace: 'once' | 'often') {
  const api = useApi(pluginsApi);
  return useQuery({ ...clientsQuery(api), ...(pace === 'often' && { refetchInterval: lookAgainMs }) });
}
export const useEndpoint = () => useQuery(endpointQuery(useApi(pluginsApi)));
