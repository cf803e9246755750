import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

/** A meeting was held in the room. `at`: epoch milliseconds. */
export async function dateRoom(db: Db, id: string, at: number): Promise<void> {
  const started = new Date(at).toISOString();
  await db.execute(sql`update rooms set last_meeting_at = greatest(last_meeting_at, ${started}::timestamptz) where id = ${id}`);
}
