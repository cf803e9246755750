import { callQuery } from '#kit/ui/query/query.ts';
import type { IdentityClient } from './identity-api.hook.ts';

/** What the pages of one's own profile ask; everything changes with the data area `user`. */
export const profileQuery = (api: IdentityClient) =>
  callQuery({ area: 'user', name: 'identity.profile', call: () => api.profile(), input: null });
export const meQuery = (api: IdentityClient) =>
  callQuery({ area: 'user', name: 'identity.user', call: () => api.user(), input: null });
