import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { changePlace } from '#core/accounts/server/places.service.ts';
import { buildGrant } from '#core/iam/server/iam.factory.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { setLive } from '#meet/rooms/server/live.service.ts';
import { restRooms } from '#meet/rooms/server/rest.service.ts';
import { addStays, buildMeeting } from '#meet/usage/server/usage.factory.ts';
import { lookAt, lookAtAll } from './look.service.ts';
import { buildCrowded, daysLater, holdLimits, mailed, noticed, restingPeople, restingRooms } from './overflow.factory.ts';

async function crowd(of: { rooms?: number; people?: number } = {}) {
  const world = await worldForThisTest();
  return { world, ...(await buildCrowded(world, of)) };
}
const setMeeting = (world: World, roomId: string, state: 'live' | 'over') =>
  world
    .ctx()
    .system.write((tx) =>
      setLive(tx, roomId, state === 'over' ? null : { meetingId: roomId, state: 'live', people: 2, since: world.clock.now() }),
    );
const begun = async (world: World): Promise<string[]> => {
  const { rows } = await world.ctx().system.read.execute<{ key: string }>(sql`select key from plan_overflows order by key`);
  return rows.map((row) => row.key);
};

test('rooms: the newest rest fourteen days after a smaller plan, and not a day before', async () => {
  const at = await crowd({ rooms: 5 });
  const { world, owner } = at;
  await holdLimits(world, owner.accountId, { rooms: 2 });
  expect(await begun(world)).toEqual(['rooms']);
  await daysLater(world, 13.9);
  expect(await restingRooms(world, at)).toEqual([]);
  await daysLater(world, 0.2);
  expect(await restingRooms(world, at)).toEqual([2, 3, 4]);
  const rooms = await world.api(owner).rooms.list({ query: {} });
  expect(rooms.items).toHaveLength(5);
  expect(rooms.items.filter((room) => room.restsSince !== null)).toHaveLength(3);
  expect((await world.api(owner).rooms.list({ query: { state: 'resting' } })).items).toHaveLength(3);
});

test('what fits again within the time is forgotten, whatever made it fit', async () => {
  const at = await crowd({ rooms: 3 });
  const { world, owner, rooms } = at;
  await holdLimits(world, owner.accountId, { rooms: 2 });
  await world.api(owner).rooms.remove({ params: { id: rooms[0] ?? '' } });
  await world.runJobs();
  expect(await begun(world)).toEqual([]);
  await daysLater(world, 20);
  expect(await restingRooms(world, at)).toEqual([]);
  expect(await mailed(world)).toHaveLength(1);
});

test('they wake when the plan has room, the oldest first as far as it goes, and when others go', async () => {
  const at = await crowd({ rooms: 6 });
  const { world, owner, rooms } = at;
  await holdLimits(world, owner.accountId, { rooms: 2 });
  await daysLater(world, 14);
  expect(await restingRooms(world, at)).toEqual([2, 3, 4, 5]);
  await holdLimits(world, owner.accountId, { rooms: 3 });
  expect(await restingRooms(world, at)).toEqual([3, 4, 5]);
  await world.api(owner).rooms.remove({ params: { id: rooms[0] ?? '' } });
  await world.runJobs();
  expect(await restingRooms(world, at)).toEqual([4, 5]);
  await holdLimits(world, owner.accountId, { rooms: null });
  expect([await restingRooms(world, at), await begun(world)]).toEqual([[], []]);
});

test('one that rests may be deleted, and does not rest in the bin; it comes back only when it fits', async () => {
  const at = await crowd({ rooms: 2 });
  const { world, owner, rooms } = at;
  const last = { params: { id: rooms[1] ?? '' } };
  await holdLimits(world, owner.accountId, { rooms: 1 });
  await daysLater(world, 14);
  await world.api(owner).rooms.remove(last);
  expect(await restingRooms(world, at)).toEqual([]);
  await expect(world.api(owner).rooms.restore(last)).rejects.toMatchObject({ code: 'limit_reached' });
  await holdLimits(world, owner.accountId, { rooms: 2 });
  expect((await world.api(owner).rooms.restore(last)).restsSince).toBeNull();
});

