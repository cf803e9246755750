import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { matching, type RoomFilter, seenBy } from './rooms.queries.ts';

/** Tags of the rooms that fit, the most used first, each in the spelling that most rooms have; `limit` of them. */
export async function tagsIn(db: Db, filter: RoomFilter, limit: number): Promise<{ tag: string; rooms: number }[]> {
  const { rows } = await db.execute<{ tag: string; rooms: number }>(sql`
    select mode() within group (order by word.tag) tag, count(*)::int rooms ${seenBy(filter)}
      cross join lateral unnest(rooms.tags, rooms.tag_keys) word (tag, key)
    where ${matching(filter) ?? sql`true`} group by word.key order by rooms desc, word.key limit ${limit}`);
  return rows;
}
