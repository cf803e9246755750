/** How long the database works on one statement. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from './testing.ts';
import type { Db, Scope } from '#kit/server/db.ts';

const world = await testWorld();
afterAll(() => world.close());
const timeIn = async (db: Db) => (await db.execute(sql`select current_setting('statement_timeout') as t`)).rows[0]?.['t'];
const timesOf = async (scope: Scope) => [await timeIn(scope.read), await scope.write(timeIn)];

test('abuse row 28: no statement of a request runs for ever, and jobs have longer, on whatever connection they draw', async () => {
  const { databases } = world.parts;
  for (let round = 0; round < 2; round++) {
    expect(await timesOf(databases.as({ account: null, user: null }))).toEqual(['30s', '30s']);
    expect(await timesOf(databases.system)).toEqual(['30s', '30s']);
    expect(await timesOf(databases.long)).toEqual(['15min', '15min']);
  }
});
