import { useQueryClient } from '@tanstack/react-query';
import type { PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import type { Client } from '#kit/contract.ts';
import type { ListShape, ListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { roomsCalls } from '../rooms.contract.ts';
import type { RoomsQuery } from '../rooms.contract.ts';

/** The part of the contract that these screens speak. */
export const roomsApi = { rooms: roomsCalls };
export type RoomsClient = Client<typeof roomsApi>;
type RoomsView = RoomsQuery['view'];

export const roomsShape = { filters: ['state', 'tag', 'share'], sort: '-recent' } as const satisfies ListShape;
export const binShape = { filters: [], sort: '-recent' } as const satisfies ListShape;

const pageSize = 50;
const sorts: readonly RoomsQuery['sort'][] = ['recent', 'name', 'created'];
const states: readonly RoomsQuery['state'][] = ['live', 'idle', 'resting'];
const stateOf = (state: ListState): RoomsQuery['state'] => {
  const [one, more] = state.filters['state'] ?? [];
  return more !== undefined ? undefined : states.find((known) => known === one);
};

/** The list of an address as a question to the server. */
function roomsQueryOf(view: RoomsView, state: ListState) {
  const search = state.q.trim();
  const live = stateOf(state);
  const tags = (state.filters['tag'] ?? []).join(',');
  const shared = view === 'mine' && (state.filters['share'] ?? []).includes('shared');
  return {
    view: shared ? 'shared' : view,
    sort: sorts.find((one) => one === state.sort.by) ?? 'recent',
    limit: pageSize,
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...(live !== undefined && { state: live }),
    ...(tags !== '' && { tag: tags.slice(0, 1000) }),
    ...(state.after !== null && { cursor: state.after }),
  } satisfies Partial<RoomsQuery>;
}

export const roomsListQuery = (api: RoomsClient, view: RoomsView, state: ListState) =>
  callQuery({ area: 'bigbluebutton', name: 'rooms.list', call: api.rooms.list, input: { query: roomsQueryOf(view, state) } });

/** Tags of the rooms that the reader sees in their account. */
export const tagsQuery = (api: RoomsClient) =>
  callQuery({ area: 'bigbluebutton', name: 'rooms.tags', call: api.rooms.tags, input: {} });

export const roomQuery = (api: RoomsClient, id: string) =>
  callQuery({ area: 'bigbluebutton', name: 'rooms.get', call: api.rooms.get, input: { params: { id } } });

export const sharesQuery = (api: RoomsClient, id: string) =>
  callQuery({ area: 'bigbluebutton', name: 'rooms.shares', call: api.rooms.shares, input: { params: { id } } });

/** Somebody who was picked, as invitations and offers name them. */
export const roomInvitee = ({ id, email }: PickedPerson): { userId: string } | { email: string } =>
  id === null ? { email: email ?? '' } : { userId: id };

export const invitationsQuery = (api: RoomsClient) =>
  callQuery({ area: 'bigbluebutton', name: 'rooms.invitations', call: api.rooms.invitations, input: {} });

/** Refetches everything about rooms and meetings, after a change. */
export function useRoomsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['bigbluebutton'] });
}
