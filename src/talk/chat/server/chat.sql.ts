/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const chatConversationsSql = sql`(select id, kind, last_at from chat_conversations)`;
export const chatMembersSql = sql`(select conversation_id, user_id, account_id, left_at from chat_members)`;
