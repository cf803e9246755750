import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { clientOf, type Sent } from '#kit/api.ts';
import type { Call, Client, Contract } from '#kit/contract.ts';

/**
 * Carries out one call for the reader of this page: in the browser by HTTP, while rendering on the server in process.
 * `name` is `group.call`. Throws `Failure`.
 */
export type Api = (definition: Call, input: Sent, name: string) => Promise<unknown>;

const ApiContext = createContext<Api>(async () => {
  throw new Error('useApi needs an ApiProvider above it');
});
export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** The typed client of a contract: `const api = useApi(roomsContract); await api.rooms.list({ query })`. */
export function useApi<C extends Contract>(contract: C): Client<C> {
  const api = useContext(ApiContext);
  return useMemo(() => clientOf(contract, api), [contract, api]);
}
