/** Which process asks the servers. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

const leaseKey = 'meetings.poller';

/**
 * Makes `holder` the one poller of the installation, or keeps it so; false while another one holds the lease. A lease and
 * not a lock, because a lock would keep a transaction or a connection open while servers are asked. The clock is the database's.
 */
export async function holdPollLease(db: Db, holder: string, seconds: number): Promise<boolean> {
  const result = await db.execute(sql`
    insert into settings (key, value, updated_at) values (${leaseKey}, to_jsonb(${holder}::text), now())
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
    where settings.value = excluded.value or settings.updated_at < now() - make_interval(secs => ${seconds})
    returning key`);
  return result.rows.length > 0;
}

/** Lets another process take over at once. */
export async function dropPollLease(db: Db, holder: string): Promise<void> {
  await db.execute(sql`delete from settings where key = ${leaseKey} and value = to_jsonb(${holder}::text)`);
}
