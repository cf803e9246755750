/** The second wall of tenancy: what the database itself shows to the role that serves, whatever a query forgets to ask. */
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { buildFullAccount } from './second-wall.factory.ts';
import { worldForThisTest, type World } from '#app/proof/testing.ts';

/** Tables without an account that the app role may not touch at all, or only read. */
const withoutAccount = ['settings', 'rate_limits', 'schema_migrations', 'link_tokens', 'refresh_tokens', 'used_challenges'];

async function accountTables(world: World): Promise<string[]> {
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  const all = await client.query<{ name: string; walled: boolean }>(
    "select c.relname as name, c.relrowsecurity as walled from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r' order by 1",
  );
  await client.end();
  const open = all.rows.filter((row) => !row.walled && !withoutAccount.includes(row.name)).map((row) => row.name);
  expect(open, 'tables without row-level security').toEqual([]);
  return all.rows.filter((row) => row.walled).map((row) => row.name);
}

/** Tables of money without an account of their own: the seller's, and parts of what an account has; the wall.test.ts of billing and resale look at those. */
const filledByBilling = [
  'billing_sellers',
  'commissions',
  'coupons',
  'invoice_lines',
  'invoice_series',
  'invoice_taxes',
  'journal_lines',
  'plans',
  'resale_charges',
  'resale_floors',
  'resale_series',
  'resale_statements',
  'resale_versions',
  'subscription_periods',
];
/** Of a person in an account: a colleague's are as closed as another account's. */
const ofPerson = ['sessions', 'notices', 'notice_choices'];

type Walled = { table: string; column: string; open: boolean };
/** The walled tables that have an account, the column that says which, and whether the app role has a policy there. */
async function walledTables(world: World): Promise<Walled[]> {
  const tables = await accountTables(world);
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  const columns = await client.query<{ table: string; column: string }>(
    "select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and column_name = 'account_id'",
  );
  const policies = await client.query<{ table: string }>(
    "select distinct tablename as table from pg_policies where schemaname = 'public' and policyname <> 'system_all'",
  );
  await client.end();
  const open = new Set(policies.rows.map((row) => row.table));
  const column = new Map(columns.rows.map((row) => [row.table, row.column]));
  column.set('accounts', 'id');
  const known = tables.flatMap((table) => {
    const name = column.get(table);
    return name === undefined ? [] : [{ table, column: name, open: open.has(table) }];
  });
  // what has no account of its own is not for the role that serves, but people themselves
  const without = tables.filter((table) => !column.has(table) && open.has(table) && !filledByBilling.includes(table));
  expect(without.filter((table) => table !== 'users')).toEqual([]);
  return known;
}

const countIn = async (db: Db, statement: SQL): Promise<number> =>
  Number((await db.execute<{ n: string }>(statement)).rows[0]?.n);

async function seen(world: World, actor: UserActor, table: string): Promise<number | 'refused'> {
  try {
    const rows = await world.ctx(actor).db.read.execute<{ n: string }>(sql.raw(`select count(*) as n from ${table}`));
    return Number(rows.rows[0]?.n);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof pg.DatabaseError && cause.code === '42501') return 'refused';
    throw error;
  }
}

test('abuse row 3: a query that forgets the account sees rows of its own account and none of another, in every table', async () => {
  const world = await worldForThisTest();
  const [mine, other] = [await buildFullAccount(world), await buildFullAccount(world)];
  const tables = (await walledTables(world)).filter(({ table }) => !filledByBilling.includes(table));
  expect(tables.length).toBeGreaterThan(45);
  const system = world.ctx().system.read;
  for (const { table, column, open } of tables) {
    const rowsOf = (who: UserActor) =>
      countIn(system, sql`select count(*) as n from ${sql.identifier(table)} where ${sql.identifier(column)} = ${who.accountId}`);
    const [own, foreign] = [await rowsOf(mine), await rowsOf(other)];
    expect([table, own > 0, foreign > 0], 'a table without rows proves nothing: fill it in second-wall.factory.ts').toEqual([
      table,
      true,
      true,
    ]);
    const all = await seen(world, mine, table);
    if (all === 'refused' || !open) expect([table, all === 'refused' ? 0 : all]).toEqual([table, 0]);
    else if (ofPerson.includes(table)) expect([table, all]).toEqual([table, 1]);
    else expect([table, all]).toEqual([table, own]);
  }
  // oneself and a colleague
  expect(await seen(world, mine, 'users')).toBe(2);
});

