import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { worldForThisTest } from './testing.ts';

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
