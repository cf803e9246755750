/** Service tests are quick because they share databases: a world that is closed well leaves an emptied one to the next. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import { testWorld, type World } from './testing.ts';

const databaseOf = async (world: World): Promise<string> => {
  const { rows } = await world.ctx().system.read.execute<{ name: string }>(sql`select current_database() as name`);
  return rows[0]?.name ?? '';
};

test('the next world gets the database of the one before, without its rows', async () => {
  const first = await testWorld();
  await buildAccount(first);
  const name = await databaseOf(first);
  await first.close();
  const second = await testWorld();
  expect(await databaseOf(second)).toBe(name);
  const { rows } = await second.ctx().system.read.execute(sql`select id from accounts`);
  expect(rows).toEqual([]);
  await second.close();
});
