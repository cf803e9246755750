import { callQuery } from '#kit/ui/query/query.ts';
import { identityApi, type IdentityClient } from '../identity-api.hook.ts';

export const sessionsApi = identityApi;
/** My open sessions, as a query that other screens share. */
export const sessionsQuery = (api: IdentityClient) =>
  callQuery({ area: 'user', name: 'identity.sessions', call: () => api.sessions(), input: null });
