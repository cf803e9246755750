import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { attendancesSql, meetingsSql } from '#meet/meetings/server/meetings.sql.ts';
import type { OnlinePerson } from '../presence.contract.ts';
import { chatConnections, chatPreferences } from './chat.table.ts';
import type { ChatReader } from './conversations.queries.ts';
import { isActive } from './members.queries.ts';

export type ChatConnection = { id: string; userId: string; accountId: string };

/** New ones, and those that are still open. */
export async function putConnections(tx: Db, open: readonly ChatConnection[], seenAt: Date): Promise<void> {
  if (open.length === 0) return;
  await tx
    .insert(chatConnections)
    .values(open.map((one) => ({ ...one, seenAt })))
    .onConflictDoUpdate({ target: chatConnections.id, set: { seenAt } });
}
export async function deleteConnections(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.delete(chatConnections).where(inArray(chatConnections.id, [...ids]));
}
export async function deleteLostConnections(tx: Db, before: Date): Promise<void> {
  await tx.delete(chatConnections).where(lt(chatConnections.seenAt, before));
}

/** `conversationId`: one whose members are wanted beside the people of direct conversations. */
type PresenceQuery = ChatReader & { conversationId: string | null; since: Date; now: Date };
/** Only people of the same account with whom the reader shares a conversation, and who do not hide. */
export async function onlinePeople(db: Db, of: PresenceQuery): Promise<OnlinePerson[]> {
  const { rows } = await db.execute<{ userId: string; isMeeting: boolean }>(sql`
    with shared as (
      select distinct m.user_id, m.account_id
      from chat_members o join chat_conversations c on c.id = o.conversation_id join chat_members m on m.conversation_id = c.id
      where o.user_id = ${of.userId} and o.account_id = ${of.accountId} and o.left_at is null
        and m.account_id = o.account_id and m.left_at is null and m.user_id <> o.user_id
        and (c.kind = 'direct' or c.id = ${of.conversationId}::uuid)),
    found as (
      select m.user_id,
        exists (select 1 from chat_connections l
          where l.user_id = m.user_id and l.account_id = m.account_id and l.seen_at > ${of.since.toISOString()}::timestamptz) as online,
        exists (select 1 from ${attendancesSql} t join ${meetingsSql} g on g.id = t.meeting_id
          where t.user_id = m.user_id and t.left_at is null and t.account_id = m.account_id and g.state = 'live') as meeting
      from shared m
      where not exists (select 1 from chat_preferences p
        where p.user_id = m.user_id and p.account_id = m.account_id and not p.show_presence) and ${isActive(of.now)})
    select user_id as "userId", meeting as "isMeeting" from found where online or meeting order by user_id`);
  return rows.map(({ userId, isMeeting }) => ({ userId, state: isMeeting ? 'meeting' : 'online' }));
}
export async function showsPresence(db: Db, { userId, accountId }: ChatReader): Promise<boolean> {
  const [row] = await db
    .select({ visible: chatPreferences.showPresence })
    .from(chatPreferences)
    .where(sql`${eq(chatPreferences.userId, userId)} and ${eq(chatPreferences.accountId, accountId)}`);
  return row?.visible ?? true;
}
export async function putPreference(tx: Db, row: typeof chatPreferences.$inferInsert): Promise<void> {
  const { showPresence } = row;
  await tx
    .insert(chatPreferences)
    .values(row)
    .onConflictDoUpdate({ target: [chatPreferences.userId, chatPreferences.accountId], set: { showPresence } });
}
