import { type DehydratedState, hydrate, QueryClient } from '@tanstack/react-query';

/** Codes that another try does not change. */
const final = new Set([
  'invalid_input',
  'bad_request',
  'not_signed_in',
  'not_allowed',
  'not_found',
  'limit_reached',
  'too_large',
  'changed_meanwhile',
]);
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** One client per page on the server, one per tab in the browser. Data is fresh for 15 s, so hydration asks nothing twice. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, refetchOnWindowFocus: true, retry: (count, error) => count < 2 && !final.has(codeOf(error)) },
      mutations: { retry: false },
    },
  });
}

/**
 * The place of the page's answers. Pages that ask nothing by queries never load the client: this module is imported by what
 * needs it, and the page itself holds the place only.
 */
export type QueryHolder = { client: QueryClient | null; sent: DehydratedState | null };

/** The client of this page, made when it is first asked for, with the answers that the server sent along. */
export function queryClientOf(holder: QueryHolder): QueryClient {
  if (holder.client !== null) return holder.client;
  const client = newQueryClient();
  if (holder.sent !== null) hydrate(client, holder.sent);
  Object.assign(holder, { client, sent: null });
  return client;
}
