import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { ListShape, ListState } from '#kit/ui/table/list-state.ts';
import { issuesCalls } from '../tickets.contract.ts';
import { type TicketSubject, ticketSubjects } from '../tickets.rules.ts';

/** The part of the contract that customers' screens speak. */
export const issuesApi = { issues: issuesCalls };
export type IssuesClient = Client<typeof issuesApi>;

export const issuesShape = { filters: ['state', 'whose'], sort: '-updated' } as const satisfies ListShape;
export const issueFilters = ['open', 'settled'] as const;

export function issuesQuery({ issues: { list: call } }: IssuesClient, { q, after, filters }: ListState) {
  const state = issueFilters.find((one) => one === filters['state']?.at(-1));
  const query = {
    ...(filters['whose']?.at(-1) === 'account' && { whose: 'account' as const }),
    ...(state !== undefined && { state }),
    ...(q.trim() !== '' && { search: q.trim().slice(0, 100) }),
    ...(after !== null && { cursor: after }),
  };
  return callQuery({ area: 'issues', name: 'issues.list', call, input: { query } });
}
export const openIssuesQuery = ({ issues: { open } }: IssuesClient) =>
  callQuery({ area: 'issues', name: 'issues.open', call: () => open(), input: {} });
export const issueQuery = ({ issues: { get: call } }: IssuesClient, id: string) =>
  callQuery({ area: 'issues', name: 'issues.get', call, input: { params: { id } } });

/** What a ticket is opened from: a kind and an id in the address. */
export type IssueSource = { kind: TicketSubject; id: string };
export function sourceOf(kind: string | null, id: string | null): IssueSource | null {
  const known = ticketSubjects.find((one) => one === kind);
  return known === undefined || id === null || !isId(id) ? null : { kind: known, id };
}
export const issueFormQuery = ({ issues: { form: call } }: IssuesClient, source: IssueSource | null) =>
  callQuery({ area: 'issues', name: 'issues.form', call, input: { query: source ?? {} } });
export const issueThingsQuery = ({ issues: { things: call } }: IssuesClient, kind: TicketSubject) =>
  callQuery({ area: 'issues', name: 'issues.things', call, input: { query: { kind } } });
export const issueSnapshotQuery = ({ issues: { snapshot: call } }: IssuesClient, source: IssueSource) =>
  callQuery({ area: 'issues', name: 'issues.snapshot', call, input: { query: source } });

export const issuePath = (id: string): string => `/issues/user/details/${id}`;
export const newIssuePath = '/issues/user/add-ticket';

/** Asks for everything of one's own tickets again. */
export function useIssuesRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['issues'] });
}
