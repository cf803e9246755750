import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson, buildRoom, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { listRooms, roomById } from './rooms.queries.ts';
import { sharesOf, transferOf } from './shares.queries.ts';

test('the second wall: a query that forgets the account sees nothing of others, and writes nothing', async () => {
  const world = await worldForThisTest();
  const [owner, stranger] = [await buildPerson(world), await buildPerson(world)];
  const room = await buildRoom(world, owner);
  await meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: 'guest@example.org', role: 'moderator' } });
  await meetApi(world, owner).rooms.offerTransfer({ params: { id: room.id }, body: { email: 'heir@example.org' } });
  const filter = {
    view: 'all',
    accountId: null,
    userId: stranger.userId,
    bin: 'account',
    search: undefined,
    state: undefined,
  } as const;
  const page = { sort: 'created', last: null, limit: 50 } as const;
  for (const { db } of [world.ctx(stranger), world.ctx({ kind: 'nobody' })]) {
    expect(await listRooms(db.read, filter, page)).toEqual({ rows: [], total: 0 });
    expect(await roomById(db.read, room.id, null)).toBeNull();
    expect(await sharesOf(db.read, room.id)).toEqual([]);
    expect(await transferOf(db.read, room.id)).toBeNull();
    expect(
      (await db.write((tx) => tx.execute(`update rooms set name = 'mine' where id = '${room.id}' returning id`))).rows,
    ).toEqual([]);
  }
  const own = world.ctx(owner).db;
  expect((await listRooms(own.read, filter, page)).rows.map((one) => one.room.id)).toEqual([room.id]);
  expect([await sharesOf(own.read, room.id), await transferOf(own.read, room.id)]).toMatchObject([
    [{ email: 'guest@example.org' }],
    { toEmail: 'heir@example.org' },
  ]);
  const planted = world
    .ctx(stranger)
    .db.write((tx) =>
      tx.execute(
        `insert into rooms (id, account_id, owner_id, name, slug) values (gen_random_uuid(), '${owner.accountId}', '${stranger.userId}', 'x', 'xxx-yyy')`,
      ),
    );
  await expect(planted).rejects.toMatchObject({ cause: { message: expect.stringContaining('row-level security') } });
});
