/** How long the database works on one statement. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { longContextOf } from '#app/context.ts';
import { testWorld } from './testing.ts';
import { dumpTables, loadTables } from '#kit/server/db/dump.ts';
import type { Db, DbScope } from '#kit/server/db/db.ts';

const world = await testWorld();
afterAll(() => world.close());
const timeIn = async (db: Db) => (await db.execute(sql`select current_setting('statement_timeout') as t`)).rows[0]?.['t'];
const timesOf = async (scope: DbScope) => [await timeIn(scope.read), await scope.write(timeIn)];

test('abuse row 28: no statement of a request runs for ever, and jobs have longer, on whatever connection they draw', async () => {
  const { databases } = world.parts;
  for (let round = 0; round < 2; round++) {
    expect(await timesOf(databases.as({ account: null, user: null }))).toEqual(['30s', '30s']);
    expect(await timesOf(databases.system)).toEqual(['30s', '30s']);
    expect(await timesOf(databases.long)).toEqual(['15min', '15min']);
    expect(await timesOf(longContextOf(world.parts).system)).toEqual(['15min', '15min']);
  }
});

test('a backup reads on where the server ends statements after a moment', async () => {
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-test-'));
  try {
    await owner.query(`insert into audit_entries (id, actor_kind, action, subject_kind, data, address, at)
      select gen_random_uuid(), 'system', 'a.b', 'x', '{}', '', now() from generate_series(1, 20000)`);
    await owner.query(`do $$ begin execute format('alter database %I set statement_timeout = 15', current_database()); end $$`);
    const again = new pg.Client({ connectionString: world.ownerUrl });
    await again.connect();
    await expect(again.query('select pg_sleep(1)')).rejects.toThrow('statement timeout');
    await again.end();
    const { tables } = await dumpTables(world.ownerUrl, folder);
    expect(tables.find((table) => table.name === 'audit_entries')?.rows).toBeGreaterThanOrEqual(20_000);
    await owner.query('set statement_timeout = 0');
    await owner.query('truncate audit_entries');
    await loadTables(
      world.ownerUrl,
      folder,
      tables.filter((table) => table.name === 'audit_entries'),
    );
    expect((await owner.query('select count(*)::int as n from audit_entries')).rows[0]).toMatchObject({ n: expect.any(Number) });
  } finally {
    await owner.end();
    fs.rmSync(folder, { recursive: true });
  }
});
