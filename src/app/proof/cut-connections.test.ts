/** The database ends connections in the middle of a transaction: 503 and when to try again, and then everything goes on. */
import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '#kit/server/db/db.ts';
import { sendFailure } from '#kit/server/http/send-failure.ts';
import { type World, worldForThisTest } from './testing.ts';

const pidOf = async (tx: Db) => Number((await tx.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.['pid']);
/** Ends that connection, and waits until the database has none of that id. */
async function cut(world: World, pid: number): Promise<void> {
  const db = world.ctx().system.read;
  await db.execute(sql`select pg_terminate_backend(${pid}, 5000)`);
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

const moments: [string, (world: World, tx: Db) => Promise<unknown>][] = [
  [
    'during a statement',
    async (world, tx) => {
      const pid = await pidOf(tx);
      const asleep = tx.execute(sql`select pg_sleep(20)`);
      await Promise.all([asleep, cut(world, pid)]);
    },
  ],
  [
    'just before the next one',
    async (world, tx) => {
      await cut(world, await pidOf(tx));
      await tx.execute(sql`select 1`);
    },
  ],
  [
    'long before the next one',
    async (world, tx) => {
      await cut(world, await pidOf(tx));
      await settled();
      await tx.execute(sql`select 1`);
    },
  ],
  [
    'before the commit',
    async (world, tx) => {
      await cut(world, await pidOf(tx));
      await settled();
    },
  ],
];

test.each(moments)('a connection that is cut %s', async (_when, work) => {
  const world = await worldForThisTest();
  const app = Fastify();
  app.setErrorHandler(sendFailure);
  app.get('/works', () => world.ctx().system.write(async (tx) => ({ pid: await pidOf(tx) })));
  app.get('/is-cut', () => world.ctx().system.write((tx) => work(world, tx)));
  onTestFinished(() => app.close());
  const answers = await Promise.all(Array.from({ length: 3 }, () => app.inject('/is-cut')));
  for (const answer of answers)
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '2']);
  // as many as the pool has: none of them is a broken one
  const after = await Promise.all(Array.from({ length: 8 }, () => app.inject('/works')));
  expect(after.map((one) => one.statusCode)).toEqual(after.map(() => 200));
});
