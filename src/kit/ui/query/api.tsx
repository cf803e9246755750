import { createContext, type ReactNode, useContext } from 'react';
import { clientOf, type SentInput } from '#kit/api.ts';
import type { Call, Client, Contract } from '#kit/contract.ts';

/**
 * Carries out one call for the reader of this page: in the browser by HTTP, while rendering on the server in process.
 * `name` is `group.call`. Throws `Failure`.
 */
export type ApiCall = (definition: Call, input: SentInput, name: string) => Promise<unknown>;

const ApiContext = createContext<ApiCall>(async () => {
  throw new Error('useApi needs an ApiProvider above it');
});
export function ApiProvider({ api, children }: { api: ApiCall; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** Clients are made once for a page and contract: rows of lists ask for one each. */
function clientsOf(): <C extends Contract>(contract: C, api: ApiCall) => Client<C> {
  const made = new WeakMap<ApiCall, WeakMap<Contract, unknown>>();
  return <C extends Contract>(contract: C, api: ApiCall) => {
    const ofPage = made.get(api) ?? new WeakMap<Contract, unknown>();
    made.set(api, ofPage);
    const known = ofPage.get(contract) ?? clientOf(contract, api);
    ofPage.set(contract, known);
    // cast: what is kept for a contract was made from it
    return known as Client<C>;
  };
}
const clientFor = clientsOf();

/** Gives the typed client of any contract, for functions that are no hooks. */
export function useApis(): <C extends Contract>(contract: C) => Client<C> {
  const api = useContext(ApiContext);
  return (contract) => clientFor(contract, api);
}

/** The typed client of a contract: `const api = useApi(roomsContract); await api.rooms.list({ query })`. */
export function useApi<C extends Contract>(contract: C): Client<C> {
  return clientFor(contract, useContext(ApiContext));
}
