/**
 * Jobs: work that can wait, kept in PostgreSQL until it is done (pg-boss). A job is queued in the transaction of its cause, and the
 * processes that work hear of it over the bus (`job-runner.ts`).
 */
import { PgBoss, systemClock } from 'pg-boss';
import type pg from 'pg';
import * as z from 'zod/mini';
import type { Bus } from './bus.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { Log } from '#kit/server/log.ts';

/** A job: its payload is parsed before the handler sees it. Handlers run at least once, so they are idempotent. */
export type Job<T = unknown> = {
  name: string;
  payload: z.ZodMiniType<T>;
  /** Tries after the first, with a growing pause. */
  retries: number;
  /** Seconds before a run counts as dead. */
  within: number;
  /** Cron line in UTC: the job runs by itself with an empty payload. */
  schedule?: string;
  /** How many run at once in a process; 1 when left out. Jobs that wait for other machines need more, or one of them holds up all. */
  concurrency?: number;
  /** How many of one `group` run at once in the whole installation. */
  perGroup?: number;
  run: (ctx: Ctx, payload: T) => Promise<void>;
};
/** Declares a job; only there for the types. */
export const job = <T>(definition: Job<T>): Job<T> => definition;
export type AnyJob = Omit<Job, 'payload' | 'run'> & {
  start: (ctx: Ctx, payload: unknown) => Promise<void>;
};
/** The job with its payload's type hidden behind the parse, so that jobs of all domains fit one list. */
export const mounted = <T>({ payload: shape, run, ...rest }: Job<T>): AnyJob => ({
  ...rest,
  start: (ctx, payload) => run(ctx, z.parse(shape, payload)),
});

/** `key`: while a job of that key waits, a second one is not queued. `after`: epoch milliseconds. `group`: see `perGroup`. */
export type QueuedWork = { job: string; payload: object; key?: string; after?: number; group?: string };
export type Jobs = {
  /** Queues in the transaction. */
  enqueue(tx: Db, work: QueuedWork): Promise<void>;
};

const pgClient = (tx: Db): Pick<pg.PoolClient, 'query'> => {
  if ('$client' in tx && typeof tx.$client === 'object' && tx.$client !== null && 'query' in tx.$client) {
    // cast: drizzle keeps the driver's client under this name, untyped
    return tx.$client as pg.PoolClient;
  }
  throw new Error('not a transaction');
};

/** The longest wait that a timer of Node knows; a longer one would end at once. */
const LONGEST_WAIT = 2 ** 31 - 1;
/** A machine whose clock is put back by weeks would otherwise have the queue wait for its next claim a thousand times a second. */
const clock = {
  ...systemClock,
  setTimeout: (fn: () => void, ms: number) => systemClock.setTimeout(fn, Math.min(ms, LONGEST_WAIT)),
};
/** Topic on which the names of queues are pushed in which a job may run now. */
export const QUEUED = 'jobs';
/** Seconds without a sign of life after which the process of a job counts as dead. */
export const HEARTBEAT_SECONDS = 30;
/** Seconds that what ended is kept for looking it up. */
const KEPT_SECONDS = 86_400;

/** Longest pause between two tries, in seconds. */
const LONGEST_PAUSE = 14_400;

const queueOptions = (one: AnyJob) => ({
  retryLimit: one.retries,
  retryBackoff: one.retries > 0,
  ...(one.retries > 0 ? { retryDelayMax: LONGEST_PAUSE } : {}),
  retryDelay: one.retries > 0 ? 5 : 0,
  expireInSeconds: one.within,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: KEPT_SECONDS,
});

/** What a queue is made of: when it changes, the queues are prepared again. */
export const queueMark = (one: AnyJob): unknown => [one.name, one.schedule ?? null, queueOptions(one)];

/** Creates the queue tables, a queue per job and the schedules. Needs the owner's connection; run by the migration. */
export async function prepareJobs(ownerUrl: string, jobs: readonly AnyJob[]): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: 'pgboss', max: 2, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const one of jobs) {
      await boss.createQueue(one.name, { ...queueOptions(one), policy: 'short' });
      await boss.updateQueue(one.name, queueOptions(one));
      if (one.schedule !== undefined) await boss.schedule(one.name, one.schedule, {}, { tz: 'UTC' });
    }
    const scheduled = new Set(jobs.flatMap((one) => (one.schedule === undefined ? [] : [one.name])));
    for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
  } finally {
    await boss.stop({ graceful: false });
  }
}

const bossOptions = (connectionString: string) => ({
  connectionString,
  schema: 'pgboss',
  application_name: 'atrium-jobs',
  clock,
  migrate: false,
  // queues change with a migration, and each process starts after it
  queueCacheIntervalSeconds: 3_600,
});

/** What one process of the installation does for all: sends the jobs of the clock, and takes jobs of dead processes back. */
export async function openUpkeep(systemUrl: string, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    ...bossOptions(systemUrl),
    max: 2,
    schedule: true,
    cronWorkerIntervalSeconds: 10,
    supervise: true,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    // jobs that depend on each other: there are none
    flowIntervalSeconds: 3_600,
  });
  boss.on('error', (error: unknown) => log.warn({ error }, 'the upkeep of the job queue reports'));
  await startBoss(boss);
  return boss;
}

async function startBoss(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

export type JobQueue = { jobs: Jobs; readonly boss: PgBoss; close(): Promise<void> };

/** The sending half, for every process. It asks the database nothing while nothing is queued. */
export async function openJobs(systemUrl: string, { bus, log }: { bus: Bus; log: Log }): Promise<JobQueue> {
  const boss = new PgBoss({ ...bossOptions(systemUrl), max: 4, supervise: false, schedule: false });
  boss.on('error', (error: unknown) => log.warn({ error }, 'the job queue reports'));
  await startBoss(boss);
  let lastId = 0;
  // of one group the smallest id runs first, so ids grow even within a millisecond
  const nextId = () => {
    lastId = Math.max(Date.now(), lastId + 1);
    return newId(lastId);
  };
  const jobs: Jobs = {
    enqueue: async (tx, work) => {
      const client = pgClient(tx);
      await boss.send(work.job, work.payload, {
        id: nextId(),
        // queues hold one waiting job per key; a job without one must not hide another
        singletonKey: work.key ?? newId(),
        ...(work.after === undefined ? {} : { startAfter: new Date(work.after) }),
        ...(work.group === undefined ? {} : { group: { id: work.group } }),
        db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: (await client.query(text, values ?? [])).rows }) },
      });
      if (work.after === undefined) await bus.push(tx, { topic: QUEUED, kind: work.job });
    },
  };
  return { jobs, boss, close: () => boss.stop({ graceful: false }) };
}
