import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/testing.ts';
import { buildPerson, buildRoom } from '#meet/meetings/server/meet.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { watchLimits } from './told.service.ts';
import { addStays, buildMeeting, turnTo } from './usage.factory.ts';

const told = async (world: World, owner: UserActor) =>
  (await world.api(owner).notices.list({ query: {} })).items.map((one) => `${one.kind} ${one.data['limit']} ${one.data['used']}`);

test('rooms: at 80 and at 100 % once each, and anew after they fell below 70 %', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world, { entitlements: { rooms: 5 } });
  const look = async () => {
    await Promise.all([watchLimits(world.ctx(), []), watchLimits(world.ctx(), [])]);
    return told(world, owner);
  };
  const rooms: { id: string }[] = [];
  for (let n = 0; n < 3; n += 1) rooms.push(await buildRoom(world, owner));
  expect(await look()).toEqual([]);
  rooms.push(await buildRoom(world, owner));
  expect(await look()).toEqual(['limitNear rooms 4']);
  rooms.push(await buildRoom(world, owner));
  expect(await look()).toEqual(['limitReached rooms 5', 'limitNear rooms 4']);
  const toBin = (n: number) =>
    world.ctx().system.read.execute(sql`update rooms set deleted_at = now() where id = ${rooms[n]?.id}`);
  await toBin(0);
  expect(await look()).toHaveLength(2);
  await toBin(1);
  expect(await look()).toHaveLength(2);
  await buildRoom(world, owner);
  expect(await look()).toEqual(['limitNear rooms 4', 'limitReached rooms 5', 'limitNear rooms 4']);
});

test('people and meetings at once by the most of the last minutes, storage, minutes, and what others count', async () => {
  const world = await worldForThisTest();
  turnTo(world, '2026-03-10T12:00:00Z');
  const limits = { meetingsAtOnce: 1, peopleAtOnce: 2, recordingGb: 1, minutesPerMonth: 100, webhooks: 2 };
  const owner = await buildPerson(world, { entitlements: limits });
  const { accountId } = owner;
  const meetingId = await buildMeeting(world, accountId);
  await addStays(world, { accountId, meetingId }, [
    ['ann', '2026-03-10T11:00:00Z', '2026-03-10T11:58:00Z'],
    ['bob', '2026-03-10T11:30:00Z', '2026-03-10T11:57:00Z'],
  ]);
  await world.ctx().system.read.execute(sql`
    insert into account_use (account_id, recorded_bytes, minutes_used, minutes_until) values (${accountId}, 850000000, 100, '2026-04-01')
    on conflict (account_id) do update set recorded_bytes = 850000000, minutes_used = 100, minutes_until = '2026-04-01'`);
  const webhooks = { limit: 'webhooks', countsOf: async () => new Map([[accountId, 2]]) } as const;
  await watchLimits(world.ctx(), [webhooks]);
  expect((await told(world, owner)).sort()).toEqual([
    'limitNear recordingGb 0.9',
    'limitReached meetingsAtOnce 1',
    'limitReached minutesPerMonth 100',
    'limitReached peopleAtOnce 2',
    'limitReached webhooks 2',
  ]);
});

test('as many questions for a thousand accounts as for a few, by page', async () => {
  const world = await worldForThisTest();
  await buildPerson(world);
  const ctx = world.ctx();
  let asked = 0;
  const read = new Proxy(ctx.system.read, {
    get(target, name) {
      if (name === 'execute' || name === 'select') asked += 1;
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  const look = async () => {
    asked = 0;
    await watchLimits({ ...ctx, system: { ...ctx.system, read } }, []);
    return asked;
  };
  await look();
  const few = asked;
  await ctx.system.read.execute(sql`
    insert into accounts (id, kind, name, state, locale, time_zone, branding, entitlements, version, created_at)
    select gen_random_uuid(), 'customer', 'A', 'active', 'en-US', 'UTC', '{}', '{}', 1, now() from generate_series(1, 1000)`);
  expect(await look()).toBe(few * 3);
});
