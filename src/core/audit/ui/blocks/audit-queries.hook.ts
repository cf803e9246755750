import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { type ListShape, type ListState, readListState } from '#kit/ui/table/list-state.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { auditCalls } from '../../audit.contract.ts';

export const auditApi = { audit: auditCalls };
export type AuditClient = Client<typeof auditApi>['audit'];
export const useAudit = (): AuditClient => useApi(auditApi).audit;

export const auditShape = { filters: ['group', 'person', 'days'], sort: '-at' } as const satisfies ListShape;

type ListQuery = Pick<ListState, 'q' | 'filters' | 'after'>;
/** What narrows the list. Of several periods the longest counts. */
function filterOf({ q, filters }: Pick<ListQuery, 'q' | 'filters'>) {
  const days = Math.max(0, ...(filters['days'] ?? []).map(Number).filter(Number.isInteger));
  const joined = (name: string) => (filters[name] ?? []).join(',');
  return {
    ...(q === '' ? {} : { search: q }),
    ...(joined('group') === '' ? {} : { group: joined('group') }),
    ...(joined('person') === '' ? {} : { person: joined('person') }),
    ...(days === 0 ? {} : { days }),
  };
}

export const auditQuery = (api: AuditClient, list: ListQuery) =>
  callQuery({
    area: 'user',
    name: 'audit.list',
    call: api.list,
    input: { query: { ...filterOf(list), ...(list.after === null ? {} : { cursor: list.after }) } },
  });
export const auditPeopleQuery = (api: AuditClient) =>
  callQuery({ area: 'user', name: 'audit.people', call: () => api.people(), input: null });

/** What the tab needs before it is shown. */
export const auditQueriesOf = (api: AuditClient, search: URLSearchParams) => ({
  list: auditQuery(api, readListState(search, auditShape)),
  people: auditPeopleQuery(api),
});

/** A page for a file; its first one is itself written down. */
export const exportedPage = (api: AuditClient, list: ListQuery) =>
  api.exported({ body: { ...filterOf(list), ...(list.after === null ? {} : { cursor: list.after }) } });
