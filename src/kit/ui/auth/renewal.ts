import { send, type ApiTransport } from '#kit/api.ts';
import { Failure } from '#kit/errors.ts';
import { authFacts } from '#kit/facts.ts';
import { authCalls, isRecord } from './auth-calls.ts';
import type { AuthMachine, TokenStore } from './token-store.ts';

export type TokenRenewal = {
  store: TokenStore;
  machine: AuthMachine;
  reset: () => void;
  /** Called with each failed renewal. */
  failed: (error: unknown) => void;
};
/** Renews the access token, once for all who wait. */
export function renewer({ store, machine, reset, failed }: TokenRenewal) {
  const running: { renewal: Promise<string> | null } = { renewal: null };
  const ask = async (): Promise<string> => {
    const fresh = store.valid();
    if (fresh !== null) return fresh;
    const transport: ApiTransport = { base: '', fetch: machine.fetch, token: async () => null };
    // the cookie that script cannot read stands in for the field refresh_token
    const body = { grant_type: 'refresh_token', client_id: authFacts.clientId };
    const answer = await send(transport, authCalls.token, { body });
    const token = isRecord(answer) ? (answer['access_token'] ?? answer[authFacts.tokenField]) : null;
    if (typeof token !== 'string') throw new Failure('not_signed_in');
    store.keep(token);
    return token;
  };
  return (): Promise<string> => {
    running.renewal ??= machine
      .exclusive(ask)
      .catch((error: unknown) => {
        if (error instanceof Failure && !['offline', 'unavailable', 'internal', 'too_many_requests'].includes(error.code))
          reset();
        failed(error);
        throw error;
      })
      .finally(() => {
        running.renewal = null;
      });
    return running.renewal;
  };
}
