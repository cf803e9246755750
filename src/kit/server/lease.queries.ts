/** Leases: rows in `settings` that say which process of the installation does what only one should do. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from './db/db.ts';

const leaseRow = z.object({ held: z.boolean(), left: z.nullable(z.coerce.number()) });

export type LeaseTerms = { key: string; holder: string; seconds: number };

/**
 * Gives the lease to `holder`, or renews it. Returns 0, or the milliseconds until the lease of another process runs out. A lease
 * and not a lock, because a lock would keep a transaction or a connection open while the work is done. The clock is the database's.
 */
export async function holdLease(db: Db, { key, holder, seconds }: LeaseTerms): Promise<number> {
  const result = await db.execute(sql`
    with lease as (
      insert into settings (key, value, updated_at) values (${key}, to_jsonb(${holder}::text), now())
      on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
      where settings.value = excluded.value or settings.updated_at < now() - make_interval(secs => ${seconds})
      returning key)
    select exists (select from lease) as held,
      (select extract(epoch from updated_at - now()) + ${seconds}::float8 from settings where key = ${key}) as left`);
  const { held, left } = z.parse(leaseRow, result.rows[0]);
  return held ? 0 : Math.max(100, Math.ceil((left ?? seconds / 2) * 1_000));
}

/** Lets another process take over at once. */
export async function dropLease(db: Db, { key, holder }: Pick<LeaseTerms, 'key' | 'holder'>): Promise<void> {
  await db.execute(sql`delete from settings where key = ${key} and value = to_jsonb(${holder}::text)`);
}
