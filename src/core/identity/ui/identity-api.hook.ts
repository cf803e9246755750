import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { identityCalls } from '../identity.contract.ts';

export const identityApi = { identity: identityCalls };
export type IdentityClient = Client<typeof identityApi>['identity'];
export const useIdentity = (): IdentityClient => useApi(identityApi).identity;