test('nobody’s eyes see nothing, and nobody may write into another account', async () => {
  const world = await worldForThisTest();
  const [mine, other] = [await buildFullAccount(world), await buildFullAccount(world)];
  const blind = world.ctx({ kind: 'nobody' });
  for (const table of ['accounts', 'rooms', 'meetings', 'attendances', 'users', 'sessions']) {
    const rows = await blind.db.read.execute<{ n: string }>(sql.raw(`select count(*) as n from ${table}`));
    expect(Number(rows.rows[0]?.n), table).toBe(0);
  }
  const moved = await world.ctx(mine).db.read.execute(sql`update rooms set name = 'taken' where account_id = ${other.accountId}`);
  expect(moved.rowCount).toBe(0);
  await expect(world.ctx(mine).db.read.execute(sql`update rooms set account_id = ${other.accountId}`)).rejects.toThrow();
  await expect(
    world
      .ctx(mine)
      .db.read.execute(
        sql`insert into meetings (id, account_id, name, state) values (${newId()}, ${other.accountId}, 'x', 'ended')`,
      ),
  ).rejects.toThrow();
});

test('the eyes of one request do not stay on the connection for the next', async () => {
  const world = await worldForThisTest();
  const [mine, other] = [await buildFullAccount(world), await buildFullAccount(world)];
  for (let round = 0; round < 20; round++) {
    const who = round % 2 === 0 ? mine : other;
    const rows = await world.ctx(who).db.read.execute<{ account_id: string }>(sql`select account_id from rooms`);
    expect(rows.rows).toEqual([{ account_id: who.accountId }]);
    await world.ctx(other).db.write(async (tx) => void (await tx.execute(sql`select 1`)));
  }
});

/** The code of the database's refusal, or how many rows were changed. */
async function written(world: World, actor: UserActor, statement: SQL): Promise<string | number> {
  try {
    const done = await world.ctx(actor).db.write((tx) => tx.execute(statement));
    return done.rowCount ?? 0;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof pg.DatabaseError) return cause.code ?? '';
    throw error;
  }
}
const refused = '42501';

test('nobody lifts themselves: a share of mine keeps its role and its room, and I can neither answer nor make one by SQL', async () => {
  const world = await worldForThisTest();
  const [owner, other] = [await buildFullAccount(world), await buildFullAccount(world)];
  const { actor: colleague } = await buildActor(world, { accountId: owner.accountId, role: 'member' });
  const [room] = (await world.ctx(owner).db.read.execute<{ id: string }>(sql`select id from rooms`)).rows;
  const [foreign] = (await world.ctx(other).db.read.execute<{ id: string }>(sql`select id from rooms`)).rows;
  const share = (who: UserActor, state: string) =>
    sql`insert into room_shares (id, account_id, room_id, user_id, email, role, state, invited_by) values (${newId()}, ${owner.accountId}, ${room?.id}, ${who.userId}, ${who.email}, 'participant', ${state}, ${owner.userId})`;
  await world.ctx().system.write(async (tx) => {
    await tx.execute(share(other, 'accepted'));
    await tx.execute(share(colleague, 'invited'));
  });
  for (const who of [other, colleague]) {
    const mine = sql`user_id = ${who.userId}`;
    expect(await written(world, who, sql`update room_shares set role = 'co-owner' where ${mine}`)).toBe(0);
    for (const change of [
      sql`state = 'accepted'`,
      sql`room_id = ${foreign?.id}`,
      sql`account_id = ${other.accountId}`,
      sql`user_id = ${who.userId}`,
      sql`email = 'x@example.org'`,
    ])
      expect(await written(world, who, sql`update room_shares set ${change} where ${mine}`)).toBe(refused);
    // a share of another's room, in my own account, would open that room to me
    expect(
      await written(
        world,
        who,
        sql`insert into room_shares (id, account_id, room_id, user_id, email, role, state, invited_by) values (${newId()}, ${who.accountId}, ${who === other ? room?.id : foreign?.id}, ${who.userId}, 'y@example.org', 'co-owner', 'accepted', ${who.userId})`,
      ),
    ).toBe(refused);
    expect(
      await written(
        world,
        who,
        sql`insert into room_transfers (id, account_id, room_id, from_user_id, to_user_id, to_email) values (${newId()}, ${other.accountId}, ${foreign?.id}, ${other.userId}, ${who.userId}, 'z@example.org')`,
      ),
    ).toBe(refused);
  }
  const roles = await world
    .ctx()
    .system.read.execute(sql`select distinct role from room_shares where user_id in (${other.userId}, ${colleague.userId})`);
  expect(roles.rows).toEqual([{ role: 'participant' }]);
  // the owner does set the role of others
  expect(await written(world, owner, sql`update room_shares set role = 'moderator' where user_id = ${colleague.userId}`)).toBe(1);
});
