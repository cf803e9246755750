/** Rate limits and waiting times that live in the database, so every process sees the same count. */
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import type { DbScope } from './db/db.ts';

/** After `free` failures each further one doubles the wait, from `firstSeconds` up to `mostSeconds`. Failures are forgotten a day after the last one. */
export type FailureRule = { free: number; firstSeconds: number; mostSeconds: number };

export type RateLimits = {
  /** Counts one use of `key`. Throws `too_many_requests` with `data.seconds` when more than `max` fell into the window. */
  use(key: string, rule: { max: number; windowSeconds: number }): Promise<void>;
  /** Throws `too_many_requests` while `key` has to wait after failures: spares costly work. What decides is `settle`. */
  mayTry(key: string): Promise<void>;
  /**
   * Settles a try whose outcome is known, in one statement. Throws `too_many_requests` whatever the outcome when the key has to wait by
   * now, else counts a bad one. So of many tries at once only as many are answered as one after the other would be, and no try
   * that turns out good takes the turn of another, which would hit a class that comes in at the same moment.
   */
  settle(key: string, rule: FailureRule, outcome: 'good' | 'bad'): Promise<void>;
  /** Notes a failure without asking whether the key has to wait. */
  failed(key: string, rule: FailureRule): Promise<void>;
  /** How many failures of a key are remembered. */
  failures(key: string): Promise<number>;
  /** Forgets the failures of a key. */
  succeeded(key: string): Promise<void>;
  /** Deletes counts that nobody will ask for again. */
  forgetOld(): Promise<void>;
};

const counted = z.array(z.object({ used: z.coerce.number(), seconds: z.coerce.number() }));
const remembered = z.array(z.object({ used: z.coerce.number() }));
const waiting = z.array(z.object({ seconds: z.coerce.number() }));
const tooMany = (seconds: number) => new Failure('too_many_requests', { data: { seconds: Math.max(1, Math.ceil(seconds)) } });
const waitKey = (key: string) => `wait:${key}`;
const isWaiting = (at: string) => sql`(rate_limits.blocked and rate_limits.resets_at > ${at}::timestamptz)`;

type FailureCount = { key: string; rule: FailureRule; at: string };
/** Counts one failure more and sets the wait that follows from it; where `unless` holds nothing changes and no row comes back. */
function countFailure({ key, rule, at }: FailureCount, unless: SQL): SQL {
  const now = sql`${at}::timestamptz`;
  const nth = sql`(case when rate_limits.resets_at < ${now} - interval '1 day' then 1 else rate_limits.used + 1 end)`;
  const waitAfter = (n: SQL) =>
    sql`${now} + make_interval(secs => case when ${n} >= ${rule.free}::int
      then least(${rule.mostSeconds}::float8, ${rule.firstSeconds}::float8 * power(2, least(20, ${n} - ${rule.free}::int))) else 0 end)`;
  return sql`
    insert into rate_limits (key, used, resets_at, blocked) values (${waitKey(key)}, 1, ${waitAfter(sql`1`)}, ${rule.free <= 1})
    on conflict (key) do update set used = ${nth}, blocked = ${nth} >= ${rule.free}::int, resets_at = ${waitAfter(nth)}
    where not ${unless}
    returning used`;
}

/** `system` because a visitor has no account yet. */
export function createLimits(system: DbScope, now: () => number): RateLimits {
  const at = () => new Date(now()).toISOString();
  const secondsLeft = async (key: string, lock: SQL): Promise<number | null> => {
    const time = at();
    const result = await system.read.execute(sql`
      select case when ${isWaiting(time)} then extract(epoch from resets_at - ${time}::timestamptz) else 0 end as seconds
      from rate_limits where key = ${waitKey(key)} ${lock}`);
    const [row] = z.parse(waiting, result.rows);
    return row === undefined || row.seconds === 0 ? null : row.seconds;
  };
  const throwIfWaiting = async (key: string, lock: SQL) => {
    const seconds = await secondsLeft(key, lock);
    if (seconds !== null) throw tooMany(seconds);
  };
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
    mayTry: (key) => throwIfWaiting(key, sql``),
    settle: async (key, rule, outcome) => {
      // locked, so that a good try stands in line behind the bad ones that are being counted
      if (outcome === 'good') return throwIfWaiting(key, sql`for update`);
      const time = at();
      const taken = await system.read.execute(countFailure({ key, rule, at: time }, isWaiting(time)));
      if (taken.rows.length === 0) throw tooMany((await secondsLeft(key, sql``)) ?? 1);
    },
    failed: async (key, rule) => {
      await system.read.execute(countFailure({ key, rule, at: at() }, sql`false`));
    },
    failures: async (key) => {
      const result = await system.read.execute(
        sql`select used from rate_limits where key = ${waitKey(key)} and resets_at >= ${at()}::timestamptz - interval '1 day'`,
      );
      return z.parse(remembered, result.rows)[0]?.used ?? 0;
    },
    succeeded: async (key) => {
      await system.read.execute(sql`delete from rate_limits where key = ${waitKey(key)}`);
    },
    forgetOld: async () => {
      // failures count for a day after the last one
      await system.read.execute(sql`delete from rate_limits where resets_at < ${at()}::timestamptz - interval '1 day'`);
    },
  };
}