test('a room in which a meeting runs rests when it is over', async () => {
  const at = await crowd({ rooms: 3 });
  const { world, owner, rooms } = at;
  await setMeeting(world, rooms[2] ?? '', 'live');
  await holdLimits(world, owner.accountId, { rooms: 1 });
  await daysLater(world, 14);
  expect(await restingRooms(world, at)).toEqual([1]);
  // also where the meeting begins between the look and the writing
  const ctx = world.ctx();
  const ids = [rooms[2] ?? ''];
  expect(await ctx.system.write((tx) => restRooms(ctx, tx, { accountId: owner.accountId, ids }))).toEqual([]);
  await setMeeting(world, rooms[2] ?? '', 'over');
  await daysLater(world, 0.05);
  expect(await restingRooms(world, at)).toEqual([1, 2]);
});

test('people: the newest rest; an owner never does, however small the plan', async () => {
  const at = await crowd({ people: 3 });
  const { world, owner } = at;
  await holdLimits(world, owner.accountId, { people: 2 });
  await daysLater(world, 14);
  expect(await restingPeople(world, at)).toEqual([1, 2]);
  await holdLimits(world, owner.accountId, { people: 0 });
  await daysLater(world, 14);
  expect(await restingPeople(world, at)).toEqual([0, 1, 2]);
  const { rows } = await world.ctx().system.read.execute(sql`select state from memberships where user_id = ${owner.userId}`);
  expect(rows).toEqual([{ state: 'active' }]);
  const write = world.ctx().system.write((tx) => changePlace(tx, owner, { state: 'suspended', suspendedWhy: 'over_plan' }));
  await expect(write).rejects.toThrow();
});

test('nobody is led out of a meeting: whoever is in one rests when they left it', async () => {
  const at = await crowd({ people: 2 });
  const { world, owner, people } = at;
  const meetingId = await buildMeeting(world, owner.accountId);
  const { read } = world.ctx().system;
  await read.execute(sql`update meetings set state = 'live', started_at = now() where id = ${meetingId}`);
  const userId = people[1]?.userId ?? '';
  await addStays(world, { accountId: owner.accountId, meetingId }, [[userId, '2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z']]);
  await read.execute(sql`update attendances set user_id = ${userId}, left_at = null`);
  await holdLimits(world, owner.accountId, { people: 1 });
  await daysLater(world, 14);
  expect(await restingPeople(world, at)).toEqual([0]);
  await read.execute(sql`update attendances set left_at = now()`);
  await daysLater(world, 0.05);
  expect(await restingPeople(world, at)).toEqual([0, 1]);
});

test('an owner alone is never too many, and whoever is kept out by hand is no matter of the plan', async () => {
  const at = await crowd({ people: 2 });
  const { world, owner, people } = at;
  await world.api(owner).iam.suspend({ params: { id: people[1]?.userId ?? '' } });
  await holdLimits(world, owner.accountId, { people: 2 });
  const alone = await buildPerson(world);
  await holdLimits(world, alone.accountId, { people: 0, rooms: 0 });
  expect(await begun(world)).toEqual([]);
  await daysLater(world, 15);
  expect(await restingPeople(world, at)).toEqual([]);
});

test('a smaller plan still gives those that it makes too many their own time; the others go on resting', async () => {
  const at = await crowd({ rooms: 4 });
  const { world, owner } = at;
  await holdLimits(world, owner.accountId, { rooms: 3 });
  await daysLater(world, 14);
  expect(await restingRooms(world, at)).toEqual([3]);
  await holdLimits(world, owner.accountId, { rooms: 1 });
  await daysLater(world, 13);
  expect(await restingRooms(world, at)).toEqual([3]);
  await daysLater(world, 1);
  expect(await restingRooms(world, at)).toEqual([1, 2, 3]);
});

