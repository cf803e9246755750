import { readdirSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate, type DatabaseRoles } from './migrate.ts';
import { cloneDatabase } from './template.ts';

const roles: DatabaseRoles = {
  app: { name: 'atrium_test_app', password: 'a'.repeat(20) },
  system: { name: 'atrium_test_system', password: 'b'.repeat(20) },
};

async function empty(): Promise<string> {
  const database = await cloneDatabase(inject('databaseUrl'), null);
  onTestFinished(() => database.drop());
  return database.url;
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

// the roles belong to the whole server: other tests use them with other passwords at this very moment
const ownRoles = (tag: string): DatabaseRoles => ({
  app: { ...roles.app, name: `migrate_${tag}_app` },
  system: { ...roles.system, name: `migrate_${tag}_system` },
});

test('two starts at once run every migration exactly once', async () => {
  const url = await empty();
  const ran = await Promise.all([1, 2, 3].map(() => migrate({ ownerUrl: url, roles: ownRoles('once'), jobs: [] })));
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
});

test('older code refuses a newer database with a sentence', async () => {
  const url = await empty();
  await migrate({ ownerUrl: url, roles: ownRoles('newer'), jobs: [] });
  await asOwner(url, (client) => client.query("insert into schema_migrations (name, hash) values ('9999_future.sql', 'x')"));
  await expect(migrate({ ownerUrl: url, roles: ownRoles('newer'), jobs: [] })).rejects.toThrow(/newer version/);
});

test('the queues are made ready once, and again when a job, its tries or the roles are others', async () => {
  const url = await empty();
  const start = async () => undefined;
  const jobs = [{ name: 'one', retries: 1, within: 60, start }];
  const queues = () =>
    asOwner(url, async (client) => {
      const { rows } = await client.query<{ name: string; retry_limit: number }>(
        "select name, retry_limit from pgboss.queue where name not like '\\_\\_%' order by name",
      );
      return rows.map((row) => `${row.name} ${row.retry_limit}`);
    });
  await migrate({ ownerUrl: url, roles: ownRoles('jobs'), jobs });
  expect(await queues()).toEqual(['one 1']);
  // what nobody made by hand is how it is seen that nothing was done
  await asOwner(url, (client) => client.query("update pgboss.queue set retry_limit = 9 where name = 'one'"));
  await migrate({ ownerUrl: url, roles: ownRoles('jobs'), jobs });
  expect(await queues()).toEqual(['one 9']);
  const more = [...jobs, { name: 'two', retries: 0, within: 60, start }];
  await migrate({ ownerUrl: url, roles: ownRoles('jobs'), jobs: more });
  expect(await queues()).toEqual(['one 1', 'two 0']);
  await migrate({ ownerUrl: url, roles: ownRoles('jobs2'), jobs: more });
  const { rows } = await asOwner(url, (client) =>
    client.query("select has_table_privilege('migrate_jobs2_system', 'pgboss.job', 'insert') as may"),
  );
  expect(rows).toEqual([{ may: true }]);
});

test('a migration that fails leaves nothing behind and can be run again', async () => {
  const url = await empty();
  await asOwner(url, (client) => client.query('create table rooms (in_the_way int)'));
  await expect(migrate({ ownerUrl: url, roles: ownRoles('fails'), jobs: [] })).rejects.toThrow();
  await asOwner(url, (client) => client.query('drop table rooms'));
  const ran = await migrate({ ownerUrl: url, roles: ownRoles('fails'), jobs: [] });
  expect(ran[0]).toBe('0001_first.sql');
});

test('host names that were found to lead here before there were records stay, and have a record to set', async () => {
  const url = await empty();
  const before = readdirSync(new URL('../../../../migrations/', import.meta.url)).filter(
    (name) => name.endsWith('.sql') && name < '0027',
  );
  await migrate({ ownerUrl: url, roles: ownRoles('hosts'), jobs: [], only: before });
  await asOwner(url, (client) =>
    client.query(`with a as (insert into accounts (id, kind, name, state) select gen_random_uuid(), 'customer', n, 'active' from unnest(array['one', 'two', 'three']) n returning id, name)
      insert into endpoints (id, account_id, key, host, host_checked_at)
      select gen_random_uuid(), id, name, case name when 'three' then null else name || '.example.org' end, case name when 'one' then now() end from a`),
  );
  await migrate({ ownerUrl: url, roles: ownRoles('hosts'), jobs: [] });
  const { rows } = await asOwner(url, (client) =>
    client.query(`select key, host, host_checked_at is not null as checked, length(host_code) as code, host_asked_at is not null as asked
      from endpoints order by key`),
  );
  expect(rows).toEqual([
    { key: 'one', host: 'one.example.org', checked: true, code: 32, asked: true },
    { key: 'three', host: null, checked: false, code: null, asked: false },
    { key: 'two', host: 'two.example.org', checked: false, code: 32, asked: true },
  ]);
});
