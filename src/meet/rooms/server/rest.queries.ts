/** Rooms of an account as they are counted against its plan; those in the bin are not. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';

export type RestingRoom = {
  id: string;
  name: string;
  slug: string;
  rests: boolean;
  /** A meeting runs or starts in it. */
  busy: boolean;
  since: number;
  lastMeetingAt: number | null;
};

/** Oldest first. */
export async function roomsInUse(db: Db, accountId: string): Promise<RestingRoom[]> {
  const { rows } = await db.execute<RestingRoom>(sql`
    select id, name, slug, suspended_at is not null as rests, live_meeting_id is not null as busy,
      (extract(epoch from created_at) * 1000)::float8 as since, (extract(epoch from last_meeting_at) * 1000)::float8 as "lastMeetingAt"
    from rooms where account_id = ${accountId} and deleted_at is null order by created_at, id`);
  return rows;
}

type Counted = { id: string; inUse: number; rest: number };
export async function roomNumbersOf(db: Db, accountIds: readonly string[]): Promise<Counted[]> {
  const { rows } = await db.execute<Counted>(sql`
    select account_id as id, count(*)::int as "inUse", (count(*) filter (where suspended_at is not null))::int as rest
    from rooms where account_id = any(${sql.param([...accountIds])}::uuid[]) and deleted_at is null group by 1`);
  return rows;
}
