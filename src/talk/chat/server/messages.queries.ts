import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { wordsFor, wordsQuery } from '#kit/server/db/search.ts';
import { amongIds, fewOf } from '#kit/server/db/total.ts';
import { recordingsSql } from '#meet/recordings/server/recordings.sql.ts';
import { type ChatMessageRow, chatMessages, conversations, messageEdits, messageReactions } from './chat.table.ts';

const { words: _words, ...columns } = getTableColumns(chatMessages);
/** The text, and where it may be found: in the conversation, in its account, and by staff of its seller. */
const wordsOfMessage = ({ body, conversationId, accountId, sellerId }: ChatMessageRow): SQL =>
  wordsFor(body, [conversationId, `account-${accountId}`, ...(sellerId === null ? [] : [`seller-${sellerId}`])]);

/** The conversation is held, so numbers have no gaps. */
export async function takeNumber(
  tx: Db,
  id: string,
  last: Pick<typeof conversations.$inferSelect, 'lastAt' | 'lastKind' | 'lastText' | 'lastAuthorId'>,
): Promise<number> {
  const [row] = await tx
    .update(conversations)
    .set({ ...last, lastNumber: sql`${conversations.lastNumber} + 1` })
    .where(eq(conversations.id, id))
    .returning({ number: conversations.lastNumber });
  if (row === undefined) throw new Error('the conversation is gone');
  return row.number;
}
export async function insertMessage(tx: Db, row: ChatMessageRow): Promise<void> {
  const words = row.kind === 'text' ? wordsOfMessage(row) : sql`''::tsvector`;
  await tx.insert(chatMessages).values({ ...row, words });
}
type MessageKey = { conversationId: string; authorId: string; clientKey: string };
export async function messageByKey(db: Db, key: MessageKey): Promise<ChatMessageRow | null> {
  const [row] = await db
    .select(columns)
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.conversationId, key.conversationId),
        eq(chatMessages.authorId, key.authorId),
        eq(chatMessages.clientKey, key.clientKey),
      ),
    );
  return row ?? null;
}
type MessagePlace = { conversationId: string; number: number };
const placed = ({ conversationId, number }: MessagePlace) =>
  and(eq(chatMessages.conversationId, conversationId), eq(chatMessages.number, number));
export async function messageByNumber(db: Db, place: MessagePlace): Promise<ChatMessageRow | null> {
  const [row] = await db.select(columns).from(chatMessages).where(placed(place));
  return row ?? null;
}
export async function messageOfMeeting(db: Db, meetingId: string): Promise<ChatMessageRow | null> {
  const [row] = await db.select(columns).from(chatMessages).where(eq(chatMessages.meetingId, meetingId)).limit(1);
  return row ?? null;
}
/** The meeting that a recording is of; null: of none of ours. */
export async function meetingOfRecording(db: Db, recordingId: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(
    sql`select meeting_id as id from ${recordingsSql} recordings where id = ${recordingId}::uuid`,
  );
  return rows[0]?.id ?? null;
}
export type MessageUpdate = Pick<ChatMessageRow, 'body' | 'doc' | 'mentions'> &
  Partial<Pick<ChatMessageRow, 'files' | 'participants' | 'editedAt' | 'deletedAt'>>;
export async function setMessage(tx: Db, row: ChatMessageRow, change: MessageUpdate): Promise<ChatMessageRow> {
  const next = { ...row, ...change };
  const words = next.deletedAt === null ? wordsOfMessage(next) : sql`''::tsvector`;
  await tx
    .update(chatMessages)
    .set({ ...change, words })
    .where(eq(chatMessages.id, row.id));
  return next;
}

/** `rootNumber`: only replies to that message. */
export type MessageRange = {
  conversationId: string;
  rootNumber?: number;
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
};
/** Ascending; `more`: there are further ones in the direction that was asked. */
export async function messagesOf(db: Db, range: MessageRange): Promise<{ rows: ChatMessageRow[]; more: boolean }> {
  const { conversationId, rootNumber, before, after, limit } = range;
  const onwards = after !== undefined;
  const found = await db
    .select(columns)
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.conversationId, conversationId),
        rootNumber === undefined ? undefined : eq(chatMessages.rootNumber, rootNumber),
        after === undefined ? undefined : gt(chatMessages.number, after),
        before === undefined ? undefined : lt(chatMessages.number, before),
      ),
    )
    .orderBy(onwards ? asc(chatMessages.number) : desc(chatMessages.number))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  return { rows: onwards ? rows : rows.reverse(), more: found.length > limit };
}

