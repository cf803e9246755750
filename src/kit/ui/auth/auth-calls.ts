import * as z from 'zod/mini';
import type { Call } from '#kit/contract.ts';
import { authPaths } from '#kit/facts.ts';

const anything = z.record(z.string(), z.unknown());
const definition = (method: Call['method'], path: string): Call => ({
  method,
  path,
  summary: 'signing in',
  access: 'guest',
  result: anything,
});
/** The four calls that signing in makes; what they answer is read by hand. */
export const authCalls = {
  login: definition('POST', authPaths.login),
  user: definition('GET', authPaths.user),
  token: { ...definition('POST', authPaths.token), bodyType: 'form' } satisfies Call,
  logout: definition('POST', authPaths.logout),
};
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
