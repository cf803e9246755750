/** Rate limits and waiting times that live in the database, so every process sees the same count. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import type { Scope } from './db.ts';

export type Limits = {
  /** Counts one use of `key`. Throws `too_many_requests` with `data.seconds` when more than `max` fell into the window. */
  use(key: string, rule: { max: number; windowSeconds: number }): Promise<void>;
  /** Throws `too_many_requests` while `key` has to wait after failures. */
  mayTry(key: string): Promise<void>;
  /** Notes a failure: after `free` of them each further one doubles the wait, from `firstSeconds` up to `mostSeconds`. */
  failed(key: string, rule: { free: number; firstSeconds: number; mostSeconds: number }): Promise<void>;
  /** Forgets the failures of a key. */
  succeeded(key: string): Promise<void>;
  /** Deletes counts that nobody will ask for again. */
  forgetOld(): Promise<void>;
};

const counted = z.array(z.object({ used: z.coerce.number(), seconds: z.coerce.number() }));
const waiting = z.array(z.object({ seconds: z.coerce.number() }));
const tooMany = (seconds: number) => new Failure('too_many_requests', { data: { seconds: Math.max(1, Math.ceil(seconds)) } });

/** `system` because a visitor has no account yet. */
export function createLimits(system: Scope, now: () => number): Limits {
  const at = () => new Date(now()).toISOString();
  return {
    use: async (key, rule) => {
      const result = await system.read.execute(sql`
        insert into rate_limits (key, used, resets_at) values (${key}, 1, ${at()}::timestamptz + make_interval(secs => ${rule.windowSeconds}))
        on conflict (key) do update set
          used = case when rate_limits.resets_at <= ${at()}::timestamptz then 1 else rate_limits.used + 1 end,
          resets_at = case when rate_limits.resets_at <= ${at()}::timestamptz then excluded.resets_at else rate_limits.resets_at end
        returning used, extract(epoch from resets_at - ${at()}::timestamptz) as seconds`);
      const [row] = z.parse(counted, result.rows);
      if (row !== undefined && row.used > rule.max) throw tooMany(row.seconds);
    },
    mayTry: async (key) => {
      const result = await system.read.execute(
        sql`select extract(epoch from resets_at - ${at()}::timestamptz) as seconds from rate_limits where key = ${`wait:${key}`} and resets_at > ${at()}::timestamptz and blocked`,
      );
      const [row] = z.parse(waiting, result.rows);
      if (row !== undefined) throw tooMany(row.seconds);
    },
    failed: async (key, rule) => {
      // failures are forgotten a day after the last one
      await system.read.execute(sql`
        insert into rate_limits (key, used, resets_at, blocked) values (${`wait:${key}`}, 1, ${at()}::timestamptz, ${rule.free < 1})
        on conflict (key) do update set
          used = case when rate_limits.resets_at < ${at()}::timestamptz - interval '1 day' then 1 else rate_limits.used + 1 end,
          blocked = rate_limits.used + 1 >= ${rule.free},
          resets_at = ${at()}::timestamptz + make_interval(secs => case when rate_limits.used + 1 >= ${rule.free}
            then least(${rule.mostSeconds}::float8, ${rule.firstSeconds}::float8 * power(2, least(20, rate_limits.used + 1 - ${rule.free}))) else 0 end)`);
    },
    succeeded: async (key) => {
      await system.read.execute(sql`delete from rate_limits where key = ${`wait:${key}`}`);
    },
    forgetOld: async () => {
      // failures count for a day after the last one
      await system.read.execute(sql`delete from rate_limits where resets_at < ${at()}::timestamptz - interval '1 day'`);
    },
  };
}
