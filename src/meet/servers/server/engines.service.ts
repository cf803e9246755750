/** The engines that this installation runs itself: each is a server of the pool with an id of its own, wherever it runs. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { engineFacts, engineReasons, type ServerState } from '../servers.rules.ts';
import { engineRow, engineRows, extendLeases, takenNames, unclaimedEngines } from './engines.queries.ts';
import { pushServer } from './health.service.ts';
import { serverEvents } from './servers.events.ts';
import { allServers, changeServer, insertEvents, insertServer, lockPool, type ServerRow } from './servers.queries.ts';
import { report, secretPurpose, serverOf } from './servers.service.ts';

/** The name of the n-th engine, counted from 1: `engine`, `engine-2`, … It is the first part of its address too. */
export const engineNameOf = (number: number): string => (number === 1 ? 'engine' : `engine-${number}`);
/** The number in that name. */
export const engineNumberIn = (name: string): number => Number(/-(\d+)$/.exec(name)?.[1] ?? '1');

const nobodyThere = 'http://engine.invalid/bigbluebutton';

/** How many engines ran here under an older version, which gave them no ids. */
export async function unclaimedCount(ctx: Ctx): Promise<number> {
  const rows = await unclaimedEngines(ctx.system.read);
  return rows.filter((row) => row.stateReason !== 'not_started').length;
}

/** `number`: which one of its data folder, from 1 on; null: the folder is new, so no older version had an engine in it. */
export type EngineClaim = { engineId: string; number: number | null; host: string };

async function insertEngine(ctx: Ctx, tx: Db, engineId: string): Promise<void> {
  const taken = await takenNames(tx, engineNameOf(1));
  const numbers = Array.from({ length: engineFacts.most }, (_none, at) => at + 1);
  const free = numbers.find((number) => !taken.has(engineNameOf(number)));
  if (free === undefined) throw new Error(`an installation has at most ${engineFacts.most} engines`);
  const at = new Date(ctx.now());
  await insertServer(tx, {
    ...{ id: newId(ctx.now()), name: engineNameOf(free), kind: 'engine', url: nobodyThere, directJoin: true, engineId },
    ...{ secretSealed: ctx.secrets.seal(secretPurpose, newId()), health: 'unknown', createdAt: at, changedAt: at },
    ...{ state: 'disabled', stateReason: 'not_started' },
  });
}

/**
 * The row of the engine with that id, made when there is none. The first one that claims takes over the row which an older
 * version kept under the name of its number, with its meetings and recordings. Null while another machine runs that engine.
 */
export function claimEngine(ctx: Ctx, { engineId, number, host }: EngineClaim): Promise<ServerRow | null> {
  return ctx.system.write(async (tx) => {
    await lockPool(tx);
    const olderName = number === null ? null : engineNameOf(number);
    const older = (await unclaimedEngines(tx)).find((row) => row.name === olderName);
    if ((await engineRow(tx, engineId)) === null) {
      if (older === undefined) await insertEngine(ctx, tx, engineId);
      else await changeServer(tx, older.id, { engineId });
    }
    const [own] = await extendLeases(tx, { engineIds: [engineId], host });
    return own === undefined ? null : engineRow(tx, engineId);
  });
}

/** Says that these engines are still here. Gives the ids of those that are not ours any more: another machine has them. */
export async function beatEngines(ctx: Ctx, engineIds: readonly string[], host: string): Promise<string[]> {
  const own = await ctx.system.write((tx) => extendLeases(tx, { engineIds, host }));
  return engineIds.filter((id) => !own.includes(id));
}

type StateChange = { server: ServerRow; state: ServerState; stateReason: string | null; engineUntil?: null };

async function changeState(ctx: Ctx, tx: Db, { server, ...change }: StateChange): Promise<void> {
  const at = new Date(ctx.now());
  // what is not asked any more has no figures
  const gone = change.state === 'disabled' ? { meetings: 0, people: 0, voices: 0, videos: 0 } : {};
  await changeServer(tx, server.id, { ...change, ...gone, changedAt: at });
  const { state: was, id: serverId } = server;
  const event = { id: newId(ctx.now()), serverId, at, kind: 'state', was, became: change.state, byUser: null } as const;
  await insertEvents(tx, [{ ...event, reason: change.stateReason }]);
  await pushServer(ctx, tx, { ...server, state: change.state });
}

const nothing = { meetings: 0, people: 0, voices: 0, videos: 0, answerMs: 0, clockSkewMs: 0, version: null } as const;
const byProcess = (server: ServerRow): boolean => engineReasons.some((reason) => reason === server.stateReason);

/**
 * Notes that an engine is up, with its API address and secret. Called each time it starts; meetings of before that it could not
 * restore are over, which listeners of `restarted` see to. What a person decided about it stays.
 */
