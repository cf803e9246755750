import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { ListShape, ListState } from '#kit/ui/table/list-state.ts';
import { ltiCalls } from '../lti.contract.ts';

export const ltiApi = { lti: ltiCalls };
export type LtiClient = Client<typeof ltiApi>;

export const launchResults = ['opened', 'chose', 'refused'] as const;
export const launchesShape = { filters: ['platform', 'result'], sort: '-at' } as const satisfies ListShape;

export const overviewQuery = ({ lti }: LtiClient) =>
  callQuery({ area: 'user', name: 'lti.overview', call: () => lti.overview(), input: {} });
export const platformsQuery = ({ lti: { platforms: call } }: LtiClient) =>
  callQuery({ area: 'user', name: 'lti.platforms', call, input: { query: { limit: 100 } } });
export const platformQuery = ({ lti: { platform: call } }: LtiClient, id: string) =>
  callQuery({ area: 'user', name: 'lti.platform', call, input: { params: { id } } });
export const coursesQuery = ({ lti: { courses: call } }: LtiClient, id: string) =>
  callQuery({ area: 'user', name: 'lti.courses', call, input: { params: { id }, query: { limit: 50 } } });
export function launchesQuery({ lti: { launches: call } }: LtiClient, list: ListState) {
  const result = launchResults.find((one) => one === list.filters['result']?.at(-1));
  const platform = list.filters['platform']?.at(-1);
  const query = {
    limit: 50,
    ...(list.q.trim() === '' ? {} : { search: list.q.trim().slice(0, 100) }),
    ...(list.after === null ? {} : { cursor: list.after }),
    ...(result === undefined ? {} : { result }),
    ...(platform === undefined ? {} : { platform }),
  };
  return callQuery({ area: 'user', name: 'lti.launches', call, input: { query } });
}

export function useLtiRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['user'] });
}
