/**
 * The pool of BBB servers as the rest of the product sees it: who they are, how to speak to them, what was heard of them,
 * and which one takes a meeting. Our own engines are among them (`engines.service.ts`). Servers belong to the installation: all is `ctx.system`.
 */
import { bbbClient } from '@atrium/bbb/client';
import { BbbBadAnswer, BbbUnreachable } from '@atrium/bbb/client-answer';
import type { Meeting } from '@atrium/bbb/meeting-reading';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { type OutboundFetch, outbound, type OutboundReach, reachOf } from '#kit/server/http/outbound.ts';
import { openIfKnown, SealBroken } from '#kit/server/secrets.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import {
  type Placement,
  type PlacementRequest,
  rankServers,
  type PlacementReservation,
  standardPolicy,
} from '../placement.rules.ts';
import { type ServerHealth, serverFacts, withoutGroups } from '../servers.rules.ts';
import { type AnsweredHealth, type HealthReport, writeReports } from './health.service.ts';
import { placementServer } from './pool-view.service.ts';
import {
  allServers,
  changeServer,
  putServer,
  serverById as byId,
  serverNames as namesOf,
  type ServerRow,
  serversMark,
  takesOtherServers,
} from './servers.queries.ts';

export type { AnsweredHealth, HealthReport } from './health.service.ts';
export type { ServerRow } from './servers.queries.ts';
export type ServerClient = ReturnType<typeof bbbClient>;

export const secretPurpose = 'servers.secret';

/** What a server signs with and is called with. Throws `SealBroken` when it cannot be opened. */
export const secretOf = (ctx: Ctx, server: ServerRow): string => ctx.secrets.open(secretPurpose, server.secretSealed);

/** A fetch that may reach this server: our engines stand in our own network, others only where the configuration allows it. */
export const fetchFor = (ctx: Ctx, kind: ServerRow['kind'], timeoutMs: number): OutboundFetch =>
  outbound({ reach: reachFor(ctx, kind), timeoutMs });

/** Where a request to a server of this kind may go; see `fetchFor`. */
export const reachFor = (ctx: Ctx, kind: ServerRow['kind']): OutboundReach =>
  kind === 'engine' ? 'everywhere' : reachOf(ctx.config);

/** Speaks to this server. Throws `SealBroken` when its secret cannot be opened. */
export function clientFor(ctx: Ctx, server: ServerRow, timeoutMs: number = serverFacts.timeout): ServerClient {
  return bbbClient({
    url: server.url,
    secret: ctx.secrets.open(secretPurpose, server.secretSealed),
    hash: server.hash,
    timeoutMs,
    // a create that fails goes to the next server instead
    createRetryDelaysMs: [],
    fetch: fetchFor(ctx, server.kind, timeoutMs),
  });
}

export const serverOf = (ctx: Ctx, id: string): Promise<ServerRow | null> => byId(ctx.system.read, id);
/** The same inside a transaction. */
export const serverIn = (tx: Db, id: string): Promise<ServerRow | null> => byId(tx, id);
/** All but the retired ones, by name. */
export const serverList = (ctx: Ctx): Promise<ServerRow[]> => allServers(ctx.system.read);
/** The same inside a transaction. */
export type ServersIn = (tx: Db) => Promise<ServerRow[]>;
/** The same for who asks many times a second: rows that nobody changed since are not read again. */
export function openServersIn(): ServersIn {
  let kept: { mark: string; rows: ServerRow[] } | null = null;
  return async (tx) => {
    // before the rows: what changes in between is read, and read once more the next time
    const mark = await serversMark(tx);
    if (kept?.mark === mark) return kept.rows;
    const rows = await allServers(tx);
    kept = { mark, rows };
    return rows;
  };
}

/** Our own engine asks everybody when a recording begins, and takes nothing of those who did not agree; no other server does. */
export const asksBeforeRecording = (server: Pick<ServerRow, 'kind'>): boolean => server.kind === 'engine';
/** Whether a meeting may begin on a server that is not our own. */
export const hasOtherServers = (ctx: Ctx): Promise<boolean> => takesOtherServers(ctx.system.read);

