/** What lies on a server, of all accounts. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';

/** Recordings whose files are on that server and nowhere else. */
export async function recordingsHeldBy(db: Db, serverId: string): Promise<number> {
  const found = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from recordings where server_id = ${serverId} and held = 'server' and state not in ('deleted', 'failed')`,
  );
  return found.rows[0]?.count ?? 0;
}
