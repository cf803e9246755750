import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { ensureOwner } from './owner.ts';
import { startPostgres } from './postgres.ts';
import { rolesOf, urlAs } from './roles.ts';
import { createSecrets } from '#kit/server/secrets.ts';

// a server of its own: the owner's names are fixed, and the one that other tests use may be somebody's
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-owner-'));
fs.chmodSync(dataDir, 0o711);
const server: { url: string; stop: () => Promise<void> } = { url: '', stop: async () => undefined };
beforeAll(async () => {
  Object.assign(
    server,
    await startPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off', shared_buffers: '16MB' } }),
  );
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const secretsOf = (byte: number) => createSecrets(Buffer.alloc(32, byte).toString('base64url'));
async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

test('the owner of the embedded database is not its superuser, and cannot look past row-level security', async () => {
  const url = await ensureOwner(server.url, secretsOf(1));
  expect(new URL(url).username).toBe('atrium_owner');
  expect(
    await ask(url, 'select current_database(), rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user'),
  ).toEqual(['atrium', false, false, true]);
});

test('it may be called at every start and by several processes at once', async () => {
  const urls = await Promise.all(Array.from({ length: 4 }, () => ensureOwner(server.url, secretsOf(1))));
  expect(new Set(urls).size).toBe(1);
});

test('after a change of the master key the new passwords open and the old ones do not', async () => {
  const config = { databaseRoles: 'atrium' };
  const old = await ensureOwner(server.url, secretsOf(1));
  await migrate({ ownerUrl: old, roles: rolesOf(config, secretsOf(1)), jobs: [] });
  const next = await ensureOwner(server.url, secretsOf(2));
  await migrate({ ownerUrl: next, roles: rolesOf(config, secretsOf(2)), jobs: [] });
  expect(await ask(next, 'select 1')).toEqual([1]);
  await expect(ask(old, 'select 1')).rejects.toThrow(/password authentication failed/);
  for (const role of ['app', 'system'] as const) {
    expect(await ask(urlAs(next, rolesOf(config, secretsOf(2))[role]), 'select current_user::text')).toEqual([`atrium_${role}`]);
    await expect(ask(urlAs(next, rolesOf(config, secretsOf(1))[role]), 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
  }
});

test('an owner who was made anew may set the passwords of the roles that were there before', async () => {
  await ensureOwner(server.url, secretsOf(2));
  await ask(server.url, 'revoke atrium_app, atrium_system from atrium_owner');
  const url = await ensureOwner(server.url, secretsOf(3));
  await migrate({ ownerUrl: url, roles: rolesOf({ databaseRoles: 'atrium' }, secretsOf(3)), jobs: [] });
  expect(await ask(urlAs(url, rolesOf({ databaseRoles: 'atrium' }, secretsOf(3)).app), 'select 1')).toEqual([1]);
});
