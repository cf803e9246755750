/** The world of a service test: the whole server side on a real database of its own, with a clock that the test turns. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject, onTestFinished, vi } from 'vitest';
import { readConfig } from '#kit/server/config/config.ts';
import type { Actor, Ctx } from '#kit/server/ctx.ts';
import { createLog, type Log } from '#kit/server/log.ts';
import { localClient } from '#kit/server/http/mount.ts';
import { rolesOf } from '#kit/server/db/roles.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { createTestDatabases } from '#kit/server/db/test-databases.factory.ts';
import type { AnyJob } from '#kit/server/jobs/jobs.ts';
import { contract, mountedCalls } from '#app/assembly.ts';
import type { AppApi } from '#app/domains.ts';
import { allJobs, contextOf, type AppParts, partsOf, type RequestReader } from '#app/context.ts';
import { doors } from '#app/http/doors.ts';
import { createWeb } from '#app/web.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser of the PostgreSQL server that tests use. */
    databaseUrl: string;
  }
}

/** Of every world that is given none. */
export const masterKey = Buffer.alloc(32, 7).toString('base64url');
export type LazyWeb = {
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>;
  listen(at: { host: string; port: number }): Promise<string>;
  /** There once it listens. */
  readonly server: FastifyInstance['server'];
};

export type World = {
  parts: AppParts;
  /** The owner's connection to this world's database, which no other test gets after that. */
  readonly ownerUrl: string;
  clock: { now(): number /** Milliseconds. */; advance(ms: number): void };
  ctx(actor?: Actor, reader?: RequestReader): Ctx;
  api(actor?: Actor, reader?: RequestReader): AppApi;
  /** The web server, made when it is first asked. */
  app: LazyWeb;
  /** Runs queued jobs, those that wait for a later time too when that time came, until none is left. */
  runJobs(): Promise<void>;
  /** Lines of the log so far. */
  logged(): string[];
};

/** Builds the pages when nobody did yet; tests that open pages call it. Takes some ten seconds then. */
export function buildPages(): void {
  const root = path.resolve(import.meta.dirname, '../../..');
  if (fs.existsSync(path.join(root, 'dist/server/render.js'))) return;
  execFileSync(process.execPath, [path.join(root, 'scripts/start.mjs'), 'build'], { stdio: 'inherit' });
}

type WorldOptions = { env?: Record<string, string>; masterKey?: string };

async function jobsNow(parts: AppParts, jobs: readonly AnyJob[]): Promise<void> {
  const { sql } = await import('drizzle-orm');
  const byName = new Map(jobs.map((one) => [one.name, one]));
  for (;;) {
    const taken = await parts.databases.system.read.execute<{ id: string; name: string; data: unknown }>(sql`
      update pgboss.job set state = 'active', started_on = now() where (name, id) in (
        select name, id from pgboss.job where state in ('created', 'retry') and start_after <= to_timestamp(${parts.now()} / 1000.0) + interval '1 second' and name not like '\_\_pgboss%'
        order by created_on limit 1) returning id, name, data`);
    const row = taken.rows[0];
    if (row === undefined) return;
    await byName.get(row.name)?.start(contextOf(parts, { kind: 'system' }), row.data ?? {});
    await parts.databases.system.read.execute(
      sql`update pgboss.job set state = 'completed', completed_on = now() where name = ${row.name} and id = ${row.id}::uuid`,
    );
  }
}

/** For worlds in which twenty and more write at the same moment: each has a connection of its own. */
export const crowd: WorldOptions = { env: { DATABASE_CONNECTIONS: '24' } };

/** The databases of this worker, one after another. */
const databases = createTestDatabases(allJobs);

function lazyWeb(parts: AppParts): { app: LazyWeb; close(): Promise<void> } {
  let made: Promise<FastifyInstance> | null = null;
  let listening: FastifyInstance | null = null;
  const web = () => (made ??= createWeb(parts, {}));
  return {
    app: {
      inject: async (request) => (await web()).inject(request),
      listen: async (at) => {
        listening = await web();
        return listening.listen(at);
      },
      get server() {
        if (listening === null) throw new Error('the web server does not listen');
        return listening.server;
      },
    },
    close: async () => void (await (await made)?.close()),
  };
}

/** Builds a world; it is torn down when the test (or, called in `beforeAll`, by `close`) ends. */
export async function testWorld(options: WorldOptions = {}): Promise<World & { close(): Promise<void> }> {
  const config = readConfig({
    DATABASE_ROLES: 'atrium_test',
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: path.resolve('data/test'),
    LOG_LEVEL: 'debug',
    ENGINE: 'off',
    DATABASE_CONNECTIONS: '4',
    ...options.env,
  });
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log: Log = createLog({ level: config.logLevel, write });
  let skipped = 0;
  const clock = {
    now: () => Date.now() + skipped,
    advance: (ms: number) => {
      skipped += ms;
    },
  };
  const database = await databases.borrow({
    serverUrl: inject('databaseUrl'),
    config,
    // the roles belong to the whole server, and another test may run at this moment: all have the same passwords
    roles: rolesOf(config, createSecrets(masterKey)),
    write,
  });
  const given = { config, masterKey: options.masterKey ?? masterKey, log, now: clock.now };
  const parts = partsOf(given, database.connections);
  const web = lazyWeb(parts);
  return {
    parts,
    app: web.app,
    clock,
    get ownerUrl() {
      return database.ownerUrl();
    },
    ctx: (actor: Actor = { kind: 'system' }, reader: RequestReader = {}) => contextOf(parts, actor, reader),
    api: (actor: Actor = { kind: 'nobody' }, reader: RequestReader = {}) =>
      localClient(contract, { mounted: mountedCalls, ctx: contextOf(parts, actor, reader), doors }),
    runJobs: () => jobsNow(parts, allJobs),
    logged: () => lines,
    close: async () => {
      await web.close();
      await parts.close();
      await database.giveBack();
    },
  };
}

/** A world for one test, closed when that test ends. */
export async function worldForThisTest(options: WorldOptions = {}): Promise<World> {
  const world = await testWorld(options);
  onTestFinished(() => world.close());
  return world;
}

/** The address of a second web process of that installation, closed when the test ends. */
export async function openSecondSite(world: World): Promise<string> {
  const app = await createWeb(world.parts, {});
  onTestFinished(async () => void (await app.close()));
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** Waits until pushes arrive: earlier ones are lost, and subscribers of that time are asked to refresh. */
export async function busListens(world: World): Promise<void> {
  const { bus, databases } = world.parts;
  let heard = false;
  const off = bus.on('probe', () => {
    heard = true;
  });
  await vi.waitFor(
    async () => {
      await databases.system.write((tx) => bus.push(tx, { topic: 'probe', kind: 'heard' }));
      if (!heard) throw new Error('no push arrives');
    },
    { timeout: 10_000 },
  );
  off();
}
