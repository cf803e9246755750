/** Whether a host name of a customer or vendor leads to this installation. `site` is our own address. */
import dns from 'node:dns/promises';
import type { Config } from '#kit/server/config/config.ts';
import { isPrivateAddress, OutboundRefused, outbound, reachOf, textOf } from './outbound.ts';

export const isOurHost = (site: string, host: string): boolean => host === new URL(site).hostname;

export type HostTrouble = 'no_address' | 'private_address' | 'no_answer' | 'leads_elsewhere';

/** Null when the name leads to this installation: it answers there for a name that nobody else knows. */
export async function hostTrouble(config: Config, site: string, host: string): Promise<HostTrouble | null> {
  const found = await dns.lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) return 'no_address';
  const { protocol, port } = new URL(site);
  const ask = outbound({ reach: reachOf(config), timeoutMs: 15_000, maxBytes: 10_000 });
  try {
    const answer = await ask(`${protocol}//${host}${port === '' ? '' : `:${port}`}/api/tls/ask?domain=${host}`);
    return answer.status === 200 && (await textOf(answer)).includes('"done":true') ? null : 'leads_elsewhere';
  } catch (error) {
    return error instanceof OutboundRefused && error.reason === 'private_address' ? 'private_address' : 'no_answer';
  }
}

const addressesOf = async (host: string): Promise<string[]> =>
  (await dns.lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);

/** Whether the name has an address in common with our own. Asked before there is a certificate, when only the DNS can tell. */
export async function leadsHere(site: string, host: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([addressesOf(host), addressesOf(new URL(site).hostname)]);
  // behind a proxy our own name may lead inside: what it is to the world cannot be seen then, only that theirs is something
  const isSeenFromInside = ours.length > 0 && ours.every(isPrivateAddress);
  return isSeenFromInside ? theirs.length > 0 : theirs.some((address) => ours.includes(address));
}
