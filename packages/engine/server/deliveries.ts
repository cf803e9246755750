import { randomUUID } from 'node:crypto';
import { lookup as dnsLookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { Engine } from '#server/model.ts';

/** What goes out again after a restart of the engine, and whose hook it is. News of recordings follow from their own files. */
type KeptDelivery = { kind: 'end' | 'analytics' } | { kind: 'hook'; hookID: string } | { kind: 'recording' };

/** What goes out, and how often it is tried. */
export type Parcel = {
  kept: KeptDelivery;
  url: string;
  /** Internal id of the meeting it is about, for the log; `''` for news of no meeting. */
  meeting: string;
  /** Posted when given, else the address is fetched. */
  body?: string | undefined;
  /** Asked at every attempt, because a token in them may run out. */
  headers?: () => Record<string, string>;
  /** Milliseconds between an attempt and the next; after the last one it is given up. */
  delaysMs: readonly number[];
  timeoutMs?: number;
  /** Whether an answer counts as taken; every 2xx unless given. */
  taken?: (status: number) => boolean;
  /** What follows when it was given up. */
  lost?: () => void;
};

/** A parcel on its way; `dueAt` (epoch ms) is null while an attempt is `running`. */
export type Delivery = Parcel & { id: string; attempt: number; dueAt: number | null; running: Promise<void> | null };

const TIMEOUT_MS = 10_000;
/** Parcels on their way at once; more would be an outage of the receivers, and the memory is ours. */
const DELIVERIES_MOST = 10_000;

/** Addresses that callbacks may not reach: loopback, private and link-local networks, and those that lead there. */
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
      done(error ?? Object.assign(new Error('the callback leads into a private network'), { code: 'EINNER' }), '', 0);
    } else if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};

function literalIsInner(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isInnerAddress(host);
}

/** An inner address is asked only when the operator allows all of them, or trusts this very origin. */
function mayBeInner(settings: Engine['settings'], address: string): boolean {
  return settings.allowPrivateCallbacks || settings.trustedCallbacks.includes(URL.parse(address)?.origin ?? '');
}

type Outcome = 'done' | 'again' | 'never';

/** One request; redirects are not followed. Rejects for what is no address. */
async function attempt(parcel: Parcel, rule: { inner: boolean }): Promise<Outcome> {
  const url = new URL(parcel.url);
  if (!rule.inner && literalIsInner(url)) return 'never';
  const { body, headers, timeoutMs = TIMEOUT_MS, taken = (status: number) => status >= 200 && status < 300 } = parcel;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      timeout: timeoutMs,
      headers: { 'user-agent': 'Mozilla', accept: '*/*', ...length, ...headers?.() },
      agent: false,
    };
    const request = send(url, rule.inner ? options : { ...options, lookup: outerLookup }, (response) => {
      const status = response.statusCode ?? 0;
      response.destroy();
      resolve(taken(status) ? 'done' : 'again');
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', (error) => resolve('code' in error && error.code === 'EINNER' ? 'never' : 'again'));
    request.end(body);
  });
}

async function deliver(engine: Engine, delivery: Delivery): Promise<void> {
  delivery.dueAt = null;
  const wait = delivery.delaysMs[delivery.attempt];
  delivery.attempt += 1;
  // An address that cannot even be asked will not become better by waiting.
  const outcome = await attempt(delivery, { inner: mayBeInner(engine.settings, delivery.url) }).catch((): Outcome => 'never');
  if (outcome === 'again' && wait !== undefined) delivery.dueAt = engine.clock.now() + wait;
  else {
    engine.deliveries.delete(delivery);
    if (outcome !== 'done') delivery.lost?.();
  }
  if (outcome !== 'done')
    engine.log('warn', 'a callback was not taken', { meeting: delivery.meeting, attempt: delivery.attempt });
}

/** Sends at once, and again after each delay until it is taken. The address must be an absolute http or https one. */
export function send(engine: Engine, parcel: Parcel): void {
  const [oldest] = engine.deliveries;
  if (engine.deliveries.size >= DELIVERIES_MOST && oldest !== undefined) engine.deliveries.delete(oldest);
  const delivery: Delivery = { ...parcel, id: randomUUID(), attempt: 0, dueAt: null, running: null };
  engine.deliveries.add(delivery);
  delivery.running = deliver(engine, delivery);
}

/** Goes on with a parcel of an earlier engine, at the next look for what is due. */
export function resend(engine: Engine, parcel: Parcel, { id, attempt }: Pick<Delivery, 'id' | 'attempt'>): void {
  engine.deliveries.add({ ...parcel, id, attempt, dueAt: engine.clock.now(), running: null });
}

/** Makes the attempts that are due. */
export function retryDeliveries(engine: Engine): void {
  const now = engine.clock.now();
  for (const delivery of engine.deliveries) {
    if (delivery.dueAt !== null && delivery.dueAt <= now) delivery.running = deliver(engine, delivery);
  }
}

/** Resolves when the attempts under way are over, for an engine that is about to end. What is still due then is in the journal. */
export async function finishDeliveries(engine: Engine): Promise<void> {
  await Promise.all([...engine.deliveries].map(({ running }) => running));
}
