/** The second wall of tenancy: what the database itself shows to the role that serves, whatever a query forgets to ask. */
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { insertPastMeeting } from './demo.queries.ts';
import { worldForThisTest, type World } from './testing.ts';

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

async function filledAccount(world: World): Promise<UserActor> {
  const { actor } = await buildActor(world, { kind: 'customer' });
  const full = { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
  const room = await createRoom(world.ctx(full), { name: 'A room' });
  const at = world.clock.now();
  await world.ctx().system.write(async (tx) => {
    await insertPastMeeting(tx, {
      id: newId(at),
      accountId: actor.accountId,
      roomId: room.id,
      name: 'A room',
      startedBy: actor.userId,
      startedAt: at - 1000,
      endedAt: at,
      people: [{ id: newId(at), key: 'k', userId: null, name: 'G', role: 'viewer', joinedAt: at - 1000, leftAt: at }],
    });
    await tx.execute(
      sql`insert into notices (id, account_id, user_id, kind) values (${newId(at)}, ${actor.accountId}, ${actor.userId}, 'x')`,
    );
    await tx.execute(
      sql`insert into outbox_mails (id, account_id, template, recipient, locale, subject, body_text, body_html, state) values (${newId(at)}, ${actor.accountId}, 't', 'a@example.org', 'de', 's', 't', 'h', 'kept')`,
    );
    await tx.execute(
      sql`insert into room_transfers (id, account_id, room_id, from_user_id, to_email) values (${newId(at)}, ${actor.accountId}, ${room.id}, ${actor.userId}, 'b@example.org')`,
    );
    await tx.execute(
      sql`insert into room_shares (id, account_id, room_id, email, role, state, invited_by) values (${newId(at)}, ${actor.accountId}, ${room.id}, 'c@example.org', 'moderator', 'invited', ${actor.userId})`,
    );
  });
  return full;
}

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
  const tables = await accountTables(world);
  const [mine, other] = [await filledAccount(world), await filledAccount(world)];
  const system = await Promise.all(
    tables.map(async (table) =>
      Number((await world.ctx().system.read.execute<{ n: string }>(sql.raw(`select count(*) as n from ${table}`))).rows[0]?.n),
    ),
  );
  for (const [at, table] of tables.entries()) {
    const [own, foreign] = [await seen(world, mine, table), await seen(world, other, table)];
    if (own === 'refused' || foreign === 'refused') continue;
    // both filled the same things, so each sees its half
    expect(own, table).toBe(foreign);
    expect(own + foreign, table).toBeLessThanOrEqual(system[at] ?? 0);
  }
  for (const table of [
    'accounts',
    'rooms',
    'meetings',
    'attendances',
    'room_shares',
    'room_transfers',
    'memberships',
    'users',
    'notices',
    'outbox_mails',
    'sessions',
  ]) {
    expect(await seen(world, mine, table), table).toBe(1);
  }
});

test('nobody’s eyes see nothing, and nobody may write into another account', async () => {
  const world = await worldForThisTest();
  const [mine, other] = [await filledAccount(world), await filledAccount(world)];
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
  const [mine, other] = [await filledAccount(world), await filledAccount(world)];
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
  const [owner, other] = [await filledAccount(world), await filledAccount(world)];
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
