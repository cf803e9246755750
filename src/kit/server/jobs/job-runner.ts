/**
 * Takes jobs in a process that works. It is woken when a job is queued (the bus), when a place gets free, and by a sweep that one
 * process makes each second for all: no notification comes when a delayed job or a retry falls due.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import type { Bus } from './bus.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DbScope } from '#kit/server/db/db.ts';
import { dueQueues } from './job-queue.queries.ts';
import { type AnyJob, HEARTBEAT_SECONDS, QUEUED } from './jobs.ts';
import { workUnderLease } from '#kit/server/lease.ts';
import type { Log } from '#kit/server/log.ts';

export type RunnerOptions = {
  boss: PgBoss;
  /** What only one process does; it is started while this one has the lease. */
  openUpkeep: () => Promise<PgBoss>;
  jobs: readonly AnyJob[];
  ctx: () => Ctx;
  scope: DbScope;
  bus: Bus;
  log: Log;
};

/** Which job, and which of its tries. */
type JobAttempt = Pick<Job, 'id' | 'retryCount'>;
/** Jobs of one kind in this process. `more`: there may be some that wait. */
type JobLane = { kind: AnyJob; running: Map<JobAttempt, Promise<void>>; more: boolean; taking: boolean };
type RunnerState = RunnerOptions & { lanes: ReadonlyMap<string, JobLane>; isStopped: () => boolean };

/** Milliseconds that running jobs have to come to an end when the process stops. */
const longestStop = 5_000;

async function runWithin(runner: RunnerState, kind: AnyJob, data: unknown): Promise<void> {
  const late = new AbortController();
  const tooLong = wait(kind.within * 1_000, undefined, { signal: late.signal }).then(() => {
    throw new Error(`took longer than ${kind.within} s`);
  });
  try {
    await Promise.race([kind.start(runner.ctx(), data ?? {}), tooLong]);
  } finally {
    tooLong.catch(() => undefined);
    late.abort();
  }
}

async function runJob(runner: RunnerState, lane: JobLane, job: JobAttempt & { data: unknown }): Promise<void> {
  const { boss, log } = runner;
  const { name } = lane.kind;
  let failure: unknown = null;
  try {
    await runWithin(runner, lane.kind, job.data);
  } catch (error) {
    failure = error;
    log.error({ error, job: name, id: job.id }, 'a job failed');
  }
  const ending =
    failure === null
      ? boss.complete(name, job)
      : boss.fail(name, job, { message: failure instanceof Error ? failure.message : 'unknown' });
  // without a heartbeat it is taken back and run again
  await ending.catch((error: unknown) => log.warn({ error, job: name, id: job.id }, 'the end of a job could not be noted'));
}

function begin(runner: RunnerState, lane: JobLane, job: JobAttempt & { data: unknown }): void {
  const attempt = { id: job.id, retryCount: job.retryCount, data: job.data };
  const done = runJob(runner, lane, attempt).finally(() => {
    lane.running.delete(attempt);
    // one of its group may have waited for its end
    if (lane.kind.perGroup !== undefined) lane.more = true;
    void take(runner, lane);
  });
  lane.running.set(attempt, done);
}

/** Fills the free places of a lane as long as there are jobs. */
async function take(runner: RunnerState, lane: JobLane): Promise<void> {
  const { concurrency = 1, perGroup, name } = lane.kind;
  if (lane.taking) return;
  lane.taking = true;
  try {
    while (lane.more && lane.running.size < concurrency && !runner.isStopped()) {
      const free = concurrency - lane.running.size;
      lane.more = false;
      const taken = await runner.boss.fetch<object>(name, {
        batchSize: free,
        ...(perGroup === undefined ? {} : { groupConcurrency: perGroup }),
      });
      // of a group only some are given, so fewer than asked for does not mean that no other group waits
      if (taken.length === free || (perGroup !== undefined && taken.length > 0)) lane.more = true;
      for (const job of taken) begin(runner, lane, job);
    }
  } catch (error) {
    // the sweep looks again
    lane.more = true;
    runner.log.warn({ error, job: name }, 'jobs could not be taken');
  } finally {
    lane.taking = false;
  }
}

function wakeLane(runner: RunnerState, name: string): void {
  const lane = runner.lanes.get(name);
  if (lane === undefined) return;
  lane.more = true;
  void take(runner, lane);
}

/** Tells the database that the jobs of this process still run. */
async function beat(runner: RunnerState): Promise<void> {
  for (const { kind, running } of runner.lanes.values())
    if (running.size > 0)
      await runner.boss.touch(kind.name, [...running.keys()]).catch((error: unknown) => {
        runner.log.warn({ error, job: kind.name }, 'the heartbeat of a job failed');
      });
}

/** Makes the sweep and pg-boss's upkeep in one process of the installation. */
function startSweep(runner: RunnerState): () => Promise<void> {
  const { scope, bus, log } = runner;
  const names = [...runner.lanes.keys()];
  let upkeep: PgBoss | null = null;
  return workUnderLease(
    {
      key: 'jobs.sweep',
      seconds: 15,
      every: 1_000,
      round: async () => {
        upkeep ??= await runner.openUpkeep();
        const due = await dueQueues(scope.read, names);
        // also without the bus, should its connection be dead
        for (const name of due) wakeLane(runner, name);
        if (due.length > 0)
          await bus.pushAll(
            scope.read,
            due.map((kind) => ({ topic: QUEUED, kind })),
          );
      },
      release: async () => {
        const last = upkeep;
        upkeep = null;
        await last?.stop({ graceful: false });
      },
    },
    { scope, bus, log },
  );
}

async function endRunning(runner: RunnerState): Promise<void> {
  const lanes = [...runner.lanes.values()];
  const all = Promise.all(lanes.flatMap((lane) => [...lane.running.values()]));
  await Promise.race([all, wait(longestStop, undefined, { ref: false })]);
  for (const { kind, running } of lanes)
    if (running.size > 0) await runner.boss.fail(kind.name, [...running.keys()], { message: 'the process stopped' });
}

/** Takes jobs of every kind until the returned function is called. */
export function runJobs(options: RunnerOptions): () => Promise<void> {
  const { jobs, bus } = options;
  let stopped = false;
  const lanes = new Map(
    jobs.map((kind): [string, JobLane] => [kind.name, { kind, running: new Map(), more: false, taking: false }]),
  );
  const runner: RunnerState = { ...options, lanes, isStopped: () => stopped };
  // a push that is lost with the connection is made up for by the next sweep
  const off = bus.on(QUEUED, ({ kind }) => wakeLane(runner, kind));
  const heart = setInterval(() => void beat(runner), (HEARTBEAT_SECONDS * 1_000) / 3);
  const stopSweep = startSweep(runner);
  return async () => {
    stopped = true;
    off();
    await stopSweep();
    await endRunning(runner);
    clearInterval(heart);
  };
}
