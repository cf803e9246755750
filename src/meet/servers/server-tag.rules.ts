/** What a program says about the servers that it wants, in the words that Scalelite taught it. */

/** Names of tags or pools, any of which will do. */
export type NamedServers = { names: readonly string[]; need: 'required' | 'preferred' };

/** In place of a name: a server that has none. */
const noName = 'none';
const mostNames = 20;

/**
 * Reads `meta_server-tag`: names of tags or pools with semicolons or commas between, any of which will do; `none` is a server
 * that has no name at all. With an exclamation mark at an end another server will not do. Null when nothing is named.
 */
export function namedServers(text: string): NamedServers | null {
  const items = text.split(/[;,]/).map((item) => item.trim());
  const names = items.map((item) => item.replace(/!$/, '').trim()).filter((name) => name !== '');
  if (names.length === 0) return null;
  const need = items.some((item) => item.endsWith('!')) ? 'required' : 'preferred';
  return { names: [...new Set(names)].slice(0, mostNames), need };
}

type PoolNames = { pools: readonly string[]; tags: readonly string[] };

/** Whether a server is one of those that were named. */
export const isNamed = ({ pools, tags }: PoolNames, { names }: NamedServers): boolean =>
  names.some((name) => (name === noName ? pools.length + tags.length === 0 : pools.includes(name) || tags.includes(name)));

/** Whether a server's pools let a meeting in: with any, only what names one of them, by a wish for pools or by name. */
export function isInPool(
  server: Pick<PoolNames, 'pools'>,
  wish: { pools: { required: readonly string[]; preferred: readonly string[] }; named?: NamedServers | null },
): boolean {
  const { pools, named } = wish;
  const isOf = (pool: string) => server.pools.includes(pool);
  if (pools.required.length > 0) return pools.required.some(isOf);
  return server.pools.length === 0 || pools.preferred.some(isOf) || (named?.names.some(isOf) ?? false);
}

/** Which servers the meetings of an account may or should use: any one of the pools, and a region. */
export type AccountWish = {
  pools: { required: readonly string[]; preferred: readonly string[] };
  region: { name: string; need: 'required' | 'preferred' } | null;
};
export const noAccountWish: AccountWish = { pools: { required: [], preferred: [] }, region: null };
