import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { type Choice, choiceStatement, peopleToChoose } from './choice.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const { read } = world.ctx().system;
const rows = 12_000;
const n = sql`generate_series(1, ${rows}::int) n`;
const id = (kind: string) =>
  sql.raw(`(lpad(to_hex(1600000000000 + n), 12, '0') || '70008000${kind}' || lpad(to_hex(n), 10, '0'))::uuid`);
const at = { accountId: '' };

beforeAll(async () => {
  at.accountId = (await buildPerson(world)).accountId;
  const other = (await buildPerson(world)).accountId;
  // nobody has proven an address; one with a rare name has
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into users (id, email, name, state, locale, time_zone, version, created_at, email_verified_at)
      select ${id('07')}, 'pupil-' || n || '@example.net', case when n = 3 then 'Quelimane' else 'Usual ' || n end, 'active', 'en-US', 'UTC', 1, now(),
        case when n = 3 then now() end from ${n}`);
    for (const [kind, accountId] of [
      ['08', at.accountId],
      ['09', other],
    ] as const)
      await tx.execute(sql`insert into memberships (id, account_id, user_id, role, permissions, state, preset, created_at)
        select ${id(kind)}, ${accountId}, ${id('07')}, 'member', '{}', 'active', 'none', now() from ${n}`);
  });
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  await client.query('vacuum analyze users, memberships');
  await client.end();
});

const owners = (search: string): Choice => ({ accountId: at.accountId, of: 'owners', search });

test.each(['', 'usual'])('when nobody fits, only the newest two thousand are looked through (search “%s”)', async (search) => {
  expect(await peopleToChoose(read, owners(search), 50)).toEqual([]);
  const { rows: lines } = await read.execute<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, timing off) ${choiceStatement(owners(search), undefined, 50)}`,
  );
  const plan = lines.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan using memberships_account on memberships/);
  expect(plan).not.toMatch(/Seq Scan|Bitmap/);
  const brought = [...plan.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)].map(
    ([, count, loops]) => Number(count) * Number(loops),
  );
  expect(Math.max(...brought)).toBe(2000);
});

test('somebody who came long ago is found by name', async () => {
  expect((await peopleToChoose(read, owners('quelim'), 50)).map((one) => one.name)).toEqual(['Quelimane']);
  const people = await peopleToChoose(read, { ...owners(''), of: 'people' }, 50);
  expect(people).toHaveLength(50);
});
