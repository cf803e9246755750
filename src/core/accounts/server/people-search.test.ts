import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { type PeopleSearch, peopleStatement, searchPeople } from './people-search.queries.ts';

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
  await client.query('vacuum analyze users, memberships, people_words');
  await client.end();
});

const searching = (search: string, more: Partial<PeopleSearch> = {}): PeopleSearch => ({
  ...{ accountId: at.accountId, fit: 'people', search, now: new Date(world.clock.now()) },
  ...more,
});
const page = { limit: 50, offset: 0 };
const namesFor = async (search: string, more: Partial<PeopleSearch> = {}): Promise<string[]> =>
  (await searchPeople(read, searching(search, more), page)).map(({ name }) => name);

test.each(['', 'usual'])('when nobody fits, only two thousand people are looked up (search “%s”)', async (search) => {
  expect(await namesFor(search, { fit: 'owners' })).toEqual([]);
  const statement = await peopleStatement(read, searching(search, { fit: 'owners' }), page);
  const { rows: lines } = await read.execute<{ 'QUERY PLAN': string }>(sql`explain (analyze, timing off) ${statement}`);
  const plan = lines.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toMatch(/Seq Scan|Bitmap/);
  const brought = [...plan.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)].map(
    ([, count, loops]) => Number(count) * Number(loops),
  );
  expect(Math.max(...brought)).toBeLessThanOrEqual(2001);
});

test('somebody who came long ago is found by the beginning of any word, and those who came last without words', async () => {
  expect(await namesFor('quelim')).toEqual(['Quelimane']);
  expect(await namesFor('Pupil quel')).toEqual(['Quelimane']);
  expect(await namesFor('pupil-3@example.net quel')).toEqual(['Quelimane']);
  expect(await namesFor('example.net quel')).toEqual(['Quelimane']);
  expect(await namesFor('quelim', { fit: 'owners' })).toEqual(['Quelimane']);
  expect(await namesFor('elimane')).toEqual([]);
  expect(await namesFor('')).toHaveLength(50);
  expect(await namesFor(' - ')).toEqual([]);
});

test.each([
  ['müller', 'Jörg MULLER'],
  ['strasse', 'Anna Straße'],
  ['izmir', 'İzmir Işık'],
  ['isik', 'İzmir Işık'],
  ['dang', 'Đặng Thị Hương'],
  ['huong dang', 'Đặng Thị Hương'],
  ['احمد', 'أَحْمَد علي'],
  ['فاطمه', 'فاطمة'],
  ['کمال', 'كمال'],
  ['o brien', "Sinéad O'Brien"],
  ['प्रिया', 'प्रिया शर्मा'],
  ['山田', '山田太郎'],
  ['lodz', 'Łódź'],
])('%s finds %s', async (search, name) => {
  const owner = await buildPerson(world);
  await buildPerson(world, { name, colleagueOf: owner });
  expect(await namesFor(search, { accountId: owner.accountId })).toEqual([name]);
});

test('what is found follows names, addresses and places at once; people of other accounts are never found', async () => {
  const owner = await buildPerson(world, { name: 'Olga Owner' });
  const one = await buildPerson(world, { name: 'Zoe Before', colleagueOf: owner });
  const here = { accountId: owner.accountId };
  const run = (statement: ReturnType<typeof sql>) => world.ctx().system.write(async (tx) => void (await tx.execute(statement)));
  expect(await namesFor('zoe', here)).toEqual(['Zoe Before']);
  expect(await namesFor('zoe')).toEqual([]);
  expect(await namesFor('zoe', { ...here, without: one.userId })).toEqual([]);
  await run(sql`update users set name = 'Zoe After', email = 'zoe.new@example.org' where id = ${one.userId}`);
  expect(await namesFor('before', here)).toEqual([]);
  expect(await namesFor('zoe.new', here)).toEqual(['Zoe After']);
  await run(sql`update memberships set state = 'suspended' where user_id = ${one.userId}`);
  expect(await namesFor('zoe', here)).toEqual([]);
  await run(
    sql`update memberships set state = 'active', expires_at = ${new Date(world.clock.now() - 1).toISOString()} where user_id = ${one.userId}`,
  );
  expect(await namesFor('zoe', here)).toEqual([]);
  await run(sql`update memberships set expires_at = null where user_id = ${one.userId}`);
  expect(await namesFor('zoe', here)).toEqual(['Zoe After']);
  await run(sql`update users set state = 'suspended' where id = ${one.userId}`);
  expect(await namesFor('zoe', here)).toEqual([]);
  await run(sql`delete from memberships where user_id = ${one.userId}`);
  const { rows: left } = await read.execute(sql`select 1 from people_words where user_id = ${one.userId}`);
  expect(left).toEqual([]);
});
