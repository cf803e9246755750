/**
 * Requests to addresses that people typed: BBB servers, callbacks, webhooks. A name is resolved once, every address it
 * stands for is checked, and the connection goes to just those, so that a name cannot point elsewhere a moment later.
 */
import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, fetch } from 'undici';
import type { Config } from '#kit/server/config/config.ts';

/** `public`: nothing inside this machine or its networks may be reached. */
export type OutboundReach = 'public' | 'everywhere';
export type OutboundOptions = {
  reach: OutboundReach;
  /** For the whole exchange with its redirects and its body; milliseconds, default 10 000. */
  timeoutMs?: number;
  /** Longest answer in bytes, default 32 MiB. */
  maxBytes?: number;
  /** How many redirects of a GET are followed, each checked like the first address; default none: the 3xx answer is given. */
  redirects?: number;
};
export type OutboundInit = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  redirect?: 'manual';
  signal?: AbortSignal;
};
export type OutboundAnswer = {
  readonly status: number;
  readonly headers: { get(name: string): string | null; getSetCookie(): string[] };
  /** Reading more than `maxBytes` throws `OutboundRefused` `too_long`. */
  readonly body: AsyncIterable<Uint8Array> | null;
};
/** Fits wherever a `fetch` is taken, `fetch` of `@atrium/bbb/client` among them. */
export type OutboundFetch = (url: string, init?: OutboundInit) => Promise<OutboundAnswer>;

export type OutboundReason = 'bad_address' | 'private_address' | 'too_long' | 'too_many_redirects';
/** The request was not made or not finished because of a rule of ours; all other trouble is the error of `fetch`. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused';
  readonly reason: OutboundReason;
  constructor(reason: OutboundReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Networks that no stranger may make us talk to: IANA's special-purpose registries (RFC 6890) and multicast. */
const closed = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // 64:ff9b, 2001:0 and 2002 carry an IPv4 address inside, which may be a private one
  ipv6: [
    '::/127',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/9',
    'ff00::/8',
  ],
} as const;

function blockListOf(): BlockList {
  const list = new BlockList();
  for (const family of ['ipv4', 'ipv6'] as const)
    for (const network of closed[family]) {
      const [address = '', bits = ''] = network.split('/');
      list.addSubnet(address, Number(bits), family);
    }
  return list;
}
const blocked = blockListOf();

/** Whether an IP address lies inside this machine or in a network that is nobody's on the internet. */
export const isPrivateAddress = (ip: string): boolean => blocked.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');

const lookupPublic: LookupFunction = (hostname, options, done) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, '');
    const [first] = found;
    // one private address among them is enough: which one is used would be chance
    if (first === undefined || found.some((one) => isPrivateAddress(one.address)))
      return done(new OutboundRefused('private_address'), '');
    return options.all === true ? done(null, found) : done(null, first.address, first.family);
  });
};

/** Connections are kept for the whole process, as the platform's own `fetch` keeps them: a pool per caller would never be reused. */
const agents = {
  public: new Agent({ connect: { lookup: lookupPublic, timeout: 5_000 } }),
  everywhere: new Agent({ connect: { timeout: 5_000 } }),
} as const;

/** The address, when it may be asked at all. Throws `OutboundRefused`. */
export function checked(url: string, reach: OutboundReach): URL {
  const parsed = URL.parse(url);
  if (parsed === null) throw new OutboundRefused('bad_address');
  if (!/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    throw new OutboundRefused('bad_address');
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  // an address needs no lookup, so the agent would not ask ours
  if (reach === 'public' && isIP(host) !== 0 && isPrivateAddress(host)) throw new OutboundRefused('private_address');
  return parsed;
}

async function* capped(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new OutboundRefused('too_long');
    yield chunk;
  }
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** A fetch that keeps to these limits. Throws `OutboundRefused`, or what `fetch` throws when nothing answers. */
export function outbound(options: OutboundOptions): OutboundFetch {
  const { reach, timeoutMs = 10_000, maxBytes = 32 * 1024 * 1024, redirects = 0 } = options;
  return async (url, init = {}) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init.signal === undefined ? timeout : AbortSignal.any([timeout, init.signal]);
    const { method = 'GET' } = init;
    const bytes = init.body === undefined ? {} : { body: init.body };
    let headers = init.headers ?? {};
    let target = checked(url, reach);
    for (let hop = 0; ; hop++) {
      const answer = await fetch(target.href, {
        method,
        headers,
        ...bytes,
        redirect: 'manual',
        signal,
        dispatcher: agents[reach],
      }).catch((error: unknown) => {
        throw error instanceof Error && error.cause instanceof OutboundRefused ? error.cause : error;
      });
      const next = answer.headers.get('location');
      if (redirects > 0 && method === 'GET' && next !== null && isRedirect(answer.status)) {
        if (hop >= redirects) throw new OutboundRefused('too_many_redirects');
        await answer.body?.cancel();
        if (!URL.canParse(next, target.href)) throw new OutboundRefused('bad_address');
        const from = target.origin;
        target = checked(new URL(next, target.href).href, reach);
        // what was meant for one host, a signature for example, is not shown to another
        if (target.origin !== from) headers = {};
        continue;
      }
      return {
        status: answer.status,
        headers: answer.headers,
        body: answer.body === null ? null : capped(answer.body, maxBytes),
      };
    }
  };
}

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d+){3}$/.test(host);

/** Whether BBB servers and callbacks may be inside our own networks; see `ALLOW_PRIVATE_SERVERS`. */
export function reachOf(config: Pick<Config, 'allowPrivateServers' | 'publicUrl'>): OutboundReach {
  if (config.allowPrivateServers !== null) return config.allowPrivateServers ? 'everywhere' : 'public';
  // an installation that is itself only on this machine is somebody trying it out
  const host = config.publicUrl === null ? 'localhost' : new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, '');
  return isLoopback(host) ? 'everywhere' : 'public';
}

/** The body as text; bytes beyond `maxBytes` throw. Empty when there is none. */
export async function textOf(answer: OutboundAnswer): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
