import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { MeetingRow } from './meetings.queries.ts';
import { meetings } from './meetings.table.ts';

/** Locks or opens the way in, and gives the meeting while it runs. */
export async function setEntryLock(db: Db, id: string, at: Date | null): Promise<MeetingRow | null> {
  const [row] = await db
    .update(meetings)
    .set({ entryLockedAt: at })
    .where(and(eq(meetings.id, id), inArray(meetings.state, ['starting', 'live'])))
    .returning();
  return row ?? null;
}