export type ReactionRow = typeof messageReactions.$inferSelect;
export const reactionsOf = async (db: Db, messageIds: readonly string[]): Promise<ReactionRow[]> =>
  messageIds.length === 0
    ? []
    : db
        .select()
        .from(messageReactions)
        .where(inArray(messageReactions.messageId, [...messageIds]))
        .orderBy(asc(messageReactions.createdAt), asc(messageReactions.userId));
export async function putReaction(tx: Db, row: ReactionRow): Promise<void> {
  await tx.insert(messageReactions).values(row).onConflictDoNothing();
}
export async function dropReaction(tx: Db, of: { messageId: string; userId: string; reaction: string }): Promise<void> {
  await tx
    .delete(messageReactions)
    .where(
      and(
        eq(messageReactions.messageId, of.messageId),
        eq(messageReactions.userId, of.userId),
        eq(messageReactions.reaction, of.reaction),
      ),
    );
}
/** Those of the files that a message of the conversation shows. */
export async function filesShownIn(tx: Db, conversationId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select f.id from unnest(${sql.param([...ids])}::text[]) as f (id) where exists (select 1 from chat_messages m
      where m.conversation_id = ${conversationId}::uuid and m.files @> jsonb_build_array(jsonb_build_object('id', f.id)))`);
  return new Set(rows.map(({ id }) => id));
}
/** A deleted message leaves nothing of what it said. */
export async function dropTraces(tx: Db, messageId: string): Promise<void> {
  await tx.delete(messageReactions).where(eq(messageReactions.messageId, messageId));
  await tx.delete(messageEdits).where(eq(messageEdits.messageId, messageId));
}
export async function insertEdit(tx: Db, row: typeof messageEdits.$inferInsert): Promise<void> {
  await tx.insert(messageEdits).values(row);
}
export const editsOf = (db: Db, messageId: string): Promise<(typeof messageEdits.$inferSelect)[]> =>
  db.select().from(messageEdits).where(eq(messageEdits.messageId, messageId)).orderBy(asc(messageEdits.id)).limit(100);

/** The first text of the customer that nobody of staff read. */
export async function firstUnanswered(
  db: Db,
  of: { conversationId: string; accountId: string; after: number },
): Promise<{ at: Date; fromId: string } | null> {
  const [row] = await db
    .select({ at: chatMessages.createdAt, fromId: chatMessages.authorId })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.conversationId, of.conversationId),
        gt(chatMessages.number, of.after),
        eq(chatMessages.kind, 'text'),
        sql`${chatMessages.deletedAt} is null`,
        sql`exists (select 1 from chat_members m where m.conversation_id = ${of.conversationId} and m.user_id = ${chatMessages.authorId} and m.account_id = ${of.accountId})`,
      ),
    )
    .orderBy(asc(chatMessages.number))
    .limit(1);
  return row ?? null;
}

/** Where a search looks: in one conversation, or in all that the person is in, and of staff in those of the seller's customers. */
export type ChatSearch = {
  search: string;
  in: { conversationId: string } | { userId: string; accountId: string; staff: 'staff' | 'no' };
};
function found({ search, in: place }: ChatSearch): SQL {
  const matches = (finder: string) => sql`${chatMessages.words} @@ ${wordsQuery(search, finder)}`;
  // beside the index the columns: a text may hold somebody's id, too
  if ('conversationId' in place)
    return sql`(${matches(place.conversationId)} and ${eq(chatMessages.conversationId, place.conversationId)})`;
  const { userId, accountId } = place;
  const mine = sql`(${matches(`account-${accountId}`)} and exists (select 1 from chat_members m
    where m.conversation_id = ${chatMessages.conversationId} and m.user_id = ${userId} and m.account_id = ${accountId} and m.left_at is null))`;
  if (place.staff === 'no') return mine;
  return sql`(${mine} or (${matches(`seller-${accountId}`)} and ${eq(chatMessages.sellerId, accountId)}))`;
}
export async function searchMessages(
  db: Db,
  of: ChatSearch,
  { before, limit }: { before: string | null; limit: number },
): Promise<ChatMessageRow[]> {
  const few = await fewOf(db, { from: chatMessages, id: chatMessages.id }, found(of));
  return db
    .select(columns)
    .from(chatMessages)
    .where(
      and(
        few === undefined ? found(of) : amongIds(chatMessages.id, few),
        before === null ? undefined : lt(chatMessages.id, before),
      ),
    )
    .orderBy(desc(chatMessages.id))
    .limit(limit);
}