export async function registerEngine(
  ctx: Ctx,
  engine: { engineId: string; url: string; secret: string; host?: string },
): Promise<ServerRow> {
  const { engineId, url, secret, host = '' } = engine;
  const server = await claimEngine(ctx, { engineId, number: null, host });
  if (server === null) throw new Error('another machine runs the engine of this data folder');
  await ctx.system.write(async (tx) => {
    const secretSealed = ctx.secrets.seal(secretPurpose, secret);
    const fresh = { health: 'unknown', healthReason: null, failures: 0, successes: 0 } as const;
    await changeServer(tx, server.id, { url, secretSealed, directJoin: true, ...fresh });
    if (byProcess(server)) await changeState(ctx, tx, { server, state: 'enabled', stateReason: null });
  });
  await report(ctx, { serverId: server.id, answered: nothing });
  await ctx.system.write((tx) =>
    ctx.events.publish(ctx, tx, { name: serverEvents.restarted, accountId: null, data: { serverId: server.id } }),
  );
  return (await serverOf(ctx, server.id)) ?? server;
}

/**
 * Notes that an engine is there which outlived the process that had registered it: its meetings go on, and it has the secret that
 * its row knows.
 */
export async function adoptEngine(ctx: Ctx, engine: { engineId: string; url: string; host: string }): Promise<void> {
  const { engineId, url, host } = engine;
  const server = await claimEngine(ctx, { engineId, number: null, host });
  if (server === null) throw new Error('another machine runs the engine of this data folder');
  await ctx.system.write(async (tx) => {
    await changeServer(tx, server.id, { url });
    if (byProcess(server)) await changeState(ctx, tx, { server, state: 'enabled', stateReason: null });
  });
}

/** Those that this machine runs still, held until the transaction ends. */
const ownEngines = async (tx: Db, engineIds: readonly string[], host: string): Promise<ServerRow[]> =>
  (await engineRows(tx, engineIds)).filter((server) => server.engineHost === host);

/** Lets no new meetings on engines whose process is about to stop. */
export async function drainEngines(ctx: Ctx, engineIds: readonly string[], host: string): Promise<void> {
  await ctx.system.write(async (tx) => {
    for (const server of await ownEngines(tx, engineIds, host))
      if (server.state === 'enabled') await changeState(ctx, tx, { server, state: 'draining', stateReason: 'stopping' });
  });
}

/** Takes engines out of the pool whose process stopped; their meetings are over. */
export async function stopEngines(ctx: Ctx, engineIds: readonly string[], host: string): Promise<void> {
  await ctx.system.write(async (tx) => {
    for (const server of await ownEngines(tx, engineIds, host)) {
      if (server.state === 'enabled' || byProcess(server))
        await changeState(ctx, tx, { server, state: 'disabled', stateReason: 'stopped', engineUntil: null });
      else await changeServer(tx, server.id, { engineUntil: null });
      await ctx.events.publish(ctx, tx, { name: serverEvents.restarted, accountId: null, data: { serverId: server.id } });
    }
  });
}

/** Takes engines out of the pool that are not started any more: those of the ids, and what the older version of this folder left. */
export async function leaveOutEngines(ctx: Ctx, engineIds: readonly string[], folder: 'of-older' | 'own'): Promise<void> {
  await ctx.system.write(async (tx) => {
    const rows = [...(await engineRows(tx, engineIds)), ...(folder === 'own' ? [] : await unclaimedEngines(tx))];
    for (const server of rows) {
      // another container on the same folder runs it
      const runs = server.engineUntil !== null && server.engineUntil.getTime() >= ctx.now();
      if (!runs && (server.state === 'enabled' || byProcess(server)))
        await changeState(ctx, tx, { server, state: 'disabled', stateReason: 'not_started', engineUntil: null });
    }
  });
}

export type EngineAddress = { host: string; port: number };

const loopback = /^(127\.|\[?::1\]?$|localhost$)/;
/** Milliseconds after the end of its lease in which a running engine may still be reached: the database may be away. */
const leaseGrace = 60_000;

/** Another program may have the port of an engine that died, and a loopback address of another machine is none of ours. */
function isAway(row: ServerRow, at: { hostname: string; host: string; now: number }): boolean {
  if (row.engineId === null || row.url === nobodyThere || row.engineUntil === null) return true;
  if (row.state === 'disabled' && byProcess(row)) return true;
  return row.engineUntil.getTime() + leaseGrace < at.now || (loopback.test(at.hostname) && row.engineHost !== at.host);
}

/** Where the engines of the pool are by their names, seen from the machine `host`; null for one that is not running. */
export async function engineAddresses(ctx: Ctx, host: string): Promise<Map<string, EngineAddress | null>> {
  const rows = (await allServers(ctx.system.read)).filter((row) => row.kind === 'engine');
  return new Map(
    rows.map((row) => {
      const { hostname, port } = new URL(row.url);
      const away = isAway(row, { hostname, host, now: ctx.now() });
      return [row.name, away ? null : { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || '80') }];
    }),
  );
}