test('owners and whoever may buy are mailed at the beginning, three days before and on the day, once each', async () => {
  const world = await worldForThisTest();
  const { owner } = await buildCrowded(world, { rooms: 3 });
  const clerk = await buildPerson(world, { email: 'clerk@example.org', colleagueOf: owner });
  await buildGrant(world, clerk, { preset: 'billing' });
  const teacher = await buildPerson(world, { email: 'teacher@example.org', colleagueOf: owner });
  await holdLimits(world, owner.accountId, { rooms: 1 });
  const both = (name: string) => [`overflow.${name} ${owner.email}`, `overflow.${name} clerk@example.org`];
  await lookAtAll(world.ctx());
  expect((await mailed(world)).sort()).toEqual(both('begins').sort());
  await daysLater(world, 10);
  expect(await mailed(world)).toHaveLength(2);
  await daysLater(world, 1);
  await daysLater(world, 1);
  expect((await mailed(world)).slice(2).sort()).toEqual(both('soon').sort());
  await daysLater(world, 2);
  await daysLater(world, 5);
  expect((await mailed(world)).slice(4).sort()).toEqual(both('rests').sort());
  // the bell says the same to the same people
  const figures = { limit: 'rooms', used: 3, max: 1, extra: 2 };
  for (const one of [owner, clerk]) {
    const notices = await noticed(world, one);
    expect(notices.map(({ kind }) => kind)).toEqual(['overflowBegins', 'overflowSoon', 'overflowRests']);
    for (const { data, link } of notices) expect([data, link]).toMatchObject([figures, '/my-subscriptions/over-limit']);
  }
  expect(await noticed(world, teacher)).toEqual([]);
});

test('twice at once does it once, and a process that begins anew goes on where the other stopped', async () => {
  const at = await crowd({ rooms: 3, people: 3 });
  const { world, owner } = at;
  await holdLimits(world, owner.accountId, { rooms: 1, people: 2 });
  expect(await mailed(world)).toHaveLength(2);
  world.clock.advance(11 * 86_400_000);
  await Promise.all([lookAt(world.ctx(), owner.accountId), lookAt(world.ctx(), owner.accountId)]);
  expect(await mailed(world)).toHaveLength(4);
  world.clock.advance(3 * 86_400_000);
  // a run that dies before its end leaves nothing behind
  const ctx = world.ctx();
  const dies = { ...ctx, bus: { ...ctx.bus, push: () => Promise.reject(new Error('killed')) } };
  await expect(lookAt(dies, owner.accountId)).rejects.toThrow('killed');
  expect([await restingRooms(world, at), await restingPeople(world, at), (await mailed(world)).length]).toEqual([[], [], 4]);
  await Promise.all([lookAtAll(world.ctx()), lookAtAll(world.ctx()), lookAt(world.ctx(), owner.accountId)]);
  expect([await restingRooms(world, at), await restingPeople(world, at), (await mailed(world)).length]).toEqual([
    [1, 2],
    [1, 2],
    6,
  ]);
  const audit = await world
    .ctx()
    .system.read.execute<{ action: string; n: number }>(
      sql`select action, count(*)::int n from audit_entries where action like 'accounts.overflow-%' or action in ('rooms.suspended', 'iam.suspended') group by 1 order by 1`,
    );
  expect(audit.rows).toEqual([
    { action: 'accounts.overflow-begun', n: 2 },
    { action: 'accounts.overflow-rested', n: 2 },
    { action: 'iam.suspended', n: 2 },
    { action: 'rooms.suspended', n: 2 },
  ]);
});

test('after a long stillness it is told first, and nothing rests before that time is over', async () => {
  const at = await crowd({ rooms: 2 });
  const { world, owner } = at;
  const ctx = world.ctx();
  await ctx.system.read.execute(sql`update accounts set entitlements = '{"rooms": 1}' where id = ${owner.accountId}`);
  await daysLater(world, 40);
  expect([await restingRooms(world, at), (await mailed(world)).length]).toEqual([[], 1]);
  await daysLater(world, 40);
  expect([await restingRooms(world, at), (await mailed(world)).length]).toEqual([[1], 2]);
  const early = ctx.system.read.execute(sql`update plan_overflows set rested_at = over_since + interval '13 days'`);
  await expect(early).rejects.toThrow();
});
