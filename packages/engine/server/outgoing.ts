/** Requests to addresses that programs named. */
import { lookup as dnsLookup } from 'node:dns';
import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { EngineSettings } from '#server/settings.ts';

/** Addresses that requests of ours may not reach: loopback, private and link-local networks, and those that lead there. */
function innerNetworks(): BlockList {
  const inner = new BlockList();
  const v4: [string, number][] = [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ];
  const v6: [string, number][] = [
    ['::', 128],
    ['::1', 128],
    ['64:ff9b::', 96],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
    ['2002::', 16],
  ];
  for (const [net, prefix] of v4) inner.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of v6) inner.addSubnet(net, prefix, 'ipv6');
  return inner;
}

/** Whether an IP address belongs to the machine itself or to a private network. IPv4 addresses inside IPv6 count as what they are. */
export function isInnerAddress(address: string): boolean {
  return innerNetworks().check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Resolves a name and refuses inner addresses; the connection then goes to the very address that was checked. */
const outerLookup: LookupFunction = (host, options, done) => {
  dnsLookup(host, { ...options, all: true }, (error, found) => {
    const bad = found?.find(({ address }) => isInnerAddress(address));
    const [first] = found ?? [];
    if (error || bad !== undefined || first === undefined) {
      done(error ?? Object.assign(new Error('the address leads into a private network'), { code: 'EINNER' }), '', 0);
    } else if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};

function literalIsInner(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isInnerAddress(host);
}

/** An inner address is asked only when the operator allows all of them, or trusts this very origin. */
function mayBeInner(settings: EngineSettings, address: URL): boolean {
  return settings.allowPrivateCallbacks || settings.trustedCallbacks.includes(address.origin);
}

/** Not yet sent; null: this address may not be asked. Redirects are not followed. */
export function openRequest(settings: EngineSettings, address: URL, options: RequestOptions): ClientRequest | null {
  const isFree = mayBeInner(settings, address);
  if (!isFree && literalIsInner(address)) return null;
  const open = address.protocol === 'https:' ? httpsRequest : httpRequest;
  return open(address, { ...options, agent: false, ...(isFree ? {} : { lookup: outerLookup }) });
}
