import type { SentCall } from '#kit/contract.ts';
import { authPaths } from '#kit/facts.ts';

const definition = (method: SentCall['method'], path: string): SentCall => ({ method, path, access: 'guest' });
/** The four calls that signing in makes; what they answer is read by hand. */
export const authCalls = {
  login: definition('POST', authPaths.login),
  user: definition('GET', authPaths.user),
  token: { ...definition('POST', authPaths.token), bodyType: 'form' } satisfies SentCall,
  logout: definition('POST', authPaths.logout),
};
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
