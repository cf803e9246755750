import { type SQL, sql } from 'drizzle-orm';
import { newId } from '#kit/server/ids.ts';

type ChatRowsInput = { account: string; owner: string; colleague: string; name: string };
/** A channel of an account with two people and its first message, whose every word is that name; all that may belong to one. */
export function chatRows({ account, owner, colleague, name }: ChatRowsInput): { conversation: string; rows: SQL[] } {
  const [conversation, message] = [newId(), newId()];
  return {
    conversation,
    rows: [
      sql`
        insert into chat_conversations (id, account_id, kind, name, last_number, last_at, last_text, last_author_id, created_by, created_at)
        values (${conversation}, ${account}, 'channel', ${name}, 1, now(), ${name}, ${owner}, ${owner}, now())`,
      ...[owner, colleague].map(
        (one) => sql`
        insert into chat_members (conversation_id, user_id, account_id, role, joined_at, read_number)
        values (${conversation}, ${one}, ${account}, ${one === owner ? 'owner' : 'member'}, now(), 0)`,
      ),
      sql`
        insert into chat_messages (id, conversation_id, account_id, number, author_id, kind, body, client_key, words, created_at)
        values (${message}, ${conversation}, ${account}, 1, ${owner}, 'text', ${name}, ${message}, to_tsvector('simple', ${name}), now())`,
      sql`
        insert into chat_reactions (message_id, user_id, account_id, reaction, created_at) values (${message}, ${owner}, ${account}, '👍', now())`,
      sql`
        insert into chat_edits (id, message_id, account_id, body, until) values (${newId()}, ${message}, ${account}, ${name}, now())`,
      sql`insert into chat_connections (id, user_id, account_id, seen_at) values (${newId()}, ${owner}, ${account}, now())`,
      sql`insert into chat_preferences (user_id, account_id, show_presence) values (${owner}, ${account}, true)`,
      sql`insert into chat_policies (account_id, keep_edits) values (${account}, true)`,
    ],
  };
}
