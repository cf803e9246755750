import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { readConfig } from '#kit/server/config/config.ts';
import { cloneDatabase } from '#kit/server/db/template.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { recordedBytes } from '#core/accounts/server/accounts.service.ts';
import { buildRecording } from '#meet/recordings/server/recordings.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { addServer, clientFor, serverList } from '#meet/servers/server/servers.service.ts';
import { backup, restore } from './backup.ts';
import { worldForThisTest } from '#app/proof/testing.ts';
import { allJobs, compose, contextOf } from '#app/context.ts';
import { createLog } from '#kit/server/log.ts';
import { readMasterKey } from '#kit/server/config/master-key.ts';

function folder(): string {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-test-'));
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

async function emptyDatabase(): Promise<string> {
  const database = await cloneDatabase(inject('databaseUrl'), null);
  onTestFinished(() => database.drop());
  return database.url;
}

const configIn = (dataDir: string) => readConfig({ DATA_DIR: dataDir, DATABASE_ROLES: 'atrium_test' });
const key = Buffer.alloc(32, 7).toString('base64url');

async function savedInstallation() {
  const world = await worldForThisTest();
  const { actor } = await buildActor(world, { kind: 'customer', name: 'Salma خ' });
  const ctx = world.ctx({ ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) });
  const room = await createRoom(ctx, { name: 'Line\tbreak\nand \\ slash' });
  await addServer(world.ctx(), {
    name: 'one',
    kind: 'bbb',
    url: 'https://bbb.example/bigbluebutton',
    secret: 'sealed-secret',
    directJoin: false,
  });
  await buildRecording(world, actor, { bytes: 700 });
  const dataDir = folder();
  fs.mkdirSync(path.join(dataDir, 'files/a'), { recursive: true });
  fs.writeFileSync(path.join(dataDir, 'files/a/one.bin'), Buffer.from([0, 1, 2, 255]));
  fs.mkdirSync(path.join(dataDir, 'recordings/abc-1/tracks'), { recursive: true });
  fs.writeFileSync(path.join(dataDir, 'recordings/abc-1/tracks/one.webm'), Buffer.from([26, 69, 223, 163]));
  fs.mkdirSync(path.join(dataDir, 'recordings-2'));
  fs.writeFileSync(path.join(dataDir, 'recordings-2/state.json'), '{}');
  fs.mkdirSync(path.join(dataDir, 'recordings-of-mine'));
  fs.writeFileSync(path.join(dataDir, 'master.key'), `${key}\n`);
  return { world, room, accountId: actor.accountId, place: { config: configIn(dataDir), ownerUrl: world.ownerUrl } };
}

test('a backup restored elsewhere holds the rows, the files and the key that opens the secrets', async () => {
  const { room, accountId, place } = await savedInstallation();
  const file = path.join(folder(), 'b.tar.gz');
  await backup(place, file);
  expect(fs.statSync(file).mode & 0o077).toBe(0);
  const target = { config: configIn(folder()), ownerUrl: await emptyDatabase() };
  await restore(target, file);
  const parts = await compose({
    config: target.config,
    ownerUrl: target.ownerUrl,
    masterKey: readMasterKey(target.config),
    log: createLog({ level: 'silent' }),
  });
  onTestFinished(() => parts.close());
  const ctx = contextOf(parts, { kind: 'system' });
  const rows = await ctx.system.read.execute<{ name: string }>(sql`select name from rooms where id = ${room.id}`);
  expect(rows.rows).toEqual([{ name: room.name }]);
  // counted once, although the rows that are counted were written again
  expect(await recordedBytes(ctx.system.read, accountId)).toBe(700);
  const [server] = await serverList(ctx);
  expect(server).toBeDefined();
  if (server !== undefined) expect(() => clientFor(ctx, server)).not.toThrow();
  expect([...fs.readFileSync(path.join(target.config.dataDir, 'files/a/one.bin'))]).toEqual([0, 1, 2, 255]);
  const at = (name: string) => path.join(target.config.dataDir, name);
  expect([...fs.readFileSync(at('recordings/abc-1/tracks/one.webm'))]).toEqual([26, 69, 223, 163]);
  expect(fs.readFileSync(at('recordings-2/state.json'), 'utf8')).toBe('{}');
  expect(fs.existsSync(at('recordings-of-mine'))).toBe(false);
}, 60_000);

test('work that waits as a job alone is done after a restore, what is done by the clock is not queued twice', async () => {
  const { place, world } = await savedInstallation();
  const ctx = world.ctx();
  const email = 'später@example.org';
  const asked = { name: 'Tab\tline\nback\\slash', email, locale: 'de', caller: { address: '192.0.2.1', agent: '' } };
  const [wanted, cron] = [allJobs.find((one) => one.schedule === undefined), allJobs.find((one) => one.schedule !== undefined)];
  if (wanted === undefined || cron === undefined) throw new Error('there are no such jobs');
  const after = ctx.now() + 3_600_000;
  await ctx.system.write(async (tx) => {
    await ctx.jobs.enqueue(tx, { job: wanted.name, payload: asked, key: 'kept-key', after });
    await ctx.jobs.enqueue(tx, { job: cron.name, payload: {}, key: 'by the clock' });
  });
  const file = path.join(folder(), 'b.tar.gz');
  const { jobs } = await backup(place, file);
  expect(jobs).toBeGreaterThanOrEqual(2);
  const target = { config: configIn(folder()), ownerUrl: await emptyDatabase() };
  await restore(target, file);
  const client = new pg.Client({ connectionString: target.ownerUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const found = (key: string) =>
    client
      .query('select name, data, start_after, state from pgboss.job where singleton_key = $1', [key])
      .then((read) => read.rows);
  expect(await found('kept-key')).toEqual([{ name: wanted.name, data: asked, start_after: new Date(after), state: 'created' }]);
  expect(await found('by the clock')).toEqual([]);
}, 60_000);

test('restore refuses an installation that is in use, and leaves it as it was', async () => {
  const { place, world } = await savedInstallation();
  const file = path.join(folder(), 'b.tar.gz');
  await backup(place, file);
  await expect(restore({ config: configIn(folder()), ownerUrl: world.ownerUrl }, file)).rejects.toThrow(/in use/);
  const withFiles = configIn(folder());
  fs.mkdirSync(path.join(withFiles.dataDir, 'files/x'), { recursive: true });
  await expect(restore({ config: withFiles, ownerUrl: await emptyDatabase() }, file)).rejects.toThrow(/in use/);
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  const count = await drizzle(client).execute<{ n: string }>(sql`select count(*) as n from rooms`);
  await client.end();
  expect(Number(count.rows[0]?.n)).toBe(1);
});

test('restore refuses what is not a backup, and a backup is never overwritten', async () => {
  const { place } = await savedInstallation();
  const file = path.join(folder(), 'b.tar.gz');
  await backup(place, file);
  await expect(backup(place, file)).rejects.toThrow(/exists already/);
  await expect(restore(place, path.join(folder(), 'missing'))).rejects.toThrow(/does not exist/);
});

test('a backup that needs another key than the environment gives is refused with what to do', async () => {
  const { place } = await savedInstallation();
  const file = path.join(folder(), 'b.tar.gz');
  await backup(place, file);
  const config = readConfig({
    DATA_DIR: folder(),
    DATABASE_ROLES: 'atrium_test',
    MASTER_KEY: Buffer.alloc(32, 9).toString('base64url'),
  });
  await expect(restore({ config, ownerUrl: await emptyDatabase() }, file)).rejects.toThrow(/MASTER_KEY/);
});
