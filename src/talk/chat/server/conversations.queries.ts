import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { rowsAfter, type TimePosition } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type ChatMemberRow, chatMembers, type ConversationRow, conversations } from './chat.table.ts';

export type ConversationWithMember = { row: ConversationRow; member: ChatMemberRow | null };
export type ChatReader = { userId: string; accountId: string };
/** Not left, and in the account in which the person acts. */
const memberIn = ({ userId, accountId }: ChatReader): SQL | undefined =>
  and(eq(chatMembers.userId, userId), eq(chatMembers.accountId, accountId), isNull(chatMembers.leftAt));
const joined = (of: ChatReader) => and(eq(chatMembers.conversationId, conversations.id), memberIn(of));

export async function conversationFor(db: Db, id: string, of: ChatReader): Promise<ConversationWithMember | null> {
  const [found] = await db
    .select({ row: conversations, member: chatMembers })
    .from(conversations)
    .leftJoin(chatMembers, joined(of))
    .where(eq(conversations.id, id));
  return found ?? null;
}
export async function conversationById(db: Db, id: string): Promise<ConversationRow | null> {
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
  return row ?? null;
}
export async function lockConversation(tx: Db, id: string): Promise<ConversationRow | null> {
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id)).for('update');
  return row ?? null;
}
export async function conversationOfRoom(db: Db, roomId: string): Promise<ConversationRow | null> {
  const [row] = await db.select().from(conversations).where(eq(conversations.roomId, roomId));
  return row ?? null;
}
/** False: there is one of that pair. */
export async function insertConversation(tx: Db, row: ConversationRow): Promise<boolean> {
  const done = await tx.insert(conversations).values(row).onConflictDoNothing();
  return (done.rowCount ?? 0) > 0;
}
export async function conversationOfPair(db: Db, of: { accountId: string; pairKey: string }): Promise<string | null> {
  const [row] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.accountId, of.accountId), eq(conversations.pairKey, of.pairKey)));
  return row?.id ?? null;
}
export type ConversationUpdate = Partial<Omit<ConversationRow, 'id' | 'accountId' | 'sellerId' | 'kind'>>;
export async function setConversation(tx: Db, id: string, change: ConversationUpdate): Promise<void> {
  await tx.update(conversations).set(change).where(eq(conversations.id, id));
}
/** Keeps the room of the one who came first. Returns the one that counts. */
export async function settleRoom(tx: Db, of: { id: string; was: string | null; roomId: string }): Promise<string> {
  const [row] = await tx
    .update(conversations)
    .set({
      roomId: sql`case when ${conversations.roomId} is not distinct from ${of.was}::uuid then ${of.roomId}::uuid else ${conversations.roomId} end`,
    })
    .where(eq(conversations.id, of.id))
    .returning({ roomId: conversations.roomId });
  return row?.roomId ?? of.roomId;
}

export type ConversationPage = { after: TimePosition | null; limit: number };
const latestFirst = sql`${conversations.lastAt} desc, ${conversations.id} desc`;
const before = (after: TimePosition | null): SQL | undefined =>
  after === null ? undefined : rowsAfter([conversations.lastAt, after.at, 'desc'], [conversations.id, after.id, 'desc']);
/** A direct conversation without messages is shown only to the person who opened it. */
const begun = ({ userId }: ChatReader): SQL =>
  sql`(${conversations.lastNumber} > 0 or ${conversations.kind} in ('group', 'channel') or ${conversations.createdBy} = ${userId})`;

export type MyRow = { row: ConversationRow; member: ChatMemberRow };
const mine = (db: Db, of: ChatReader, where: SQL | undefined) =>
  db
    .select({ row: conversations, member: chatMembers })
    .from(chatMembers)
    .innerJoin(conversations, eq(conversations.id, chatMembers.conversationId))
    .where(and(memberIn(of), eq(conversations.accountId, of.accountId), begun(of), where))
    .orderBy(latestFirst);
/** The most that somebody pins. */
const mostPinned = 50;
export const pinnedOf = (db: Db, of: ChatReader): Promise<MyRow[]> =>
  mine(db, of, eq(chatMembers.pinned, true)).limit(mostPinned);
export const myConversations = (db: Db, of: ChatReader, { after, limit }: ConversationPage): Promise<MyRow[]> =>
  mine(db, of, and(eq(chatMembers.pinned, false), before(after))).limit(limit);
/** Of the customers of a seller, for its staff. */
export const supportConversations = (
  db: Db,
  of: ChatReader,
  { after, limit }: ConversationPage,
): Promise<ConversationWithMember[]> =>
  db
    .select({ row: conversations, member: chatMembers })
    .from(conversations)
    .leftJoin(chatMembers, joined(of))
    .where(and(eq(conversations.sellerId, of.accountId), sql`${conversations.lastNumber} > 0`, before(after)))
    .orderBy(latestFirst)
    .limit(limit);

type UnreadCount = { unread: number; mentions: number };
export async function countUnread(db: Db, of: ChatReader): Promise<UnreadCount> {
  const [row] = await db
    .select({
      unread: sql<number>`(count(*) filter (where not ${chatMembers.muted} or ${chatMembers.mentions} > 0))::int`,
      mentions: sql<number>`coalesce(sum(${chatMembers.mentions}), 0)::int`,
    })
    .from(chatMembers)
    .innerJoin(conversations, eq(conversations.id, chatMembers.conversationId))
    .where(
      and(memberIn(of), eq(conversations.accountId, of.accountId), sql`${conversations.lastNumber} > ${chatMembers.readNumber}`),
    );
  return row ?? { unread: 0, mentions: 0 };
}
export async function countSupportUnread(db: Db, sellerId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(conversations)
    .where(and(eq(conversations.sellerId, sellerId), sql`${conversations.lastNumber} > ${conversations.staffNumber}`));
  return row?.n ?? 0;
}

export type OpenChannel = { id: string; name: string; people: number };
const mostChannels = 100;
export async function channelsToJoin(db: Db, of: ChatReader, search: string): Promise<OpenChannel[]> {
  const { rows } = await db.execute<OpenChannel>(sql`
    select c.id, coalesce(c.name, '') as name,
      (select count(*)::int from chat_members m where m.conversation_id = c.id and m.left_at is null) as people
    from chat_conversations c
    where c.account_id = ${of.accountId} and c.kind = 'channel' and position(lower(${search}) in lower(c.name)) > 0
      and not exists (select 1 from chat_members m where m.conversation_id = c.id and m.user_id = ${of.userId} and m.left_at is null)
    order by c.name, c.id limit ${mostChannels}`);
  return rows;
}
export const conversationsByIds = async (db: Db, ids: readonly string[]): Promise<ConversationRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(conversations)
        .where(inArray(conversations.id, [...ids]));
