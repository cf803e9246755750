/** Jobs: work that can wait, kept in PostgreSQL until it is done (pg-boss). A job is queued in the transaction of its cause. */
import { PgBoss, systemClock } from 'pg-boss';
import type pg from 'pg';
import * as z from 'zod/mini';
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
  run: (ctx: Ctx, payload: T) => Promise<void>;
};
/** Declares a job; only there for the types. */
export const job = <T>(definition: Job<T>): Job<T> => definition;
export type AnyJob = Pick<Job, 'name' | 'retries' | 'within'> & {
  schedule?: string;
  start: (ctx: Ctx, payload: unknown) => Promise<void>;
};
/** The job with its payload's type hidden behind the parse, so that jobs of all domains fit one list. */
export const mounted = <T>(definition: Job<T>): AnyJob => ({
  name: definition.name,
  retries: definition.retries,
  within: definition.within,
  ...(definition.schedule === undefined ? {} : { schedule: definition.schedule }),
  start: (ctx, payload) => definition.run(ctx, z.parse(definition.payload, payload)),
});

export type Jobs = {
  /** Queues in the transaction. `key`: while a job of that key waits, a second one is not queued. `after`: epoch milliseconds. */
  enqueue(tx: Db, work: { job: string; payload: object; key?: string; after?: number }): Promise<void>;
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
const bossOptions = (connectionString: string, log: Log) => ({
  boss: { connectionString, schema: 'pgboss', max: 4, application_name: 'atrium-jobs', clock },
  log,
});

/** Creates the queue tables and a queue per job. Needs the owner's connection; run by the migration. */
export async function prepareJobs(ownerUrl: string, jobs: readonly AnyJob[]): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: 'pgboss', max: 2, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  for (const one of jobs) {
    const options = {
      retryLimit: one.retries,
      retryBackoff: one.retries > 0,
      retryDelay: one.retries > 0 ? 5 : 0,
      expireInSeconds: one.within,
      policy: 'short' as const,
    };
    await boss.createQueue(one.name, options);
    await boss.updateQueue(one.name, {
      retryLimit: options.retryLimit,
      retryBackoff: options.retryBackoff,
      retryDelay: options.retryDelay,
      expireInSeconds: options.expireInSeconds,
    });
  }
  await boss.stop({ graceful: false });
}

/** The sending half, for every process. */
export async function openJobs(systemUrl: string, log: Log): Promise<{ jobs: Jobs; boss: PgBoss; close(): Promise<void> }> {
  const options = bossOptions(systemUrl, log);
  const boss = new PgBoss({ ...options.boss, migrate: false, supervise: true, schedule: true });
  boss.on('error', (error: unknown) => log.warn({ error }, 'the job queue reports'));
  await boss.start();
  const jobs: Jobs = {
    enqueue: async (tx, work) => {
      const client = pgClient(tx);
      await boss.send(work.job, work.payload, {
        // queues hold one waiting job per key; a job without one must not hide another
        singletonKey: work.key ?? newId(),
        ...(work.after === undefined ? {} : { startAfter: new Date(work.after) }),
        db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: (await client.query(text, values ?? [])).rows }) },
      });
    },
  };
  return { jobs, boss, close: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

/** The working half: takes jobs of every kind until the process ends. */
export async function workJobs(options: { boss: PgBoss; jobs: readonly AnyJob[]; ctx: () => Ctx; log: Log }): Promise<void> {
  const take = async (one: AnyJob): Promise<void> => {
    await options.boss.work(one.name, { pollingIntervalSeconds: 0.5, batchSize: 10 }, async (batch) => {
      for (const taken of batch) {
        try {
          await one.start(options.ctx(), taken.data ?? {});
        } catch (error) {
          options.log.error({ error, job: one.name, id: taken.id }, 'a job failed');
          // said for this one alone: throwing would run its whole batch again
          await options.boss.fail(one.name, taken.id, { message: error instanceof Error ? error.message : 'unknown' });
        }
      }
    });
    if (one.schedule !== undefined) await options.boss.schedule(one.name, one.schedule, {}, { tz: 'UTC' });
  };
  await Promise.all(options.jobs.map(take));
}
