import { and, asc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type ChatMessageRow, chatMessages } from './chat.table.ts';

type ThreadKey = { conversationId: string; rootNumber: number };
const { words: _words, ...columns } = getTableColumns(chatMessages);

/** First messages of threads, of several conversations at once. */
export async function rootsByNumbers(db: Db, keys: readonly ThreadKey[]): Promise<ChatMessageRow[]> {
  if (keys.length === 0) return [];
  const [ids, numbers] = [keys.map((key) => key.conversationId), keys.map((key) => key.rootNumber)];
  return db
    .select(columns)
    .from(chatMessages)
    .where(
      sql`(${chatMessages.conversationId}, ${chatMessages.number}) in (
        select k.id, k.number from unnest(${sql.param(ids)}::uuid[], ${sql.param(numbers)}::int[]) as k (id, number))`,
    );
}
/** People who wrote in a thread, the first message included. */
export async function threadAuthors(db: Db, { conversationId, rootNumber }: ThreadKey): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: chatMessages.authorId })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.conversationId, conversationId),
        or(eq(chatMessages.number, rootNumber), eq(chatMessages.rootNumber, rootNumber)),
        sql`${chatMessages.deletedAt} is null`,
      ),
    )
    .orderBy(asc(chatMessages.authorId));
  return rows.map(({ userId }) => userId);
}
/** Counts the replies of a thread again. Returns its first message. */
export async function recountReplies(tx: Db, { conversationId, rootNumber }: ThreadKey): Promise<ChatMessageRow | null> {
  const [row] = await tx
    .update(chatMessages)
    .set({
      replyCount: sql`(select count(*)::int from chat_messages r
        where r.conversation_id = ${conversationId} and r.root_number = ${rootNumber} and r.deleted_at is null)`,
    })
    .where(and(eq(chatMessages.conversationId, conversationId), eq(chatMessages.number, rootNumber)))
    .returning(columns);
  return row ?? null;
}
