/** The stage of the endpoint's measurements: a database, the product's web process, a customer, and a pool of servers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { signQuery } from '@atrium/bbb/checksum';
import { readConfig } from '#kit/server/config/config.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { createLog } from '#kit/server/log.ts';
import { ensureOwner } from '#kit/server/db/owner.ts';
import { startPostgres } from '#kit/server/db/postgres.ts';
import { layoutOf } from '#kit/server/db/postgres-cluster.ts';
import { findPostmaster } from '#kit/server/db/postgres-process.ts';
import { createSecrets, newMasterKey } from '#kit/server/secrets.ts';
import { createAccount } from '#core/accounts/server/accounts.service.ts';
import { createPerson } from '#core/accounts/server/people.service.ts';
import { hashPassword } from '#core/identity/server/passwords/passwords.service.ts';
import { newestSecret } from '#connect/endpoint/server/secrets.service.ts';
import { addServer, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { compose, contextOf } from '#app/context.ts';

const root = path.resolve(import.meta.dirname, '..');

export type Customer = {
  accountId: string;
  email: string;
  password: string;
  /** A signed path of the endpoint. */
  path(call: string, query: string): string;
};
export type Stage = {
  /** Of the product's web process. */
  port: number;
  pid: number;
  databasePid: number;
  /** The owner's connection: past every wall. */
  owner: pg.Client;
  folder: string;
  /** Starts another web process. */
  startWeb(): Promise<{ port: number; stop(): Promise<void> }>;
  /** Starts the worker, which is another process. */
  startWorker(): Promise<{ pid: number; stop(): Promise<void> }>;
  stop(): Promise<void>;
};
/** What is there before the product starts; `ctx` is the system's. */
export type Building = {
  ctx: Ctx;
  owner: pg.Client;
  customer(name: string): Promise<Customer>;
  /** Adds servers that are well, all at this address. */
  servers(names: readonly string[], at: { url: string; secret: string }): Promise<ServerRow[]>;
};

const unlimited = {
  meetingsAtOnce: null,
  peopleAtOnce: null,
  peoplePerMeeting: null,
  callsPerMinute: 100_000_000,
  rooms: null,
  recordingGb: null,
};

async function customerOf(ctx: Ctx, name: string): Promise<Customer> {
  const email = `${name}@example.org`;
  const password = 'bench: a long password';
  const passwordHash = await hashPassword(password);
  const accountId = await ctx.system.write(async (tx) => {
    const about = { locale: 'en-US', timeZone: 'UTC' };
    const ownerId = await createPerson(ctx, tx, {
      ...about,
      email,
      name,
      passwordHash,
      emailVerified: 'yes',
      termsVersion: '1',
    });
    return createAccount(ctx, tx, { ...about, name, kind: 'customer', state: 'active', ownerId, entitlements: unlimited });
  });
  const { endpoint, secret } = await newestSecret(ctx, accountId);
  const path = (call: string, query: string) =>
    `/e/${endpoint.key}/bigbluebutton/api/${call}?${signQuery({ call, query, secret, hash: 'sha256' })}`;
  return { accountId, email, password, path };
}

async function build(options: { ownerUrl: string; masterKey: string; dataDir: string }, fill: (to: Building) => Promise<void>) {
  const { ownerUrl, masterKey, dataDir } = options;
  const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:3000', ENGINE: 'off', LOG_LEVEL: 'warn' });
  const parts = await compose({ config, ownerUrl, masterKey, log: createLog({ level: 'warn' }) });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const ctx = contextOf(parts, { kind: 'system' });
  const filled = fill({
    ctx,
    owner,
    customer: (name) => customerOf(ctx, name),
    servers: async (names, { url, secret }) => {
      const made: ServerRow[] = [];
      for (const name of names) made.push(await addServer(ctx, { name, kind: 'bbb', url, secret, directJoin: false }));
      await owner.query("update servers set health = 'healthy', successes = 9, answered_at = now(), checked_at = now()");
      return made;
    },
  });
  try {
    await filled;
    await owner.query('analyze');
    return owner;
  } catch (error) {
    await owner.end();
    throw error;
  } finally {
    await parts.close();
  }
}