/** Names by id, for lists of the operator. */
export async function serverNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await namesOf(ctx.system.read, ids)).map((one) => [one.id, one.name]));
}

/** `isolatedOn`: servers where a live or reserved meeting required to be alone. */
export type PlacementAsk = {
  request: PlacementRequest;
  reservations: readonly PlacementReservation[];
  isolatedOn?: readonly string[];
};
/** `server`: the best one, null when none fits. `order`: all that fit, best first. `rows`: all considered. `placement`: the calculation. */
export type PlacedOrder = { server: ServerRow | null; order: ServerRow[]; rows: ServerRow[]; placement: Placement };

/**
 * Where a meeting goes. Only servers that are enabled and healthy count: one that was never asked (`unknown`) is out. The caller
 * holds the lock that keeps two choices from not seeing each other's reservations, and writes its own in the same transaction.
 */
export async function choose(ctx: Ctx, tx: Db, ask: PlacementAsk): Promise<PlacedOrder> {
  return chooseAmong(ctx, await allServers(tx), ask);
}

/** The same with servers that were read under that lock already. */
export const chooseAmong = (ctx: Ctx, rows: ServerRow[], ask: PlacementAsk): PlacedOrder =>
  chooserAmong(ctx, rows, ask.isolatedOn)(ask);

/** As `chooseAmong` for many meetings placed one after the other: what is the same for all of them is worked out once. */
export function chooserAmong(
  ctx: Ctx,
  rows: ServerRow[],
  isolatedOn: readonly string[] = [],
): (ask: PlacementAsk) => PlacedOrder {
  const servers = rows.map((row) => placementServer(row, { now: ctx.now(), site: siteUrl(ctx), isolatedOn }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ request, reservations }) => {
    const found = rankServers({ now: ctx.now(), request, servers, reservations, policy: standardPolicy });
    const order = found.candidates.flatMap(({ id }) => byId.get(id) ?? []);
    return { server: order[0] ?? null, order, rows, placement: found };
  };
}

export type ServerInput = { name: string; kind: 'engine' | 'bbb'; url: string; secret: string; directJoin: boolean };

/** Adds an enabled server that nobody asked yet (`unknown`), or gives the one of that name a new address and secret. */
export function addServer(ctx: Ctx, input: ServerInput): Promise<ServerRow> {
  return ctx.system.write((tx) =>
    putServer(tx, {
      id: newId(ctx.now()),
      name: input.name,
      kind: input.kind,
      url: input.url,
      secretSealed: ctx.secrets.seal(secretPurpose, input.secret),
      state: 'enabled',
      health: 'unknown',
      healthReason: null,
      directJoin: input.directJoin,
      failures: 0,
      successes: 0,
      createdAt: new Date(ctx.now()),
      changedAt: new Date(ctx.now()),
    }),
  );
}

/** Notes what a poll or a create found. Returns the health that follows; `unknown` when there is no such server. */
export async function report(ctx: Ctx, news: HealthReport): Promise<ServerHealth> {
  return (await writeReports(ctx, [news])).get(news.serverId) ?? 'unknown';
}

/** The same for many servers at once, each named once, in one transaction. */
export const reportAll = (ctx: Ctx, news: readonly HealthReport[]): Promise<Map<string, ServerHealth>> => writeReports(ctx, news);

/** Notes that the server took our hook, so that it tells what happens in its meetings. */
export const noteHook = (ctx: Ctx, id: string): Promise<void> =>
  ctx.system.write((tx) => changeServer(tx, id, { hooksAt: new Date(ctx.now()) }));

/** Whether the server tells by itself what happens in its meetings: it took our hook lately, as it is asked to every other minute. */
export const tellsNews = (ctx: Ctx, server: Pick<ServerRow, 'hooksAt'>): boolean =>
  server.hooksAt !== null && ctx.now() - server.hooksAt.getTime() < serverFacts.hookHolds;

