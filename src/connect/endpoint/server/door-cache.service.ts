/**
 * Endpoints as the door needs them, cached for a few seconds because every call reads them. A change of secrets is announced on the bus
 * and counts immediately; every other change counts when the entry expires.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { isHostName } from '#kit/host-name.ts';
import { parseRange } from '#kit/ranges.ts';
import type { DoorEndpoint, DoorSecret } from './call-handler.service.ts';
import { endpointByHost, endpointByKey, type SecretRow, usableSecrets } from './endpoint.queries.ts';
import { readableSecret } from './secrets.service.ts';

export type DoorAddress = { key: string } | { host: string };
export type DoorCache = {
  /** Null when nobody has this key or host name. */
  find(address: DoorAddress): Promise<DoorEndpoint | null>;
  /** How many answers are remembered. */
  size(): number;
  close(): void;
};

const keptFor = 5_000;
/** Made-up keys and names are remembered as well, so there has to be an end. */
const most = 20_000;

const secretOf = (row: SecretRow, secret: string): DoorSecret => ({
  id: row.id,
  name: row.name,
  secret,
  calls: row.calls,
  ranges: row.ranges === null ? null : row.ranges.flatMap((text) => parseRange(text) ?? []),
  callsPerMinute: row.callsPerMinute,
  bodyHash: row.bodyHash,
  hashes: row.hashes,
  meetingsAtOnce: row.meetingsAtOnce,
  peoplePerMeeting: row.peoplePerMeeting,
  endsAt: row.endsAt?.getTime() ?? null,
});

/** Secrets that can be opened: one whose key is lost must not keep its successors from working. `logged`: ids already in the log. */
function readable(ctx: Ctx, rows: readonly SecretRow[], logged: Set<string>): DoorSecret[] {
  return rows.flatMap((row) => {
    const secret = readableSecret(ctx, row);
    if (secret !== null) return secretOf(row, secret);
    if (!logged.has(row.id))
      ctx.log.warn({ account: row.accountId, secret: row.id }, 'the key of an endpoint’s secret is lost; it has to be rotated');
    logged.add(row.id);
    return [];
  });
}

/** Across accounts: who calls is only known afterwards. */
async function load(ctx: Ctx, address: DoorAddress, logged: Set<string>): Promise<DoorEndpoint | null> {
  const db = ctx.system.read;
  const row = 'key' in address ? await endpointByKey(db, address.key) : await endpointByHost(db, address.host);
  if (row === null) return null;
  const [account, secrets] = await Promise.all([findAccount(db, row.accountId), usableSecrets(db, row.id, new Date(ctx.now()))]);
  if (account === null) return null;
  return {
    id: row.id,
    accountId: row.accountId,
    key: row.key,
    secrets: readable(ctx, secrets, logged),
    account: { state: account.state, plan: account.entitlements },
  };
}

const nameOf = (address: DoorAddress) => ('key' in address ? `key:${address.key}` : `host:${address.host}`);

type KeptEndpoint = { until: number; found: Promise<DoorEndpoint | null> };

/** `ctx`: the system's. */
export function openDoorCache(ctx: Ctx): DoorCache {
  const kept = new Map<string, KeptEndpoint>();
  const logged = new Set<string>();
  const listening = new Map<string, () => void>();
  const clear = () => {
    kept.clear();
    for (const stop of listening.values()) stop();
    listening.clear();
  };
  // entries stand in the order in which they end
  const dropEnded = () => {
    for (const [name, { until }] of kept) {
      if (until > ctx.now()) return;
      kept.delete(name);
    }
  };
  const listen = (endpoint: DoorEndpoint | null) => {
    if (endpoint === null || listening.has(endpoint.id)) return;
    // one endpoint has few names; all of them go
    const forget = async (name: string, entry: KeptEndpoint) => {
      if ((await entry.found.catch(() => null))?.id === endpoint.id && kept.get(name) === entry) kept.delete(name);
    };
    const stop = ctx.bus.on(`endpoint:${endpoint.id}`, () => {
      for (const [name, entry] of kept) void forget(name, entry);
    });
    listening.set(endpoint.id, stop);
  };
  // pushes were lost meanwhile
  const stopAgain = ctx.bus.on('bus', clear);
  return {
    find: (address) => {
      // nobody can have set it, and it may be as long as a head
      if ('host' in address && !isHostName(address.host)) return Promise.resolve(null);
      const name = nameOf(address);
      const known = kept.get(name);
      if (known !== undefined && known.until > ctx.now()) return known.found;
      dropEnded();
      if (kept.size >= most) clear();
      const found = load(ctx, address, logged);
      const entry = { until: ctx.now() + keptFor, found };
      kept.set(name, entry);
      found.then(listen, () => {
        if (kept.get(name) === entry) kept.delete(name);
      });
      return found;
    },
    size: () => kept.size,
    close: () => {
      stopAgain();
      clear();
    },
  };
}
