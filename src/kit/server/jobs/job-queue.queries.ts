/** What the job queue is asked past pg-boss. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

/** Those of the queues in which a job waits that may run now. */
export async function dueQueues(db: Db, names: readonly string[]): Promise<string[]> {
  const result = await db.execute<{ name: string }>(sql`
    select name from unnest(${sql.param([...names])}::text[]) as names(name) where exists (
      select from pgboss.job where job.name = names.name and job.state < 'active' and not job.blocked and job.start_after <= now())`);
  return result.rows.map((row) => row.name);
}