/** The key that sealed its secret is lost: nothing can be asked until an operator enters the secret again. */
const secretLost = 'secret_lost';

/** All meetings that a server reported, and its figures for `report`; or why it did not answer. */
export type AskedServer = { meetings: Meeting[]; answered: AnsweredHealth } | { failed: string };

/** Not over: servers still list meetings for a while after their end. */
export const isRunning = (meeting: Meeting) => !meeting.hasBeenForciblyEnded && meeting.endTime === 0;
const sumOf = (meetings: readonly Meeting[], figure: 'participantCount' | 'voiceParticipantCount' | 'videoCount') =>
  meetings.reduce((sum, one) => sum + one[figure], 0);

/** Asks a server for its meetings, as the poll does; nothing is written. `version` is null: that is another question, see `versionOf`. */
export async function askServer(ctx: Ctx, server: ServerRow): Promise<AskedServer> {
  const timeoutMs = serverFacts.pollTimeout;
  const heard: { clockSkewMs: number | null } = { clockSkewMs: null };
  const send = fetchFor(ctx, server.kind, timeoutMs);
  const began = performance.now();
  const secret = openIfKnown(ctx.secrets, secretPurpose, server.secretSealed);
  if (secret === null) return { failed: secretLost };
  const client = bbbClient({
    url: server.url,
    secret,
    hash: server.hash,
    timeoutMs,
    fetch: async (url, init) => {
      const answer = await send(url, init);
      // the machine's own clock: it is the one that servers are compared with
      heard.clockSkewMs = skewOf(answer.headers.get('date'), Date.now());
      return answer;
    },
  });
  try {
    const answer = await client.getMeetings();
    const answerMs = Math.round(performance.now() - began);
    if (!answer.ok) return { failed: answer.key === '' ? 'refused' : answer.key };
    const listed = answer.meetings.filter(isRunning);
    const running = server.kind === 'engine' ? withoutGroups(listed) : listed;
    const figures = {
      meetings: running.length,
      people: sumOf(running, 'participantCount'),
      voices: sumOf(running, 'voiceParticipantCount'),
      videos: sumOf(running, 'videoCount'),
    };
    return { meetings: answer.meetings, answered: { ...figures, answerMs, clockSkewMs: heard.clockSkewMs, version: null } };
  } catch (error) {
    const failed = failureCode(error);
    if (failed === null) throw error;
    return { failed };
  }
}

/** Its clock minus ours in milliseconds; the header (RFC 9110 §6.6.1) knows whole seconds, so half a second is what it means. */
export function skewOf(date: string | null, now: number): number | null {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return null;
  const skew = at + 500 - now;
  return Math.abs(skew) < 1_500 ? 0 : Math.round(skew);
}

/** Why a server could not be asked; null: the error is not about the server. */
export function failureCode(error: unknown): string | null {
  if (error instanceof BbbUnreachable) return 'unreachable';
  if (error instanceof SealBroken) return secretLost;
  return error instanceof BbbBadAnswer ? 'bad_answer' : null;
}

/** The release that a server says it runs; null when its operator keeps that to himself, as most do. Throws as every call. */
export async function versionOf(client: ServerClient): Promise<string | null> {
  const answer = await client.version();
  return answer.ok && answer.bbbVersion !== '' ? answer.bbbVersion : null;
}

/** `resealed`: now under the newest key; `lost`: the names of the servers whose secret no key opens, left as they are. */
export async function sealAgain(ctx: Ctx): Promise<{ resealed: number; lost: string[] }> {
  const stale = (await allServers(ctx.system.read)).filter((server) => ctx.secrets.stale(server.secretSealed));
  const lost: string[] = [];
  for (const server of stale) {
    const secret = openIfKnown(ctx.secrets, secretPurpose, server.secretSealed);
    if (secret === null) lost.push(server.name);
    else {
      const secretSealed = ctx.secrets.seal(secretPurpose, secret);
      await ctx.system.write((tx) => changeServer(tx, server.id, { secretSealed }));
    }
  }
  return { resealed: stale.length - lost.length, lost };
}
