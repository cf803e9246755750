import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type Databases, type Db, openDatabases } from './db.ts';
import { MOST_STATEMENTS } from './prepared-statements.ts';
import { cloneDatabase } from './template.ts';

/** Each role has one connection, so that what a test prepares is there when it asks. */
async function openOne(): Promise<Databases> {
  const { url, drop } = await cloneDatabase(inject('databaseUrl'), null);
  const databases = openDatabases({ appUrl: url, systemUrl: url, max: 1, onError: () => undefined });
  onTestFinished(async () => {
    await databases.close();
    await drop();
  });
  return databases;
}

const preparedIn = async (db: Db) =>
  (await db.execute(sql`select statement from pg_prepared_statements order by prepare_time`)).rows.map((row) => row['statement']);
const connectionOf = async (db: Db) => (await db.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.['pid'];
const twice = (db: Db, value: number) => db.execute(sql`select ${value}::int * 2 as twice`);

test('a statement with parameters is prepared once, in reads and in transactions', async () => {
  const { system } = await openOne();
  expect((await twice(system.read, 1)).rows).toEqual([{ twice: 2 }]);
  expect((await system.write((tx) => twice(tx, 2))).rows).toEqual([{ twice: 4 }]);
  expect((await preparedIn(system.read)).filter((text) => String(text).includes('twice'))).toEqual([
    'select $1::int * 2 as twice',
  ]);
});

test('a text without parameters and one with a long list are not prepared', async () => {
  const { system } = await openOne();
  await system.read.execute(sql`select 1; select 2`);
  const list = sql.join(
    Array.from({ length: 41 }, (_, at) => sql`${at}::int`),
    sql`, `,
  );
  await system.read.execute(sql`select 1 where 1 in (${list})`);
  expect(await preparedIn(system.read)).toEqual([]);
});

test('a value that does not fit fails alone, and the statement goes on to work', async () => {
  const { system } = await openOne();
  const ask = (value: string) => system.read.execute(sql`select ${value}::uuid as id`);
  const id = '01900000-0000-7000-8000-000000000000';
  await expect(ask('nothing')).rejects.toThrow();
  expect((await ask(id)).rows).toEqual([{ id }]);
  await expect(ask('nothing')).rejects.toThrow();
  expect((await ask(id)).rows).toEqual([{ id }]);
});

test('after a migration a read is asked again, and a transaction fails as one that can be repeated', async () => {
  const { system } = await openOne();
  await system.read.execute('create table things (id int, name text)');
  await system.read.execute('insert into things values (1, $$one$$)');
  const ask = (db: Db) => db.execute(sql`select * from things where id = ${1}`).then(({ rows }) => rows);
  expect(await ask(system.read)).toEqual([{ id: 1, name: 'one' }]);

  await system.read.execute('alter table things add column place int');
  expect(await ask(system.read)).toEqual([{ id: 1, name: 'one', place: null }]);
  expect(await ask(system.read)).toEqual([{ id: 1, name: 'one', place: null }]);
  expect(await system.write(ask)).toEqual([{ id: 1, name: 'one', place: null }]);

  const inTransaction = (tx: Db) => tx.execute(sql`select things.* from things where id = ${1}`).then(({ rows }) => rows);
  await system.write(inTransaction);
  await system.read.execute('alter table things drop column place');
  await expect(system.write(inTransaction)).rejects.toMatchObject({ cause: { code: '40001' } });
  expect(await system.write(inTransaction)).toEqual([{ id: 1, name: 'one' }]);
});

test('a statement that the server has dropped is asked again', async () => {
  const { system } = await openOne();
  await twice(system.read, 1);
  await system.read.execute('deallocate all');
  expect((await twice(system.read, 3)).rows).toEqual([{ twice: 6 }]);
});

test('a prepared statement sees only the rows of the account that asks', async () => {
  const { as } = await openOne();
  const eyesOf = async (account: string) =>
    (await as({ account, user: null }).read.execute(sql`select current_setting('app.account') as account, ${1}::int as one`))
      .rows;
  for (const account of ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'])
    expect(await eyesOf(account)).toEqual([{ account, one: 1 }]);
});

test('a connection that has prepared its share makes room for a new one', async () => {
  const { system } = await openOne();
  const first = await connectionOf(system.read);
  for (let at = 1; at < MOST_STATEMENTS; at++) await system.read.execute(sql`select ${at}::int as ${sql.identifier(`n${at}`)}`);
  expect(await connectionOf(system.read)).toBe(first);
  await system.write((tx) => tx.execute(sql`select ${1}::int as last`));
  expect(await connectionOf(system.read)).not.toBe(first);
  expect(await preparedIn(system.read)).toEqual([]);
});

const pause = (tx: Db) => tx.execute(sql`select pg_sleep(0.05)`);

test('what a transaction is asked at once runs one after the other', async () => {
  const { system } = await openOne();
  const warned: string[] = [];
  const listen = (warning: Error) => void warned.push(warning.message);
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));
  const answers = await system.write((tx) => Promise.all([pause(tx), twice(tx, 1), twice(tx, 2)]));
  expect(answers.slice(1).map(({ rows }) => rows)).toEqual([[{ twice: 2 }], [{ twice: 4 }]]);
  await new Promise((resolve) => void setImmediate(resolve));
  expect(warned).toEqual([]);
});

test('what was asked beside a statement that failed leaves nothing, and what comes after the end is refused', async () => {
  const { system } = await openOne();
  await system.read.execute('create table things (id int)');
  const insert = (tx: Db) => tx.execute(sql`insert into things values (${1})`);
  const ended: Db[] = [];
  const work = system.write(async (tx) => {
    ended.push(tx);
    await Promise.all([tx.execute('select 1 / 0'), insert(tx)]);
  });
  await expect(work).rejects.toMatchObject({ cause: { code: '22012' } });
  for (const tx of ended)
    await expect(insert(tx)).rejects.toMatchObject({ cause: { message: expect.stringContaining('after the end') } });
  expect((await system.read.execute('select * from things')).rows).toEqual([]);
});

test('a commit that fails leaves the connection usable', async () => {
  const { system } = await openOne();
  const first = await connectionOf(system.read);
  await system.read.execute('create table things (id int unique deferrable initially deferred)');
  await expect(system.write((tx) => tx.execute('insert into things values (1), (1)'))).rejects.toMatchObject({ code: '23505' });
  expect(await connectionOf(system.read)).toBe(first);
});
