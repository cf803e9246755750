/** Nothing rests without a notice, nobody rests for those who do not come any more, and no account waits for another one. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { takeSeat } from '#core/iam/server/seats.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { lookAtAll } from './look.service.ts';
import { buildCrowded, daysLater, holdLimits, mailed, restingPeople, restingRooms } from './overflow.factory.ts';

const dayMs = 86_400_000;
const endAccess = (world: World, { userId, accountId }: UserActor, at: number) =>
  world
    .ctx()
    .system.read.execute(
      sql`update memberships set expires_at = ${new Date(at).toISOString()}::timestamptz where user_id = ${userId} and account_id = ${accountId}`,
    );

test('a plan that shrinks once more gives what it makes too many its own fourteen days, with mails of their own', async () => {
  const world = await worldForThisTest();
  const at = await buildCrowded(world, { rooms: 6 });
  const { accountId, email } = at.owner;
  await holdLimits(world, accountId, { rooms: 5 });
  await daysLater(world, 12);
  await daysLater(world, 1.5);
  await holdLimits(world, accountId, { rooms: 1 });
  const told = ['begins', 'soon', 'begins'].map((name) => `overflow.${name} ${email}`);
  expect(await mailed(world)).toEqual(told);
  await daysLater(world, 0.6);
  await daysLater(world, 12);
  expect(await restingRooms(world, at)).toEqual([]);
  expect(await mailed(world)).toEqual([...told, `overflow.soon ${email}`]);
  await daysLater(world, 1.5);
  expect(await restingRooms(world, at)).toEqual([1, 2, 3, 4, 5]);
  expect((await mailed(world)).at(-1)).toBe(`overflow.rests ${email}`);
});

test('a plan that grows, and is still too small, keeps the day', async () => {
  const world = await worldForThisTest();
  const at = await buildCrowded(world, { rooms: 5 });
  await holdLimits(world, at.owner.accountId, { rooms: 2 });
  await daysLater(world, 7);
  await holdLimits(world, at.owner.accountId, { rooms: 3 });
  await daysLater(world, 7);
  expect(await restingRooms(world, at)).toEqual([3, 4]);
});

test('whoever has no access any more holds no place of those who work, and makes room when it ends', async () => {
  const world = await worldForThisTest();
  const at = await buildCrowded(world, { people: 5 });
  const { owner, people } = at;
  const [p0, p1, p2] = people;
  if (p0 === undefined || p1 === undefined || p2 === undefined) throw new Error('none');
  await endAccess(world, p0, world.clock.now() - dayMs);
  await world.ctx().system.read.execute(sql`update users set state = 'suspended' where id = ${p1.userId}`);
  await holdLimits(world, owner.accountId, { people: 4 });
  await daysLater(world, 14.1);
  expect(await restingPeople(world, at)).toEqual([]);
  // nobody new is let in on their places, which they keep until these are taken away
  const ctx = world.ctx();
  const taken = ctx.system.write((tx) => takeSeat(ctx, tx, owner.accountId));
  await expect(taken).rejects.toMatchObject({ code: 'limit_reached', data: { used: 6, max: 4 } });
  await holdLimits(world, owner.accountId, { people: 3 });
  await daysLater(world, 14.1);
  expect(await restingPeople(world, at)).toEqual([4]);
  await endAccess(world, p2, world.clock.now() + dayMs / 2);
  await daysLater(world, 1);
  expect(await restingPeople(world, at)).toEqual([]);
});

test('an account that cannot be looked at is told in the log, and the others have their turn', async () => {
  const world = await worldForThisTest();
  const [first, second] = [await buildCrowded(world, { rooms: 2 }), await buildCrowded(world, { rooms: 2 })];
  const [one, other] = first.owner.accountId < second.owner.accountId ? [first, second] : [second, first];
  for (const { owner } of [one, other]) await holdLimits(world, owner.accountId, { rooms: 1 });
  world.clock.advance(14.1 * dayMs);
  const ctx = world.ctx();
  const logged: unknown[] = [];
  const push: typeof ctx.bus.push = (tx, news) =>
    news.topic === `account:${one.owner.accountId}` ? Promise.reject(new Error('lost')) : ctx.bus.push(tx, news);
  const log = { ...ctx.log, error: (fields: object) => void logged.push(fields) };
  await lookAtAll({ ...ctx, log, bus: { ...ctx.bus, push } });
  expect([await restingRooms(world, one), await restingRooms(world, other)]).toEqual([[], [1]]);
  expect(logged).toMatchObject([{ account: one.owner.accountId }]);
  await lookAtAll(world.ctx());
  expect(await restingRooms(world, one)).toEqual([1]);
});
