/** Starts on machines that are not ready, and what a killed process leaves behind. */
import net from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#kit/server/db/postgres-process.ts';
import { openUpkeep } from '#kit/server/jobs/jobs.ts';
import { rolesOf, urlAs } from '#kit/server/db/roles.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { deliver } from '#connect/webhooks/server/deliveries.service.ts';
import { emptyFolder, run } from './start.factory.ts';
import { masterKey, worldForThisTest } from './testing.ts';

async function listenOn(server: net.Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

test('a start waits for the database and for a migration that runs, and says so; a job of a killed process is taken again', async () => {
  const world = await worldForThisTest();
  const settings = { DATA_DIR: emptyFolder(), MASTER_KEY: masterKey, DATABASE_ROLES: 'atrium_test', PROCESSES: 'worker' };
  const url = new URL(world.ownerUrl);
  const [target, port] = [Number(url.port), await freePort()];
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query('select pg_advisory_lock(7201944)');

  const worker = run({ ...settings, DATABASE_URL: url.href });
  await worker.hears(/waiting for the database: ECONNREFUSED/);
  await listenOn(
    net.createServer((socket) => {
      const upstream = net.connect(target, '127.0.0.1');
      socket.pipe(upstream).pipe(socket);
      for (const one of [socket, upstream]) one.on('error', () => socket.destroy());
    }),
    port,
  );
  await worker.hears(/waiting for another process that migrates/);
  expect(worker.said()).not.toContain('is ready');
  await owner.query('select pg_advisory_unlock(7201944)');
  await worker.hears(/the worker is ready/);

  const silent = net.createServer(() => undefined);
  const silentPort = await freePort();
  await listenOn(silent, silentPort);
  const ctx = world.ctx();
  const { accountId } = await buildPerson(world);
  const news = { accountId, kind: 'hook', subjectId: null, method: 'POST', url: `http://127.0.0.1:${silentPort}` } as const;
  const asked = once(silent, 'connection');
  await ctx.system.write((tx) => deliver(ctx, tx, news));
  await asked;
  worker.child.kill('SIGKILL');
  await once(worker.child, 'close');
  const job = async () => {
    const { rows } = await owner.query<{ state: string; tries: number }>(
      "select state, retry_count as tries from pgboss.job where name = 'webhooks.deliver'",
    );
    return rows;
  };
  expect(await job()).toEqual([{ state: 'active', tries: 0 }]);
  // as if it had been silent for half a minute
  await owner.query("update pgboss.job set heartbeat_on = heartbeat_on - interval '31 s' where state = 'active'");
  await owner.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null');
  const systemUrl = urlAs(world.ownerUrl, rolesOf(world.parts.config, createSecrets(masterKey)).system);
  const upkeep = await openUpkeep(systemUrl, world.parts.log);
  await upkeep.supervise();
  await upkeep.stop({ graceful: false });
  expect(await job()).toEqual([{ state: 'retry', tries: 0 }]);
}, 120_000);

test('a wrong password ends the start with a sentence', async () => {
  const world = await worldForThisTest();
  const url = new URL(world.ownerUrl);
  url.password = 'wrong';
  const worker = run({ DATA_DIR: emptyFolder(), MASTER_KEY: masterKey, DATABASE_URL: url.href, PROCESSES: 'worker' });
  await worker.hears(/\[ended\]/);
  expect([worker.child.exitCode, worker.said()]).toEqual([1, expect.stringMatching(/The database refuses DATABASE_URL/)]);
}, 60_000);
