/** Rooms of an account as they are counted against its plan; those in the bin are not. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

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

type RoomCount = { id: string; inUse: number; rest: number };
export async function roomNumbersOf(db: Db, accountIds: readonly string[]): Promise<RoomCount[]> {
  const { rows } = await db.execute<RoomCount>(sql`
    select account_id as id, count(*)::int as "inUse", (count(*) filter (where suspended_at is not null))::int as rest
    from rooms where account_id = any(${sql.param([...accountIds])}::uuid[]) and deleted_at is null group by 1`);
  return rows;
}

type SomeRooms = { accountId: string; ids: readonly string[] };
/** Those of the account's rooms in one order, so that nobody who writes another one waits in a circle. */
const held = ({ accountId, ids }: SomeRooms, which: SQL) => sql`
  select id from rooms where account_id = ${accountId} and id = any(${sql.param([...ids])}::uuid[]) and ${which} order by id for update`;

/** Returns which rest now that did not before; one in the bin and one with a meeting in it do not. */
export async function setResting(tx: Db, some: SomeRooms, now: number): Promise<string[]> {
  const idle = sql`deleted_at is null and suspended_at is null and live_meeting_id is null`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    with held as (${held(some, idle)})
    update rooms set suspended_at = ${new Date(now).toISOString()}::timestamptz, suspended_why = 'over_plan'
    from held where rooms.id = held.id returning rooms.id`);
  return rows.map((row) => row.id);
}
/** Returns which rested until now. */
export async function setAwake(tx: Db, some: SomeRooms): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with held as (${held(some, sql`suspended_at is not null`)})
    update rooms set suspended_at = null, suspended_why = null from held where rooms.id = held.id returning rooms.id`);
  return rows.map((row) => row.id);
}
