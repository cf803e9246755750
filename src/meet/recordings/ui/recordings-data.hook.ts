import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import type { ListShape, ListState } from '#kit/ui/list-state.ts';
import { callQuery } from '#kit/ui/query.ts';
import { recordingsCalls, type RecordingsQuery } from '../recordings.contract.ts';
import { recordingStates, visibilities } from '../recordings.rules.ts';

/** The part of the contract that these screens speak. */
export const recordingsApi = { recordings: recordingsCalls };
export type RecordingsClient = Client<typeof recordingsApi>;

export const recordingsShape = { filters: ['state', 'who'], sort: '-recent' } as const satisfies ListShape;
const pageSize = 50;
export type View = RecordingsQuery['view'];

const known = <T extends string>(values: readonly T[], wanted: string | undefined): T | undefined =>
  values.find((one) => one === wanted);

export function recordingsQueryOf(view: View, list: ListState) {
  const search = list.q.trim();
  const state = known(recordingStates, list.filters['state']?.[0]);
  const visibility = known(visibilities, list.filters['who']?.[0]);
  return {
    view,
    limit: pageSize,
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...(state !== undefined && { state }),
    ...(visibility !== undefined && { visibility }),
    ...(list.after !== null && { cursor: list.after }),
  } satisfies Partial<RecordingsQuery>;
}

export const recordingsListQuery = (api: RecordingsClient, view: View, list: ListState) =>
  callQuery({
    area: 'bigbluebutton',
    name: 'recordings.list',
    call: api.recordings.list,
    input: { query: recordingsQueryOf(view, list) },
  });

export const storageQuery = (api: RecordingsClient) =>
  callQuery({ area: 'bigbluebutton', name: 'recordings.storage', call: api.recordings.storage, input: {} });

/** Asks everything about recordings anew, after a change. */
export function useRecordingsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['bigbluebutton'] });
}
