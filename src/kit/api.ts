/** The HTTP client of a contract, for the browser and for tests: the same object that the server offers in process. */
import { type Call, type Client, type Contract, fillPath, type SentCall } from './contract.ts';
import { Failure, type Problem } from './errors.ts';

export type SentInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** The part of fetch that is used; browser's and Node's own both fit. */
export type FetchedResponse = { ok: boolean; status: number; json(): Promise<unknown> };
export type FetchInit = { method: string; headers: Record<string, string>; credentials: 'same-origin'; body?: string };

export type ApiTransport = {
  /** Address before `/api/…`; empty = same origin. */
  base: string;
  fetch: (url: string, init: FetchInit) => Promise<FetchedResponse>;
  /** The access token for this call, or null; may refresh it first. */
  token: (call: SentCall) => Promise<string | null>;
};

function queryOf(query: Record<string, unknown> | undefined): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value])
      parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`);
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';

async function failureOf(response: FetchedResponse): Promise<Failure> {
  let body: unknown = null;
  try {
    body = await response.json();
  } catch {
    body = null;
  }
  if (!isProblem(body))
    return new Failure(response.status >= 500 ? 'unavailable' : 'bad_request', { data: { status: response.status } });
  return new Failure(body.code, { data: body.data ?? {}, fields: body.fields ?? {} });
}

/** Sends one call. Throws `Failure` with the code of the answer, or code `offline` when there was none. */
export async function send(transport: ApiTransport, definition: SentCall, input: SentInput): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const token = await transport.token(definition);
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  const init: FetchInit = { method: definition.method, headers, credentials: 'same-origin' };
  if (input.body !== undefined) {
    headers['content-type'] = definition.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    init.body =
      definition.bodyType === 'form'
        ? queryOf(Object.fromEntries(Object.entries(input.body ?? {}))).slice(1)
        : JSON.stringify(input.body);
  }
  let response: FetchedResponse;
  try {
    response = await transport.fetch(transport.base + fillPath(definition.path, input.params) + queryOf(input.query), init);
  } catch {
    throw new Failure('offline');
  }
  if (!response.ok) throw await failureOf(response);
  return response.status === 204 ? undefined : response.json();
}

/** Builds a client whose every call goes through `dispatch`; shared by the HTTP and the in-process client. */
export function clientOf<C extends Contract>(
  contract: C,
  dispatch: (definition: Call, input: SentInput, name: string) => Promise<unknown>,
): Client<C> {
  const groups: Record<string, Record<string, (input?: SentInput) => Promise<unknown>>> = {};
  for (const [group, calls] of Object.entries(contract)) {
    // a page asks a few calls out of some hundred, and gets a client of its own
    let made: Record<string, (input?: SentInput) => Promise<unknown>> | undefined;
    const make = () => {
      const built: Record<string, (input?: SentInput) => Promise<unknown>> = {};
      for (const [name, definition] of Object.entries(calls))
        built[name] = (input = {}) => dispatch(definition, input, `${group}.${name}`);
      return built;
    };
    Object.defineProperty(groups, group, { enumerable: true, get: () => (made ??= make()) });
  }
  // cast: the loop above builds exactly the shape that the type describes; TypeScript cannot follow a mapped type through it
  return groups as unknown as Client<C>;
}

export const httpClient = <C extends Contract>(contract: C, transport: ApiTransport): Client<C> =>
  clientOf(contract, (definition, input) => send(transport, definition, input));
