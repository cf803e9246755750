/** The pool of BBB servers; the embedded engine is one of them. Servers belong to the installation: everything here is `ctx.system`. */
import { bbbClient } from '@atrium/bbb/client';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { type Health, healthAfter, placement, serverFacts } from '../servers.rules.ts';
import { serverEvents } from './servers.events.ts';
import {
  allServers,
  changeServer,
  putServer,
  serverById as byId,
  serverNames as namesOf,
  type ServerRow,
} from './servers.queries.ts';

export type { ServerRow } from './servers.queries.ts';
export type ServerClient = ReturnType<typeof bbbClient>;

const purpose = 'servers.secret';
/** Name of the one server that this installation runs itself. */
export const engineName = 'engine';

/** Speaks to this server. Throws `SealBroken` when its secret cannot be opened. */
export function clientFor(ctx: Ctx, server: ServerRow): ServerClient {
  return bbbClient({ url: server.url, secret: ctx.secrets.open(purpose, server.secretSealed), timeoutMs: serverFacts.timeout });
}

export const serverOf = (ctx: Ctx, id: string): Promise<ServerRow | null> => byId(ctx.system.read, id);
export const serverList = (ctx: Ctx): Promise<ServerRow[]> => allServers(ctx.system.read);

/** Names by id, for lists of the operator. */
export async function serverNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await namesOf(ctx.system.read, ids)).map((one) => [one.id, one.name]));
}

/** The server that takes the next meeting, or null. `without`: ids that just failed. */
export async function placeMeeting(ctx: Ctx, without: readonly string[] = []): Promise<ServerRow | null> {
  return placement(await allServers(ctx.system.read), without);
}

export type ServerInput = { name: string; kind: 'engine' | 'bbb'; url: string; secret: string; directJoin: boolean };

/** Adds a server, or gives the one of that name a new address and secret. */
export function addServer(ctx: Ctx, input: ServerInput): Promise<ServerRow> {
  return ctx.system.write((tx) =>
    putServer(tx, {
      id: newId(ctx.now()),
      name: input.name,
      kind: input.kind,
      url: input.url,
      secretSealed: ctx.secrets.seal(purpose, input.secret),
      state: 'enabled',
      health: 'unknown',
      healthReason: null,
      directJoin: input.directJoin,
      failures: 0,
      createdAt: new Date(ctx.now()),
    }),
  );
}

/**
 * Notes that the embedded engine is up, with its API address and secret. Called each time it starts; meetings live in its
 * memory, so those of its former life are over, which listeners of `restarted` see to.
 */
export async function registerEngine(ctx: Ctx, engine: { url: string; secret: string }): Promise<ServerRow> {
  const server = await addServer(ctx, { name: engineName, kind: 'engine', directJoin: true, ...engine });
  await report(ctx, { serverId: server.id, answered: { meetings: 0, people: 0 } });
  await ctx.system.write((tx) =>
    ctx.events.publish(ctx, tx, { name: serverEvents.restarted, accountId: null, data: { serverId: server.id } }),
  );
  return server;
}

/** What a poll of a server found. */
export type Report = { serverId: string } & ({ answered: { meetings: number; people: number } } | { failed: string });

/** Notes the outcome of a poll. Returns the health that follows. */
export async function report(ctx: Ctx, news: Report): Promise<Health> {
  const at = new Date(ctx.now());
  return ctx.system.write(async (tx) => {
    const server = await byId(tx, news.serverId);
    if (server === null) return 'unknown';
    if ('answered' in news) {
      await changeServer(tx, server.id, {
        ...news.answered,
        failures: 0,
        health: 'healthy',
        healthReason: null,
        checkedAt: at,
        answeredAt: at,
      });
      return 'healthy';
    }
    const health = healthAfter(server.failures + 1);
    await changeServer(tx, server.id, { failures: server.failures + 1, health, healthReason: news.failed, checkedAt: at });
    return health;
  });
}

/** Seals with the newest key what an older one sealed. Returns how many secrets that were. */
export async function sealAgain(ctx: Ctx): Promise<number> {
  const stale = (await allServers(ctx.system.read)).filter((server) => ctx.secrets.stale(server.secretSealed));
  for (const server of stale) {
    await ctx.system.write((tx) =>
      changeServer(tx, server.id, { secretSealed: ctx.secrets.seal(purpose, ctx.secrets.open(purpose, server.secretSealed)) }),
    );
  }
  return stale.length;
}
