import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { networkCalls } from '../network.contract.ts';

/** The part of the contract that these screens speak. */
export const networkApi = { network: networkCalls };
export const roomsApi = { rooms: roomsCalls };
export type NetworkClient = Client<typeof networkApi>;

const pageSize = 50;
const page = (cursor: string | null) => ({ query: { limit: pageSize, ...(cursor !== null && { cursor }) } });

export const roomsQuery = (api: NetworkClient, cursor: string | null) =>
  callQuery({ area: 'bigbluebutton', name: 'network.rooms', call: api.network.rooms, input: page(cursor) });
export const offersQuery = (api: NetworkClient, cursor: string | null) =>
  callQuery({ area: 'bigbluebutton', name: 'network.offers', call: api.network.offers, input: page(cursor) });
export const partnersQuery = (api: NetworkClient) =>
  callQuery({ area: 'bigbluebutton', name: 'network.partners', call: () => api.network.partners(), input: {} });

export function useNetworkRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['bigbluebutton'] });
}
