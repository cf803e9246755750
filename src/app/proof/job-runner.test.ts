/** Jobs as a process that works takes them: at once, at their time, side by side, in turn. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { rolesOf, urlAs } from '#kit/server/db/roles.ts';
import { type Job, job, mounted, openJobs, openUpkeep, prepareJobs } from '#kit/server/jobs/jobs.ts';
import { runJobs } from '#kit/server/jobs/job-runner.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { masterKey, testWorld, type World } from './testing.ts';

let world: Awaited<ReturnType<typeof testWorld>>;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

type Note = { name: string; at: number };
const payload = z.object({ name: z.string(), ms: z.number() });
type Work = z.infer<typeof payload> & { after?: number; group?: string };

/** Runs one kind of job, whose runs take as long as their payload says. */
async function runKind({ parts, ownerUrl }: World, kind: Pick<Job, 'name' | 'concurrency' | 'perGroup'>) {
  const begun: Note[] = [];
  const ended = new AbortController();
  const run = async (_ctx: unknown, { name, ms }: z.infer<typeof payload>) => {
    begun.push({ name, at: Date.now() });
    if (name === 'fails' && begun.filter((one) => one.name === name).length === 1) throw new Error('the first try');
    await wait(ms, undefined, { signal: ended.signal }).catch(() => undefined);
  };
  const jobs = [mounted(job({ ...kind, payload, retries: 2, within: 60, run }))];
  await prepareJobs(ownerUrl, jobs);
  const { log, bus, databases, config } = parts;
  const systemUrl = urlAs(ownerUrl, rolesOf(config, createSecrets(masterKey)).system);
  const queue = await openJobs(systemUrl, { bus, log });
  const options = { boss: queue.boss, jobs, bus, log, scope: databases.system, ctx: () => world.ctx() };
  const stop = runJobs({ ...options, openUpkeep: () => openUpkeep(systemUrl, log) });
  onTestFinished(async () => {
    ended.abort();
    await stop();
    await queue.close();
  });
  const enqueue = (all: readonly Work[]) =>
    databases.system.write(async (tx) => {
      for (const { after, group, ...one } of all)
        await queue.jobs.enqueue(tx, { job: kind.name, payload: one, ...(after && { after }), ...(group && { group }) });
    });
  return { enqueue, begun, names: () => begun.map((one) => one.name) };
}

test('a job begins at once, one that is delayed within a second of its time, one that failed again after its pause', async () => {
  const { enqueue, begun, names } = await runKind(world, { name: 'test.times', concurrency: 5 });
  const after = Date.now() + 2_500;
  await enqueue([{ name: 'later', ms: 0, after }]);
  await wait(500);
  const asked = Date.now();
  await enqueue([
    { name: 'now', ms: 0 },
    { name: 'fails', ms: 0 },
  ]);
  await expect.poll(names, { timeout: 30_000 }).toEqual(['now', 'fails', 'later', 'fails']);
  const [now, , later] = begun;
  expect((now?.at ?? 0) - asked).toBeLessThan(500);
  expect((later?.at ?? 0) - after).toBeGreaterThanOrEqual(-5);
  expect((later?.at ?? 0) - after).toBeLessThan(1_500);
}, 60_000);

test('of a kind as many run at once as it says, the next as soon as one ends', async () => {
  const { enqueue, names } = await runKind(world, { name: 'test.places', concurrency: 2 });
  await enqueue([{ name: 'long', ms: 60_000 }, ...Array.from({ length: 15 }, (_none, n) => ({ name: `short ${n}`, ms: 20 }))]);
  const began = Date.now();
  await expect.poll(() => names().length, { timeout: 10_000 }).toBe(16);
  // fifteen in a row, none of which waited for the sweep
  expect(Date.now() - began).toBeLessThan(5_000);
}, 60_000);

test('jobs of one group run one after the other in their order, and take no place of others', async () => {
  const { enqueue, names } = await runKind(world, { name: 'test.groups', concurrency: 3, perGroup: 1 });
  const slow = Array.from({ length: 10 }, (_none, n) => ({ name: `slow ${n}`, ms: 60_000, group: 'slow' }));
  const quick = Array.from({ length: 6 }, (_none, n) => ({ name: `quick ${n}`, ms: 10, group: 'quick' }));
  await enqueue([...slow, ...quick]);
  await expect.poll(() => names().length, { timeout: 10_000 }).toBe(7);
  expect(names().filter((name) => name !== 'slow 0')).toEqual(quick.map((one) => one.name));
}, 60_000);
