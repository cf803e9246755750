/** What happened in the last seconds, counted in the table of limits, so that every process sees the same. All times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from './db/db.ts';

const width = 10_000;
const buckets = 4;
/** Counted is what is younger than this, and what is older than `recentAtLeast` may be left out. */
export const recentAtMost = width * buckets;
export const recentAtLeast = width * (buckets - 1);

/** From when on uses are counted at `now`. */
export const recentSince = (now: number): number => (Math.floor(now / width) - buckets + 1) * width;

const keysAt = (key: string, now: number): string[] =>
  Array.from({ length: buckets }, (_, back) => `recent:${key}:${Math.floor(now / width) - back}`);
const onceKey = (key: string) => `recent-once:${key}`;
const figures = z.array(z.object({ used: z.number(), known: z.boolean() }));

/** How many uses of `key` were noted since `recentSince(now)`, and whether `once` is one of them. */
export async function recentUses(
  db: Db,
  of: { key: string; once: string | null; now: number },
): Promise<{ used: number; known: boolean }> {
  const { key, once, now } = of;
  const at = new Date(now).toISOString();
  const result = await db.execute(sql`
    select (select coalesce(sum(used), 0)::int from rate_limits where key = any(${sql.param(keysAt(key, now))}::text[])) as used,
      exists (select 1 from rate_limits where key = ${onceKey(once ?? '')} and resets_at > ${at}::timestamptz) as known`);
  const [row] = z.parse(figures, result.rows);
  return { used: row?.used ?? 0, known: once !== null && (row?.known ?? false) };
}

/** Notes one use. `once`: who used it; null when nobody can tell. */
export async function noteRecent(tx: Db, of: { key: string; once: string | null; now: number }): Promise<void> {
  const { key, once, now } = of;
  const [current = ''] = keysAt(key, now);
  const until = new Date(now + recentAtMost).toISOString();
  const who = once === null ? sql`` : sql`, (${onceKey(once)}, 1, ${until}::timestamptz)`;
  await tx.execute(sql`
    insert into rate_limits (key, used, resets_at) values (${current}, 1, ${until}::timestamptz)${who}
    on conflict (key) do update set used = rate_limits.used + 1, resets_at = excluded.resets_at`);
}
