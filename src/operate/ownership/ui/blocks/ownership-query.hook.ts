import type { Client } from '#kit/contract.ts';
import { peopleApi, type PeopleClient, peopleQuery } from '#core/accounts/ui/blocks/people-query.hook.ts';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { ownershipCalls } from '../../ownership.contract.ts';

export const ownershipApi = { ownership: ownershipCalls };
export type OwnershipClient = Client<typeof ownershipApi>['ownership'];
export const useOwnership = (): OwnershipClient => useApi(ownershipApi).ownership;

/** People whom the owner may offer the account to, those who came last. */
export const ownersToBe = (client: PeopleClient) => peopleQuery(client, { purpose: 'owner', search: '' });

export const overviewQuery = (api: OwnershipClient) =>
  callQuery({ area: 'user', name: 'ownership.overview', call: () => api.overview(), input: null });
export const exportsQuery = (api: OwnershipClient) =>
  callQuery({ area: 'user', name: 'ownership.exports', call: () => api.exports(), input: null });
export const previewQuery = (api: OwnershipClient) =>
  callQuery({ area: 'user', name: 'ownership.preview', call: () => api.preview(), input: null });
export const closingQuery = (api: OwnershipClient) =>
  callQuery({ area: 'user', name: 'ownership.closing', call: () => api.closing(), input: null });

/** What the tab needs before it is shown. */
export const ownershipNeeds = ({ api, queries, user }: Pick<LoadContext, 'api' | 'queries' | 'user'>) => {
  const client = api(ownershipApi).ownership;
  return [
    queries.ensureQueryData(overviewQuery(client)),
    ...(user?.account?.role === 'owner' ? [queries.ensureQueryData(ownersToBe(api(peopleApi)))] : []),
    ...(hasScope(user?.scope, 'account.export') ? [queries.ensureQueryData(exportsQuery(client))] : []),
  ];
};
