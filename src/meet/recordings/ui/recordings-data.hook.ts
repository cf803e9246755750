import { useQueryClient } from '@tanstack/react-query';
import { isId } from '#kit/ids.ts';
import type { ListShape, ListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { RecordingsQuery } from '../recordings.contract.ts';
import { dayMs, recordingSorts, recordingStates, visibilities } from '../recordings.rules.ts';
import type { RecordingsClient } from './recordings-api.hook.ts';

export const recordingsShape = {
  filters: ['state', 'who', 'since', 'room', 'meeting'],
  sort: '-recent',
} as const satisfies ListShape;
/** Choices of "held in the last … days". */
export const sinceDays = ['7', '30', '365'] as const;
const pageSize = 50;
export type RecordingsView = RecordingsQuery['view'];

const known = <T extends string>(values: readonly T[], wanted: string | undefined): T | undefined =>
  values.find((one) => one === wanted);

/** Where "the last … days" begin; whole days, so that a list is asked the same way all day long. */
function sinceOf(wanted: string | undefined, now: number): number | undefined {
  const days = known(sinceDays, wanted);
  return days === undefined ? undefined : (Math.floor(now / dayMs) - Number(days)) * dayMs;
}

/** What a list's address asks for. `now` in epoch milliseconds. */
export function recordingsQueryOf(view: RecordingsView, list: ListState, now: number) {
  const search = list.q.trim();
  const state = known(recordingStates, list.filters['state']?.[0]);
  const visibility = known(visibilities, list.filters['who']?.[0]);
  const since = sinceOf(list.filters['since']?.[0], now);
  const room = list.filters['room']?.find(isId);
  const meeting = list.filters['meeting']?.find(isId);
  const sort = known(recordingSorts, list.sort.by);
  const usual = sort === undefined || (sort === 'recent' && list.sort.dir === 'down');
  return {
    view,
    limit: pageSize,
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...(state !== undefined && { state }),
    ...(visibility !== undefined && { visibility }),
    ...(since !== undefined && { since }),
    ...(room !== undefined && { roomId: room }),
    ...(meeting !== undefined && { meetingId: meeting }),
    ...(!usual && { sort, dir: list.sort.dir }),
    ...(list.after !== null && { cursor: list.after }),
  } satisfies Partial<RecordingsQuery>;
}

export const recordingsListQuery = (
  api: RecordingsClient,
  view: RecordingsView,
  { list, now }: { list: ListState; now: number },
) =>
  callQuery({
    area: 'bigbluebutton',
    name: 'recordings.list',
    call: api.recordings.list,
    input: { query: recordingsQueryOf(view, list, now) },
  });

export const storageQuery = (api: RecordingsClient) =>
  callQuery({ area: 'bigbluebutton', name: 'recordings.storage', call: api.recordings.storage, input: {} });

export const retentionQuery = (api: RecordingsClient, tryDays?: number) =>
  callQuery({
    area: 'bigbluebutton',
    name: 'recordings.retention',
    call: api.recordings.retention,
    input: { query: tryDays === undefined ? {} : { tryDays } },
  });

/** One recording with its text tracks. */
export const recordingQuery = (api: RecordingsClient, id: string) =>
  callQuery({ area: 'bigbluebutton', name: 'recordings.get', call: api.recordings.get, input: { params: { id } } });

/** The newest recordings of a room or of a meeting, or of all that one sees. */
export const newestQuery = (api: RecordingsClient, of: { view: RecordingsView; roomId?: string; meetingId?: string }) =>
  callQuery({ area: 'bigbluebutton', name: 'recordings.of', call: api.recordings.list, input: { query: { ...of, limit: 5 } } });

/** Refetches everything about recordings, after a change. */
export function useRecordingsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['bigbluebutton'] });
}