const inherited = {
  ...process.env,
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  PORT: '0',
  ENGINE: 'off',
  FIRST_RUN_LINK: 'off',
};

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function product(env: Record<string, string>): Promise<{ child: ChildProcess; port: number }> {
  const profiled =
    process.env['BENCH_PROFILE'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`];
  const child = spawn(process.execPath, [...profiled, 'src/app/main.ts'], {
    cwd: root,
    env: { ...inherited, ...env, PROCESSES: 'web' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const part of child.stdout ?? []) {
    output += String(part);
    const url = /ready at (http\S+)/.exec(output)?.[1];
    if (url !== undefined) {
      // what it warns of belongs to what is measured
      child.stdout?.pipe(process.stderr, { end: false });
      return { child, port: Number(new URL(url).port) };
    }
  }
  throw new Error(`the product did not start: ${output}`);
}

/** `fill` writes what is to be there; then the product's web process starts, without a worker: polls are another process's. */
export async function openStage(
  fill: (to: Building) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'));
  chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const masterKey = newMasterKey();
  const database = await startPostgres({ dataDir, log: () => undefined });
  const close = async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ownerUrl = await ensureOwner(database.url, createSecrets(masterKey));
    const owner = await build({ ownerUrl, masterKey, dataDir }, fill);
    const env = { ...settings, DATABASE_URL: ownerUrl, MASTER_KEY: masterKey, DATA_DIR: dataDir };
    const { child, port } = await product(env);
    const startWorker = async () => {
      const worker = spawn(process.execPath, ['src/app/main.ts'], {
        cwd: root,
        env: { ...inherited, ...env, PROCESSES: 'worker' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await once(worker, 'spawn');
      return { pid: worker.pid ?? 0, stop: () => ended(worker) };
    };
    const startWeb = async () => {
      const another = await product(env);
      return { port: another.port, stop: () => ended(another.child) };
    };
    const stop = async () => {
      await ended(child);
      await owner.end();
      await close();
    };
    const databasePid = findPostmaster(layoutOf(dataDir).cluster)?.pid ?? 0;
    return { port, pid: child.pid ?? 0, databasePid, owner, folder, startWeb, startWorker, stop };
  } catch (error) {
    await close();
    throw error;
  }
}

export type Listed = { id: string; externalId: string };
/** Live meetings of a customer's program on that server, written as they are. */
export async function fillMeetings(
  to: Building,
  of: { accountId: string; server: ServerRow; count: number; passwords: string; prefix: string },
): Promise<Listed[]> {
  const made = Array.from({ length: of.count }, (_none, at) => ({ id: newId(), externalId: `${of.prefix}-${at}` }));
  const bridge = of.prefix.length * 1_000_000;
  await to.owner.query(
    `insert into meetings (id, account_id, server_id, name, state, created_at, started_at, placed_at, polled_at, people, people_peak, external_id, asked)
     select m.id, $2, $3, 'Lesson ' || m.external_id, 'live', now(), now(), now() - interval '1 hour', now(), 1, 1, m.external_id,
       jsonb_build_object('passwords', $4::text, 'voiceBridge', (10000000 + $5::int + m.n)::text, 'dialNumber', '', 'duration', 0, 'maxParticipants', 0, 'parentMeetingId', null,
         'metadata', jsonb_build_object('bbb-origin', 'Moodle', 'bbb-context', 'Mathematics'), 'callbacks', jsonb_build_object('endCallbackUrl', null, 'meetingEndedUrl', null, 'recordingReadyUrl', null, 'analyticsUrl', null))
     from (select (e.value ->> 'id')::uuid as id, e.value ->> 'externalId' as external_id, e.n
       from jsonb_array_elements($1::jsonb) with ordinality as e(value, n)) m`,
    [JSON.stringify(made), of.accountId, of.server.id, of.passwords, bridge],
  );
  return made;
}
