/** The world of a service test: the whole server side on a real database of its own, with a clock that the test turns. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject, onTestFinished, vi } from 'vitest';
import { readConfig } from '#kit/server/config/config.ts';
import type { Actor, Ctx } from '#kit/server/ctx.ts';
import { createLog, type Log } from '#kit/server/log.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { localClient } from '#kit/server/http/mount.ts';
import { rolesOf } from '#kit/server/db/roles.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { cloneDatabase, ensureTemplate } from '#kit/server/db/template.ts';
import type { AnyJob } from '#kit/server/jobs/jobs.ts';
import { type Api, contract } from '#app/contract.ts';
import { allJobs, compose, contextOf, type Parts, type Reader } from '#app/context.ts';
import { doors } from '#app/http/doors.ts';
import { mountedCalls } from '#app/server-parts.ts';
import { createWeb } from '#app/web.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser of the PostgreSQL server that tests use. */
    databaseUrl: string;
  }
}

/** Of every world that is given none. */
export const masterKey = Buffer.alloc(32, 7).toString('base64url');
/** The template's name follows from what fills it and who may use it, so a changed migration makes a new one. */
function templateName(roles: string): string {
  const hash = createHash('sha256').update(roles);
  const folder = path.resolve(import.meta.dirname, '../../../migrations');
  for (const name of fs.readdirSync(folder).sort()) hash.update(name).update(fs.readFileSync(path.join(folder, name)));
  for (const job of allJobs) hash.update(job.name);
  return `template_${hash.digest('hex').slice(0, 16)}`;
}

export type World = {
  parts: Parts;
  /** The owner's connection to this world's database. */
  ownerUrl: string;
  clock: { now(): number /** Milliseconds. */; advance(ms: number): void };
  ctx(actor?: Actor, reader?: Reader): Ctx;
  api(actor?: Actor, reader?: Reader): Api;
  /** The web server, for `inject`. */
  app: FastifyInstance;
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

async function jobsNow(parts: Parts, jobs: readonly AnyJob[]): Promise<void> {
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

/** Builds a world; it is torn down when the test (or, called in `beforeAll`, by `close`) ends. */
export async function testWorld(options: WorldOptions = {}): Promise<World & { close(): Promise<void> }> {
  const serverUrl = inject('databaseUrl');
  const config = readConfig({
    // the roles belong to the whole server, and their passwords follow from the key: another test may run at this moment
    DATABASE_ROLES: options.masterKey === undefined ? 'atrium_test' : 'atrium_test_keyed',
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: path.resolve('data/test'),
    LOG_LEVEL: 'debug',
    ENGINE: 'off',
    DATABASE_CONNECTIONS: '4',
    ...options.env,
  });
  const key = options.masterKey ?? masterKey;
  const template = templateName(config.databaseRoles);
  const roles = rolesOf(config, createSecrets(masterKey));
  await ensureTemplate(serverUrl, template, async (url) => void (await migrate({ ownerUrl: url, roles, jobs: allJobs })));
  const database = await cloneDatabase(serverUrl, template);
  const lines: string[] = [];
  const log: Log = createLog({ level: config.logLevel, write: (line) => void lines.push(line) });
  let skipped = 0;
  const clock = {
    now: () => Date.now() + skipped,
    advance: (ms: number) => {
      skipped += ms;
    },
  };
  const parts = await compose({ config, ownerUrl: database.url, masterKey: key, log, now: clock.now });
  const app = await createWeb(parts, {});
  const world = {
    parts,
    app,
    clock,
    ownerUrl: database.url,
    ctx: (actor: Actor = { kind: 'system' }, reader: Reader = {}) => contextOf(parts, actor, reader),
    api: (actor: Actor = { kind: 'nobody' }, reader: Reader = {}) =>
      localClient(contract, { mounted: mountedCalls, ctx: contextOf(parts, actor, reader), doors }),
    runJobs: () => jobsNow(parts, allJobs),
    logged: () => lines,
    close: async () => {
      await app.close();
      await parts.close();
      await database.drop();
    },
  };
  return world;
}

/** A world for one test, closed when that test ends. */
export async function worldForThisTest(options: WorldOptions = {}): Promise<World> {
  const world = await testWorld(options);
  onTestFinished(() => world.close());
  return world;
}

/** Waits until pushes arrive; before that they are lost, and whoever came in between is told to ask anew. */
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
