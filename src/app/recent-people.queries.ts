/** Whom somebody worked with last, for fields that choose people. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { roomSharesSql, roomsSql } from '#meet/rooms/server/rooms.sql.ts';
import { chatConversationsSql, chatMembersSql } from '#talk/chat/server/chat.sql.ts';

type RecentPeopleQuery = { accountId: string; userId: string; limit: number };
/** So many of each are looked at. */
const lookedAt = 50;

/** Ids of those whom the person wrote to or invited into their newest rooms, the last first. */
export async function recentPeople(db: Db, { accountId, userId, limit }: RecentPeopleQuery): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      (select o.user_id as id, c.last_at as at
        from ${chatMembersSql} m join ${chatConversationsSql} c on c.id = m.conversation_id join ${chatMembersSql} o on o.conversation_id = c.id
        where m.user_id = ${userId}::uuid and m.account_id = ${accountId}::uuid and m.left_at is null and c.kind = 'direct'
          and o.user_id <> m.user_id order by c.last_at desc limit ${lookedAt})
      union all
      (select s.user_id, s.created_at from (select r.id, r.owner_id from ${roomsSql} r
          where r.owner_id = ${userId}::uuid and r.account_id = ${accountId}::uuid and r.deleted_at is null order by r.id desc limit ${lookedAt}) own
        join ${roomSharesSql} s on s.room_id = own.id
        where s.invited_by = own.owner_id and s.user_id is not null order by s.created_at desc limit ${lookedAt})) worked_with
    group by id order by max(at) desc limit ${limit}`);
  return rows.map(({ id }) => id);
}
