import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { EVENT_DAYS } from '#kit/server/jobs/event-sink.ts';
import { allJobs } from '#app/context.ts';
import { crowd, worldForThisTest } from './testing.ts';

const codeOf = (error: unknown) => (error instanceof Failure ? error.code : String(error));

test('a world has a migrated database and serves with roles that own nothing', async () => {
  const world = await worldForThisTest();
  const asApp = await world.ctx().db.read.execute<{ name: string }>(sql`select current_user as name`);
  const asSystem = await world.ctx().system.read.execute<{ name: string }>(sql`select current_user as name`);
  expect([asApp.rows[0]?.name, asSystem.rows[0]?.name]).toEqual(['atrium_test_app', 'atrium_test_system']);
  await expect(world.ctx().db.read.execute(sql`alter table rooms disable row level security`)).rejects.toThrow();
});

test('a key that is used more often than allowed has to wait, and may come back after the window', async () => {
  const world = await worldForThisTest();
  const limits = world.ctx().limits;
  const rule = { max: 2, windowSeconds: 60 };
  await limits.use('k', rule);
  await limits.use('k', rule);
  await expect(limits.use('k', rule)).rejects.toThrow(Failure);
  world.clock.advance(61_000);
  await limits.use('k', rule);
});

test('failures make the next try wait longer each time', async () => {
  const world = await worldForThisTest();
  const limits = world.ctx().limits;
  const rule = { free: 3, firstSeconds: 4, mostSeconds: 60 };
  const waits: number[] = [];
  for (let i = 0; i < 6; i++) {
    await limits.failed('who', rule);
    const wait = await limits.mayTry('who').then(
      () => 0,
      (error: unknown) => (error instanceof Failure ? Number(error.data['seconds']) : -1),
    );
    waits.push(wait);
  }
  expect(waits).toEqual([0, 0, 4, 8, 16, 32]);
  await limits.succeeded('who');
  await limits.mayTry('who');
});

test('of twenty wrong tries at once only as many are answered as the rule leaves free, and then one per wait', async () => {
  const world = await worldForThisTest(crowd);
  const limits = world.ctx().limits;
  const rule = { free: 5, firstSeconds: 60, mostSeconds: 600 };
  const outcomes = async (kind: 'good' | 'bad') => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => limits.settle('crowd', rule, kind).then(() => 'answered', codeOf)),
    );
    return {
      answered: all.filter((one) => one === 'answered').length,
      waits: all.filter((one) => one === 'too_many_requests').length,
    };
  };
  expect(await outcomes('bad')).toEqual({ answered: 5, waits: 15 });
  // the right one among them learns nothing either
  expect(await outcomes('good')).toEqual({ answered: 0, waits: 20 });
  world.clock.advance(61_000);
  expect(await outcomes('bad')).toEqual({ answered: 1, waits: 19 });
  world.clock.advance(60_000);
  expect(await outcomes('bad')).toEqual({ answered: 0, waits: 20 });
  world.clock.advance(61_000);
  // and good ones take nobody's turn
  expect(await outcomes('good')).toEqual({ answered: 20, waits: 0 });
});

test('failures are forgotten a day after the last one', async () => {
  const world = await worldForThisTest();
  const limits = world.ctx().limits;
  const rule = { free: 2, firstSeconds: 60, mostSeconds: 60 };
  await limits.settle('k', rule, 'bad');
  world.clock.advance(86_400_000 + 1_000);
  await limits.settle('k', rule, 'bad');
  await limits.mayTry('k');
  await limits.settle('k', rule, 'bad');
  await expect(limits.mayTry('k')).rejects.toThrow(Failure);
});

test('events are deleted after thirty days, and not before', async () => {
  expect(EVENT_DAYS).toBe(30);
  const world = await worldForThisTest();
  const told = (name: string) =>
    world.ctx().system.write((tx) => world.parts.events.publish(world.ctx(), tx, { name, accountId: null, data: {} }));
  const left = async () =>
    (await world.ctx().system.read.execute<{ name: string }>(sql`select name from events order by name`)).rows.map(
      (row) => row.name,
    );
  await told('test.first');
  world.clock.advance(10 * 86_400_000);
  await told('test.second');
  const forget = allJobs.find((one) => one.name === 'events.forget');
  expect(forget?.schedule).toBe('30 3 * * *');
  world.clock.advance(20 * 86_400_000 - 60_000);
  await forget?.start(world.ctx(), {});
  expect(await left()).toEqual(['test.first', 'test.second']);
  world.clock.advance(120_000);
  await forget?.start(world.ctx(), {});
  expect(await left()).toEqual(['test.second']);
});

test('counts that are over are deleted, and failures of the last day are kept', async () => {
  const world = await worldForThisTest();
  const ctx = world.ctx();
  await ctx.limits.use('old', { max: 1, windowSeconds: 60 });
  world.clock.advance(2 * 86_400_000);
  for (let n = 0; n < 3; n += 1) await ctx.limits.failed('fresh', { free: 1, firstSeconds: 60, mostSeconds: 60 });
  await ctx.limits.forgetOld();
  const left = await ctx.system.read.execute(sql`select key from rate_limits where key in ('old', 'wait:fresh')`);
  expect(left.rows).toEqual([{ key: 'wait:fresh' }]);
});
