import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { safetyCalls } from '../../safety.contract.ts';

export const safetyApi = { safety: safetyCalls };
export type SafetyClient = Client<typeof safetyApi>['safety'];
export const useSafety = (): SafetyClient => useApi(safetyApi).safety;

/** What lets me in, and what happened lately. */
export const securityQuery = (api: SafetyClient) =>
  callQuery({ area: 'user', name: 'safety.security', call: () => api.security(), input: null });
