import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { policyCalls } from '../../policy.contract.ts';
import { socialCalls } from '../../social.contract.ts';

export const socialApi = { social: socialCalls };
export type SocialClient = Client<typeof socialApi>['social'];
export const useSocial = (): SocialClient => useApi(socialApi).social;

/** The providers that are linked to me, and all that could be. */
export const identitiesQuery = (api: SocialClient) =>
  callQuery({ area: 'user', name: 'social.identities', call: () => api.identities(), input: null });
export const providersQuery = (api: SocialClient) =>
  callQuery({ area: 'root', name: 'social.providers', call: () => api.providers(), input: null });

export const rulesApi = { signInRules: policyCalls };
export type RulesClient = Client<typeof rulesApi>['signInRules'];
export const useRules = (): RulesClient => useApi(rulesApi).signInRules;
export const rulesQuery = (api: RulesClient) =>
  callQuery({ area: 'user', name: 'signInRules.get', call: () => api.get(), input: null });
