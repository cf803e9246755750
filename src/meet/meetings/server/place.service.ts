/** Which server a new meeting goes to: one choice after the other, each knowing what the ones before it have reserved. */
import { openBatch } from '#kit/server/batch.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { sizeFacts, type SizeSources } from '#meet/servers/meeting-size.rules.ts';
import { placementFacts, type PlacementRequest, type PlacementReservation } from '#meet/servers/placement.rules.ts';
import { accountWish, accountWishes } from '#meet/servers/server/account-placement.service.ts';
import { choose, chooserAmong, serverList, type ServerRow, type ServersIn } from '#meet/servers/server/servers.service.ts';
import { type AccountWish, noAccountWish } from '#meet/servers/server-tag.rules.ts';
import { serverFacts } from '#meet/servers/servers.rules.ts';
import { accountPeaks, lockPlacement, manyRunPeaks, reservedSince, type RunsOf, runPeaks } from './polling/pool.queries.ts';
import { checkServer } from './polling/server-check.service.ts';

/** Cameras and screens per person that are expected, from 0 to 1. */
const usualVideo = 0.3;
/** The latest meetings of an account that say what is usual in it. */
const accountRuns = 50;

/** What is asked of the pool; the rest follows from the meeting. */
/** `accountId`: whose meeting it is; what was decided for the account counts. */
export type PlaceAsk = { key: string; size: SizeSources; accountId?: string } & Partial<Omit<PlacementRequest, 'key' | 'size'>>;
export type PlacedServer = { server: ServerRow /** What is reserved on it. */; expectedPeople: number };

const noTags = { required: [], preferred: [] } as const;

const requestOf = ({ accountId: _whose, ...ask }: PlaceAsk, wish: AccountWish = noAccountWish): PlacementRequest => ({
  video: usualVideo,
  minutes: serverFacts.usualMinutes,
  pools: wish.pools,
  tags: noTags,
  region: wish.region,
  isolation: 'none',
  record: false,
  parentServerId: null,
  tried: [],
  ...ask,
});

/** What is expected on each server beyond the figures that it reported. */
export async function reservations(ctx: Ctx, tx: Db): Promise<PlacementReservation[]> {
  const found = await reservedSince(tx, new Date(ctx.now() - placementFacts.reservationLasts));
  return found.map(([serverId, size, at, seen]) => ({ serverId, size, video: usualVideo, at, seen }));
}

/**
 * The best server for a meeting, null when none may take it. To be called in the transaction that stores the meeting with
 * `serverId`, `expectedPeople` and `placedAt`, after the account's lock: other choices wait from here on until it ends.
 */
export async function placeIn(ctx: Ctx, tx: Db, ask: PlaceAsk): Promise<PlacedServer | null> {
  await lockPlacement(tx);
  const request = requestOf(ask, await accountWish(tx, ask.accountId));
  const { server, placement } = await choose(ctx, tx, { request, reservations: await reservations(ctx, tx) });
  return server === null ? null : { server, expectedPeople: placement.expected.people };
}

/** Chooses for one meeting after the other, each knowing of the ones before. */
export type MeetingPlacer = (ask: PlaceAsk) => PlacedServer | null;

/** As `placeIn`, for many meetings that are stored in one transaction that holds `lockPlacement` already: what is known is read once. */
export async function openPlacer(
  ctx: Ctx,
  tx: Db,
  { serversIn, accounts }: { serversIn: ServersIn; accounts: readonly string[] },
): Promise<MeetingPlacer> {
  const [servers, reserved] = [await serversIn(tx), await reservations(ctx, tx)];
  const wishes = await accountWishes(tx, accounts);
  const choice = chooserAmong(ctx, servers);
  return (ask) => {
    const request = requestOf(ask, wishes.get(ask.accountId ?? ''));
    const { server, placement } = choice({ request, reservations: reserved });
    if (server === null) return null;
    const expectedPeople = placement.expected.people;
    reserved.push({ serverId: server.id, size: expectedPeople, video: usualVideo, at: ctx.now(), seen: null });
    return { server, expectedPeople };
  };
}

function medianOf(sizes: readonly number[]): number | null {
  return sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? null;
}

/** What is known about the size of a meeting before anybody is in it. `hint` and `maximum` in people, null when nobody said. */
export async function sizeSources(
  db: Db,
  about: { runs: RunsOf; hint: number | null; maximum: number | null },
): Promise<SizeSources> {
  const { runs, hint, maximum } = about;
  const roomRuns = hint === null ? await runPeaks(db, runs, sizeFacts.runsUsed) : [];
  const accountUsual = hint === null ? medianOf(await accountPeaks(db, runs.accountId, accountRuns)) : null;
  return { hint, roomRuns, accountUsual, maximum };
}

type ExternalRuns = { accountId: string; externalId: string };
/** What is known about the size of many meetings of customers' programs, found with few questions. */
export type SizeLookup = (
  ctx: Ctx,
  about: { runs: ExternalRuns; hint: number | null; maximum: number | null },
) => Promise<SizeSources>;

/** What is usual in an account changes slowly. Milliseconds. */
const usualFor = 30_000;
const mostAccounts = 10_000;

/** Opens what this process shares. */
export function openSizes(): SizeLookup {
  const runs = openBatch<ExternalRuns & { ctx: Ctx }, number[]>({
    all: async (keys) => (keys[0] === undefined ? [] : manyRunPeaks(keys[0].ctx.system.read, keys, sizeFacts.runsUsed)),
    alone: (key) => runPeaks(key.ctx.system.read, key, sizeFacts.runsUsed),
  });
  const kept = new Map<string, { until: number; usual: Promise<number | null> }>();
  const usualOf = (ctx: Ctx, accountId: string): Promise<number | null> => {
    const known = kept.get(accountId);
    if (known !== undefined && known.until > ctx.now()) return known.usual;
    if (kept.size >= mostAccounts) kept.clear();
    const usual = accountPeaks(ctx.system.read, accountId, accountRuns).then(medianOf);
    kept.set(accountId, { until: ctx.now() + usualFor, usual });
    usual.catch(() => kept.delete(accountId));
    return usual;
  };
  return async (ctx, { runs: of, hint, maximum }) => {
    if (hint !== null) return { hint, roomRuns: [], accountUsual: null, maximum };
    const [roomRuns, accountUsual] = await Promise.all([runs({ ctx, ...of }), usualOf(ctx, of.accountId)]);
    return { hint, roomRuns, accountUsual, maximum };
  };
}

/** How many servers are asked at once when none is well. */
const mostAsked = 20;

async function askTwice(ctx: Ctx, server: ServerRow): Promise<'better' | 'ill'> {
  // one good answer of a server that failed is not trusted yet
  for (const _time of [1, 2]) {
    const checked = await checkServer(ctx, server);
    if (checked.health === 'healthy') return 'better';
    if (checked.failed !== null) return 'ill';
  }
  return 'ill';
}

/**
 * Asks servers that were never asked or failed lately, when no well one may take a meeting: the next poll may be seconds away,
 * and somebody waits. Those that are offline are left to the poll.
 */
export async function askTheIll(ctx: Ctx): Promise<'better' | 'ill'> {
  const servers = await serverList(ctx);
  const ill = servers.filter(({ state, health }) => state === 'enabled' && (health === 'unknown' || health === 'degraded'));
  const outcomes = await Promise.all(ill.slice(0, mostAsked).map((server) => askTwice(ctx, server)));
  return outcomes.includes('better') ? 'better' : 'ill';
}
