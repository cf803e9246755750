/**
 * Addresses that somebody typed and another machine is to fetch, a document for example. That machine looks the name up for itself, so
 * all that can be done here is to pass on no address that leads inside, or whose name cannot be looked up.
 */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { checked, isPrivateAddress, OutboundRefused, type OutboundReach } from '#kit/server/http/outbound.ts';

/** The addresses of a name, none when there is no such name. Throws when the name servers did not tell. */
export type HostLookup = (host: string) => Promise<readonly string[]>;
export type UrlRule = {
  reach: OutboundReach;
  /** For all names together, in milliseconds; default 3 000. */
  timeoutMs?: number;
  lookup?: HostLookup;
};

/** Names that are looked up for one question; what is beyond them is unfit. */
const mostHosts = 50;
const noRecord: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND']);

/** Asks the name servers themselves: the system's own lookup holds a thread for as long as a slow one takes. */
const lookupWith = (resolver: Resolver): HostLookup => {
  const orNone = (asked: Promise<string[]>) =>
    asked.catch((error: NodeJS.ErrnoException) => {
      if (noRecord.has(error.code)) return [];
      throw error;
    });
  return async (host) => (await Promise.all([orNone(resolver.resolve4(host)), orNone(resolver.resolve6(host))])).flat();
};

/** The host of an address that may be fetched at all, null when it may not. */
function hostOf(url: string, reach: OutboundReach): string | null {
  // programs do not agree on what comes after one of these
  if (/[\\\s\p{Cc}]/u.test(url)) return null;
  try {
    return checked(url, reach).hostname.replace(/^\[|\]$/g, '');
  } catch (error) {
    if (error instanceof OutboundRefused) return null;
    throw error;
  }
}

async function isPublic(host: string, lookup: HostLookup): Promise<boolean> {
  if (isIP(host) !== 0) return !isPrivateAddress(host);
  const found = await lookup(host).catch((): readonly string[] => []);
  return found.length > 0 && !found.some(isPrivateAddress);
}

/**
 * Those of the addresses that nobody may be sent to: no web address, inside this machine or a private network, or a name that
 * does not resolve in time. All names are looked up at the same time.
 */
export async function unfitUrls(urls: readonly string[], rule: UrlRule): Promise<ReadonlySet<string>> {
  const { reach, timeoutMs = 3_000 } = rule;
  const hosts = new Map(urls.map((url) => [url, hostOf(url.trim(), reach)]));
  if (reach === 'everywhere') return new Set(urls.filter((url) => hosts.get(url) === null));
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  const lookup = rule.lookup ?? lookupWith(resolver);
  const names = [...new Set([...hosts.values()].flatMap((host) => host ?? []))].slice(0, mostHosts);
  const good = new Set<string>();
  const asked = names.map(async (host) => void ((await isPublic(host, lookup)) && good.add(host)));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([Promise.all(asked), late]);
  clearTimeout(timer);
  resolver.cancel();
  const known = new Set(good);
  return new Set(urls.filter((url) => !known.has(hosts.get(url) ?? '')));
}
