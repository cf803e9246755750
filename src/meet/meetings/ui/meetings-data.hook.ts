import { useQueryClient } from '@tanstack/react-query';
import { isId } from '#kit/ids.ts';
import type { ListShape, ListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { MeetingsQuery } from '../meetings.contract.ts';
import type { MeetingsClient } from './meetings-api.hook.ts';

export const meetingsShape = { filters: ['state', 'room', 'server', 'account'], sort: '-started' } as const satisfies ListShape;

const pageSize = 50;
const pastShown = 8;
type MeetingsView = MeetingsQuery['view'];

function meetingsQueryOf(view: MeetingsView, state: ListState) {
  const search = state.q.trim();
  const [one, more] = state.filters['state'] ?? [];
  const only = (id: string) => state.filters[id]?.find(isId);
  const [roomId, serverId, accountId] = [only('room'), only('server'), only('account')];
  return {
    view,
    limit: pageSize,
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...(more === undefined && (one === 'live' || one === 'past') && { state: one }),
    ...(roomId !== undefined && { roomId }),
    ...(serverId !== undefined && { serverId }),
    ...(accountId !== undefined && { accountId }),
    ...(state.after !== null && { cursor: state.after }),
  } satisfies Partial<MeetingsQuery>;
}
export const meetingsListQuery = (api: MeetingsClient, view: MeetingsView, state: ListState) =>
  callQuery({
    area: 'bigbluebutton',
    name: 'meetings.list',
    call: api.meetings.list,
    input: { query: meetingsQueryOf(view, state) },
  });

/** The newest meetings of one room. */
export const roomMeetingsQuery = (api: MeetingsClient, roomId: string) =>
  callQuery({
    area: 'bigbluebutton',
    name: 'meetings.ofRoom',
    call: api.meetings.list,
    input: { query: { view: 'account' as const, roomId, state: 'past' as const, limit: pastShown } },
  });

export const meetingQuery = (api: MeetingsClient, id: string) =>
  callQuery({ area: 'bigbluebutton', name: 'meetings.get', call: api.meetings.get, input: { params: { id } } });

export const attendanceQuery = (api: MeetingsClient, id: string) =>
  callQuery({ area: 'bigbluebutton', name: 'meetings.attendance', call: api.meetings.attendance, input: { params: { id } } });

export function useMeetingsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['bigbluebutton'] });
}
